/**
 * What makes two receptions the same one. Must not: look at the time under which a message is stored, which an import may shift.
 */
import { hash } from 'node:crypto';
import type { AcarsMessage } from '../../contract/entities.ts';

/**
 * 128 bits as a uuid text: receiver, original instant in whole microseconds, frequency, tail, flight, label, block id, number, text.
 * `originalSeconds` = epoch seconds as the receiver sent them. MD5 is enough: it names a row, it guards nothing.
 */
export function messageKey(row: AcarsMessage, originalSeconds: number | null): string {
  const instant = originalSeconds === null ? row.acarsDateTime : Math.round(originalSeconds * 1e6);
  const { stationId, freq, tail, flight, label, blockId, msgno, text } = row;
  const hex = hash('md5', JSON.stringify([stationId, instant, freq, tail, flight, label, blockId, msgno, text]), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
