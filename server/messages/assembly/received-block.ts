/** Receptions of one assembly key in order of time, with values that assembly reads repeatedly. */
import {
  blockKind,
  followUp,
  messageSpanSeconds,
  type Reception,
  secondsOf,
  transmissionGapSeconds,
} from './reception.ts';

/** `letter` = position of the block in its message, 0 = first. null on uplink blocks, which are not numbered. `span` in seconds. */
export type ReceivedBlock = {
  readonly reception: Reception;
  readonly seconds: number;
  readonly letter: number | null;
  readonly blockId: string | null;
  readonly station: string | null;
  readonly text: string;
  readonly follow: 'more' | 'last' | 'unknown';
  /** The receiver reassembled the message: this is the whole text. */
  readonly isReportedComplete: boolean;
  readonly span: number;
};

export function receivedBlockOf(reception: Reception): ReceivedBlock {
  const kind = blockKind(reception) ?? 'alone';
  return {
    reception,
    seconds: secondsOf(reception),
    letter: kind === 'up' ? null : kind === 'down' ? (reception.msgno ?? '').charCodeAt(3) - 65 : 0,
    blockId: reception.blockId,
    station: reception.stationId,
    text: reception.text ?? '',
    follow: followUp(reception),
    isReportedComplete: reception.aggregationStatus === 'complete',
    span: messageSpanSeconds(reception, kind),
  };
}

/** By time. Receptions of the same instant by content, so that the order of arrival has no effect. */
export function inOrder(receptions: readonly Reception[]): ReceivedBlock[] {
  return receptions
    .map(receivedBlockOf)
    .sort((a, b) => a.seconds - b.seconds || compareText(contentOf(a), contentOf(b)));
}
const contentOf = ({ reception: r }: ReceivedBlock): string =>
  JSON.stringify([r.stationId, r.msgno, r.blockId, r.text, r.error, r.level, r.end, r.aggregationStatus]);
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const isSameBlock = (a: ReceivedBlock, b: ReceivedBlock): boolean =>
  a.letter === b.letter && a.blockId === b.blockId;

/** Receiver clocks differ: an earlier reception, up to this, may still follow. */
export const clockTolerance = transmissionGapSeconds;

/** The previous block id on uplinks. Mode 2 counts A to Z, the other mode A to W, with X to Z for acknowledgements. */
export function previousBlockId({ blockId, reception }: ReceivedBlock): string | null {
  if (blockId === null) return null;
  if (blockId === 'A') return reception.mode === '2' ? 'Z' : 'W';
  return String.fromCharCode(blockId.charCodeAt(0) - 1);
}
