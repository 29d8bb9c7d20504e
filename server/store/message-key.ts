/**
 * What makes two receptions the same one. Must not: look at the time under which a message is stored, which an import may shift.
 */
import { hash } from 'node:crypto';
import type { AcarsMessage } from '../../contract/entities.ts';

/**
 * 128 bits as a uuid text: first the original instant in whole seconds, then 96 bits of receiver, original instant in whole microseconds, frequency,
 * tail, flight, label, block id, number, text. Keys of one batch so stand side by side in their index, instead of each on another page of it.
 * `originalSeconds` = epoch seconds as the receiver sent them. MD5 is enough: it names a row, it guards nothing.
 */
export function messageKey(row: AcarsMessage, originalSeconds: number | null): string {
  const instant = originalSeconds === null ? row.acarsDateTime : Math.round(originalSeconds * 1e6);
  const { stationId, freq, tail, flight, label, blockId, msgno, text } = row;
  const hex = hash('md5', JSON.stringify([stationId, instant, freq, tail, flight, label, blockId, msgno, text]), 'hex');
  return `${secondsHex(originalSeconds ?? 0)}-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 24)}`;
}

/** Eight hex digits, whatever the number. */
const secondsHex = (seconds: number): string => (Math.floor(seconds) >>> 0).toString(16).padStart(8, '0');
