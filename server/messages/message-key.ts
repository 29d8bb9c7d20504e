/** Identity of a reception, for duplicates. It ignores the storage time, which an import can shift. */
import { hash } from 'node:crypto';
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import { adsbColumns } from './adsb-columns.ts';

/**
 * A message is identified by receiver, original instant, frequency, tail, flight, label, block id, number and text, and one without label and text by what the receiver
 * decoded: a burst of VDL2 has several frames at one instant. `originalSeconds` = epoch seconds as sent by the receiver. `extra` as stored.
 */
export function messageKey(row: AcarsMessage, originalSeconds: number | null, extra: string | null = null): string {
  const { stationId, freq, tail, flight, label, blockId, msgno, text } = row;
  const instant = instantOf(originalSeconds, row.acarsDateTime);
  const content = [stationId, instant, freq, tail, flight, label, blockId, msgno, text];
  const isAtn = label === null && text === null && extra?.includes('"x25"');
  return keyText(originalSeconds, isAtn ? [...content, row.icao, JSON.parse(extra ?? '{}').decoded] : content);
}

const frameFields = (Object.keys(adsbColumns) as (keyof AdsbMessage)[]).filter(
  (field) => field !== 'adsbDateTime' && field !== 'timestamp',
);

/**
 * A frame is identified by its original instant and its content including the receiver. `repeat` = earlier equal frames within that
 * second, where the receiver reports whole seconds.
 */
export function adsbKey(row: AdsbMessage, originalSeconds: number | null, repeat = 0): string {
  const values = frameFields.map((field) => row[field]);
  const instant = instantOf(originalSeconds, row.adsbDateTime);
  return keyText(originalSeconds, repeat === 0 ? [instant, values] : [instant, values, repeat]);
}

/** A link event is identified by receiver, original instant and content, which is without its times. */
export function linkEventKey(content: object, originalSeconds: number): string {
  return keyText(originalSeconds, [Math.round(originalSeconds * 1e6), content]);
}

/** In whole microseconds, as in a receiver's clock. */
const instantOf = (originalSeconds: number | null, dateTime: string): number | string =>
  originalSeconds === null ? dateTime : Math.round(originalSeconds * 1e6);

/**
 * 128 bits as a uuid text: the original second, then 96 bits of the content. Keys of a batch are adjacent in their index, instead of
 * each on another page. MD5 suffices: it identifies a row, without a security purpose.
 */
function keyText(originalSeconds: number | null, content: readonly unknown[]): string {
  const hex = hash('md5', JSON.stringify(content), 'hex');
  return `${secondsHex(originalSeconds ?? 0)}-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 24)}`;
}

/** Always eight hex digits. */
const secondsHex = (seconds: number): string => (Math.floor(seconds) >>> 0).toString(16).padStart(8, '0');
