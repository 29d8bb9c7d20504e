/**
 * Reassembly and consensus: what the receptions of one key say about each other. Rows in, fields out (docs/decisions/0008).
 * The values of a row depend on the receptions within `reachSeconds` of it and on nothing else: not on their order, not on the clock.
 * Must not: touch the database.
 */
import type { ConsensusStatus } from './consensus.ts';
import { type Heard, inOrder, isSameBlock } from './heard.ts';
import { Messages } from './messages.ts';
import { ownTexts } from './own-text.ts';
import type { Reception } from './reception.ts';
import { Transmissions } from './transmissions.ts';

/** The four fields that assembly fills. */
export type Assembled = {
  readonly aggregatedText: string | null;
  readonly aggregationStatus: string | null;
  readonly consensusStatus: ConsensusStatus | null;
  readonly consensusResult: string | null;
};
/** One block of a message: the text that won, and who heard it, the earliest first. */
export type BlockHeard<R> = {
  readonly text: string | null;
  /** The block of the reception that was asked for. */
  readonly isAsked: boolean;
  readonly receptions: readonly { readonly reception: R; readonly isWinner: boolean }[];
};

/** With more receptions than this of one key within reach nobody sends messages, somebody floods: nothing is made of them. */
export const maxReceptions = 1000;

/** Receptions of one assembly key, at most `maxReceptions`. */
export class Assembly<R extends Reception> {
  private readonly heardOf = new Map<Reception, Heard>();
  private readonly transmissions: Transmissions;
  private readonly messages: Messages;

  constructor(receptions: readonly R[]) {
    const all = inOrder(receptions);
    for (const heard of all) this.heardOf.set(heard.reception, heard);
    this.transmissions = new Transmissions(all, ownTexts(all));
    this.messages = new Messages(all, this.transmissions);
  }

  fieldsOf(reception: R): Assembled {
    const heard = this.find(reception);
    const { status, members, text, whole } = this.transmissions.of(heard);
    const message = this.messages.of(heard);
    return {
      aggregatedText: message.text || null,
      aggregationStatus: message.status,
      consensusStatus: status,
      consensusResult: (members.length > 1 && (text ?? whole)) || null,
    };
  }

  /** The blocks of its message in order, each with one transmission: of the block that was asked for its own, else the best. */
  blocksOf(reception: R): BlockHeard<R>[] {
    const asked = this.find(reception);
    return this.messages.of(asked).blocks.map((block) => {
      const isAsked = block.members.some((member) => isSameBlock(member, asked));
      const shown = isAsked ? this.transmissions.of(asked) : block;
      return {
        text: (shown.text ?? shown.whole) || null,
        isAsked,
        receptions: shown.members.map((member) => ({
          reception: member.reception as R,
          isWinner: this.transmissions.isWinner(member, shown),
        })),
      };
    });
  }

  private find(reception: R): Heard {
    const heard = this.heardOf.get(reception);
    if (!heard) throw new Error('a reception of another key');
    return heard;
  }
}
