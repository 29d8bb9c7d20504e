/**
 * What makes two receptions the same one. Must not: look at the time under which a message is stored, which an import may shift.
 */
import { hash } from 'node:crypto';
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import { adsbColumns } from './adsb-columns.ts';

/**
 * A message is told by receiver, original instant, frequency, tail, flight, label, block id, number and text.
 * `originalSeconds` = epoch seconds as the receiver sent them.
 */
export function messageKey(row: AcarsMessage, originalSeconds: number | null): string {
  const { stationId, freq, tail, flight, label, blockId, msgno, text } = row;
  const instant = instantOf(originalSeconds, row.acarsDateTime);
  return keyText(originalSeconds, [stationId, instant, freq, tail, flight, label, blockId, msgno, text]);
}

const saidByFrame = (Object.keys(adsbColumns) as (keyof AdsbMessage)[]).filter(
  (field) => field !== 'adsbDateTime' && field !== 'timestamp',
);

/**
 * A frame is told by its original instant and all that it said, the receiver among it. `repeat` = how many times the same was said in that very
 * second before, where the receiver knows no more than the second.
 */
export function adsbKey(row: AdsbMessage, originalSeconds: number | null, repeat = 0): string {
  const said = saidByFrame.map((field) => row[field]);
  const instant = instantOf(originalSeconds, row.adsbDateTime);
  return keyText(originalSeconds, repeat === 0 ? [instant, said] : [instant, said, repeat]);
}

/** In whole microseconds, as a receiver's clock tells them. */
const instantOf = (originalSeconds: number | null, dateTime: string): number | string =>
  originalSeconds === null ? dateTime : Math.round(originalSeconds * 1e6);

/**
 * 128 bits as a uuid text: the original second, then 96 bits of what was said. Keys of one batch so stand side by side in their index, instead of
 * each on another page of it. MD5 is enough: it names a row, it guards nothing.
 */
function keyText(originalSeconds: number | null, said: readonly unknown[]): string {
  const hex = hash('md5', JSON.stringify(said), 'hex');
  return `${secondsHex(originalSeconds ?? 0)}-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 24)}`;
}

/** Eight hex digits, whatever the number. */
const secondsHex = (seconds: number): string => (Math.floor(seconds) >>> 0).toString(16).padStart(8, '0');
