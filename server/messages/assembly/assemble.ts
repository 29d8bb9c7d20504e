/**
 * Reassembly and consensus of the receptions of one key (decision 11). Rows in, fields out.
 * A row depends only on the receptions within `reachSeconds` of it, not on their order or the clock.
 */
import type { ConsensusStatus } from './consensus.ts';
import { Messages, Transmissions } from './messages.ts';
import { ownTexts } from './own-text.ts';
import {
  inOrder,
  isSameBlock,
  maxBlockLength,
  type ReceivedBlock,
  type Reception,
  receivedBlockOf,
} from './reception.ts';

/** The four fields that assembly fills. */
export type Assembled = {
  readonly aggregatedText: string | null;
  readonly aggregationStatus: string | null;
  readonly consensusStatus: ConsensusStatus | null;
  readonly consensusResult: string | null;
};
/** A block of a message: the consensus text and its receptions, earliest first. */
export type BlockReceptions<R> = {
  readonly text: string | null;
  /** The block of the requested reception. */
  readonly isRequested: boolean;
  readonly receptions: readonly { readonly reception: R; readonly isWinner: boolean }[];
};

/** More receptions of one key within reach are a flood, not messages: they are not assembled. */
export const maxReceptions = 1000;

/** Receptions of one assembly key, at most `maxReceptions`. */
export class Assembly<R extends Reception> {
  private readonly blockByReception = new Map<Reception, ReceivedBlock>();
  private readonly transmissions: Transmissions;
  private readonly messages: Messages;

  constructor(receptions: readonly R[]) {
    const all = inOrder(receptions);
    for (const received of all) this.blockByReception.set(received.reception, received);
    this.transmissions = new Transmissions(all, ownTexts(all));
    this.messages = new Messages(all, this.transmissions);
  }

  fieldsOf(reception: R): Assembled {
    const received = this.find(reception);
    const { status, members, text, whole } = this.transmissions.of(received);
    const message = this.messages.of(received);
    return {
      aggregatedText: message.text || null,
      aggregationStatus: message.status,
      consensusStatus: status,
      consensusResult: (members.length > 1 && (text ?? whole)) || null,
    };
  }

  /** Blocks of its message in order, each with one transmission: that of the requested block, otherwise the best. */
  blocksOf(reception: R): BlockReceptions<R>[] {
    const requested = this.find(reception);
    return this.messages.of(requested).blocks.map((block) => {
      const isRequested = block.members.some((member) => isSameBlock(member, requested));
      const shown = isRequested ? this.transmissions.of(requested) : block;
      return {
        text: (shown.text ?? shown.whole) || null,
        isRequested,
        receptions: shown.members.map((member) => ({
          reception: member.reception as R,
          isWinner: this.transmissions.isWinner(member, shown),
        })),
      };
    });
  }

  private find(reception: R): ReceivedBlock {
    const received = this.blockByReception.get(reception);
    if (!received) throw new Error('a reception of another key');
    return received;
  }
}

// ---- Fast path for the only reception of a key, as most are. A test compares it with Assembly.

export function aloneFields(reception: Reception): Assembled {
  const { letter, text, follow, isReportedComplete } = receivedBlockOf(reception);
  const isContinued = follow === 'more';
  const hasWhole = isReportedComplete && letter !== 0 && !isContinued && text !== '';
  return {
    aggregatedText: hasWhole && text.length <= maxBlockLength ? text : null,
    aggregationStatus: hasWhole ? 'complete' : statusOf(letter, follow, reception.aggregationStatus),
    consensusStatus: 'single',
    consensusResult: null,
  };
}

/** Blocks to the aircraft (letter null) and first blocks start a message. Before others something is missing. */
function statusOf(letter: number | null, follow: 'more' | 'last' | 'unknown', reported: string | null): string {
  if (letter !== null && letter > 0) return reported ?? 'out of sequence';
  return follow === 'last' ? 'skipped' : 'in progress';
}
