/** A reception of a block: its possible message, its position, and whether another block follows. */
import { hash } from 'node:crypto';
import type { AcarsMessage } from '../../../contract/entities/messages.ts';
import { foldCase } from '../../../contract/filters.ts';
import { parseInstant } from '../../../contract/params.ts';
import { align, isUnreadable } from './alignment.ts';

/** A received row: `aggregationStatus` is that of the receiver's own reassembly (acarsdec's `assstat`), not ours. */
export type Reception = Pick<
  AcarsMessage,
  | 'acarsDateTime'
  | 'timestamp'
  | 'stationId'
  | 'tail'
  | 'icao'
  | 'type'
  | 'label'
  | 'blockId'
  | 'msgno'
  | 'ack'
  | 'mode'
  | 'end'
  | 'text'
  | 'error'
  | 'level'
  | 'aggregationStatus'
>;

/**
 * How a block identifies its message. `down`: from the aircraft, with a message number whose last letter counts the blocks (`D50A`,
 * `D50B`) and a digit as block id. `up`: to the aircraft, without a number. Its blocks have consecutive letters as block id. `alone`:
 * a block id and no such number, or an empty acknowledgement (`_d`): never a second block. Null = not distinguishable at all.
 */
type BlockKind = 'down' | 'up' | 'alone';
function blockKind({ msgno, blockId, label }: Reception): BlockKind | null {
  const block = blockId?.length === 1 ? blockId : null;
  const isDigit = block !== null && block >= '0' && block <= '9';
  if (msgno?.length === 4 && isLetter(msgno.charAt(3)) && (blockId === null || isDigit)) return 'down';
  if (block === null || !(isDigit || isLetter(block))) return null;
  return msgno === null && !isDigit && label !== '_d' ? 'up' : 'alone';
}
const isLetter = (character: string): boolean => character >= 'A' && character <= 'Z';

/** A block has up to about 220 characters, a message up to 16 blocks. Longer texts are stored, not compared. */
export const maxBlockLength = 20_000;

/**
 * Common key of the receptions of one message, or null if it is unknown. Same link, aircraft, label and, from the aircraft,
 * number. `alone` adds block id and acknowledgement: block ids repeat within seconds.
 */
export function assemblyKeyText(reception: Reception): string | null {
  const kind = blockKind(reception);
  const { type, label, msgno, blockId, ack, text } = reception;
  const aircraft = reception.tail ?? reception.icao;
  if (kind === null || !aircraft || label === null || (text?.length ?? 0) > maxBlockLength) return null;
  const common = [kind, type, foldCase(aircraft), label];
  if (kind === 'down') return JSON.stringify([...common, msgno?.slice(0, 3)]);
  return JSON.stringify(kind === 'alone' ? [...common, msgno, blockId, ack] : common);
}

/** 52 bits of that text, which fit JavaScript numbers and bigint. Lookups compare the text as well. */
export const assemblyKey = (keyText: string): number => Number.parseInt(hash('md5', keyText, 'hex').slice(0, 13), 16);

/** Time of reception, epoch seconds with the receiver's fraction. */
export function secondsOf({ timestamp, acarsDateTime }: Reception): number {
  return timestamp ?? (parseInstant(acarsDateTime) ?? 0) / 1000;
}

/** Whether another block follows. From `end` (true = ended with ETB), otherwise from the receiver's reassembly. */
function followUp({ end, aggregationStatus }: Reception): 'more' | 'last' | 'unknown' {
  if (end !== null) return end ? 'more' : 'last';
  if (aggregationStatus === 'in progress') return 'more';
  // acarsdec omits it with these two. A decoder without reassembly sends `end` only when true.
  return aggregationStatus === 'duplicate' || aggregationStatus === 'out of sequence' ? 'unknown' : 'last';
}

/** Maximum distance of two blocks of a message: timeouts of ARINC 618 as in libacars (VHF, HF). */
function messageSpanSeconds({ type }: Reception, kind: BlockKind): number {
  if (type === 'HFDL') return kind === 'up' ? 370 : 1260;
  return kind === 'up' ? 90 : 660;
}

/** Receptions with one assembly key are of one message within this time. Numbers come again: a message of one block is repeated within a minute. */
export function messageWindowSeconds(reception: Reception): number {
  const kind = blockKind(reception);
  const isOneBlock = kind !== 'up' && (kind !== 'down' || reception.msgno?.charAt(3) === 'A') && reception.end !== true;
  return isOneBlock ? 60 : messageSpanSeconds(reception, kind ?? 'alone');
}

/** Receptions of a block within this time are one transmission. A repeat follows after 10 s or more on VHF. */
export const transmissionGapSeconds = 5;
/** A row depends on receptions within this time only. */
export const reachSeconds = (reception: Reception): number => 2 * messageSpanSeconds(reception, 'down') + 60;

// ---- Receptions of one assembly key in order of time, with values that assembly reads repeatedly.

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

/**
 * Numbers and block ids come again within minutes: a block with another text is another block. Texts of damaged receptions may differ in a
 * few characters.
 */
export function isSameText(a: ReceivedBlock, b: ReceivedBlock, textOf = (block: ReceivedBlock) => block.text): boolean {
  const [one, other] = [textOf(a), textOf(b)];
  if (one === other) return true;
  if (!isDamaged(a) && !isDamaged(b)) return false;
  const pivot = Array.from(one);
  const found = align(pivot, Array.from(other));
  if (!found) return false;
  const wrong = found.at.filter((read, i) => read !== pivot[i] && !isUnreadable(read) && !isUnreadable(pivot[i] ?? ''));
  return wrong.length + found.before.join('').length <= Math.max(2, Math.floor(pivot.length / 10));
}
const isDamaged = ({ text, reception }: ReceivedBlock): boolean =>
  (reception.error ?? 0) > 0 || Array.from(text).some(isUnreadable);

/** Receiver clocks differ: an earlier reception, up to this, may still follow. */
export const clockTolerance = transmissionGapSeconds;

/** The previous block id on uplinks. Mode 2 counts A to Z, the other mode A to W, with X to Z for acknowledgements. */
export function previousBlockId({ blockId, reception }: ReceivedBlock): string | null {
  if (blockId === null) return null;
  if (blockId === 'A') return reception.mode === '2' ? 'Z' : 'W';
  return String.fromCharCode(blockId.charCodeAt(0) - 1);
}
