/**
 * Reassembly and consensus of the receptions of one key (decision 8). Rows in, fields out.
 * A row depends only on the receptions within `reachSeconds` of it, not on their order or the clock.
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
/** A block of a message: the consensus text and its receptions, earliest first. */
export type BlockHeard<R> = {
  readonly text: string | null;
  /** The block of the requested reception. */
  readonly isAsked: boolean;
  readonly receptions: readonly { readonly reception: R; readonly isWinner: boolean }[];
};

/** More receptions of one key within reach are a flood, not messages: they are not assembled. */
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

  /** Blocks of its message in order, each with one transmission: that of the requested block, otherwise the best. */
  blocksOf(reception: R): BlockHeard<R>[] {
    const requested = this.find(reception);
    return this.messages.of(requested).blocks.map((block) => {
      const isAsked = block.members.some((member) => isSameBlock(member, requested));
      const shown = isAsked ? this.transmissions.of(requested) : block;
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
