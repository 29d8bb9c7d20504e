/**
 * One reception of a block as assembly sees it: which message it can belong to, which block it is, whether another follows.
 * Must not: compare receptions, or touch the database.
 */
import { hash } from 'node:crypto';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { foldCase } from '../../contract/filters.ts';
import { parseInstant } from '../../contract/params.ts';

/** A row as it came: `aggregationStatus` is the word of the receiver's own reassembly (acarsdec's `assstat`), not ours. */
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
 * How a block tells which message it is of. `down`: from the aircraft, with a message number whose last letter counts the blocks (`D50A`, `D50B`)
 * and a digit as block id. `up`: to the aircraft, without a number; the blocks of a message have consecutive letters as block id. `alone`: it has
 * a block id and no such number, or is an empty acknowledgement (`_d`): it never has a second block. Null = cannot be told from others at all.
 */
export type BlockKind = 'down' | 'up' | 'alone';
export function blockKind({ msgno, blockId, label }: Reception): BlockKind | null {
  const block = blockId?.length === 1 ? blockId : null;
  const isDigit = block !== null && block >= '0' && block <= '9';
  if (msgno?.length === 4 && isLetter(msgno.charAt(3)) && (blockId === null || isDigit)) return 'down';
  if (block === null || !(isDigit || isLetter(block))) return null;
  return msgno === null && !isDigit && label !== '_d' ? 'up' : 'alone';
}
const isLetter = (character: string): boolean => character >= 'A' && character <= 'Z';

/** No block on the air has more than about 220 characters, no message more than 16 blocks; such a text is stored, not compared. */
export const maxBlockLength = 20_000;

/**
 * What the receptions of one message have in common, or null when nothing says which message this is. Same link, same aircraft, same label
 * and, from the aircraft, same number. What is alone has its block id and what it acknowledges as well: block ids come round within seconds.
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

/** 52 bits of that text, which JavaScript and a bigint column both hold. Whoever finds rows by it compares the text as well. */
export const assemblyKey = (keyText: string): number => Number.parseInt(hash('md5', keyText, 'hex').slice(0, 13), 16);

/** When it was heard, epoch seconds with the receiver's fraction. */
export function secondsOf({ timestamp, acarsDateTime }: Reception): number {
  return timestamp ?? (parseInstant(acarsDateTime) ?? 0) / 1000;
}

/** Does another block follow this one? `end` says it (true = ended with ETB); where it is not sent, the receiver's reassembly does. */
export function followUp({ end, aggregationStatus }: Reception): 'more' | 'last' | 'unknown' {
  if (end !== null) return end ? 'more' : 'last';
  if (aggregationStatus === 'in progress') return 'more';
  // acarsdec says nothing of the kind with these two; a decoder without reassembly sends `end` only when it is true.
  return aggregationStatus === 'duplicate' || aggregationStatus === 'out of sequence' ? 'unknown' : 'last';
}

/** How far apart two blocks of one message can be heard: the time-outs of ARINC 618 as libacars has them (VHF, HF). */
export function messageSpanSeconds({ type }: Reception, kind: BlockKind): number {
  if (type === 'HFDL') return kind === 'up' ? 370 : 1260;
  return kind === 'up' ? 90 : 660;
}

/** Receptions of one block at most this far apart are one transmission; a retransmission follows 10 s and more later on VHF. */
export const transmissionGapSeconds = 5;
/** A row's values depend on receptions at most this far away; beyond it nothing is looked up. */
export const reachSeconds = (reception: Reception): number => 2 * messageSpanSeconds(reception, 'down') + 60;
