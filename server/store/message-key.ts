/**
 * What makes two receptions the same one. Must not: look at the time under which a message is stored, which an import may shift.
 */
import { createHash } from 'node:crypto';
import type { AcarsMessage } from '../../contract/entities.ts';

/**
 * 128 bits as a uuid text: receiver, original instant in whole microseconds, frequency, tail, flight, label, block id, number, text.
 * `originalSeconds` = epoch seconds as the receiver sent them. MD5 is enough: it names a row, it guards nothing.
 */
export function messageKey(row: AcarsMessage, originalSeconds: number | null): string {
  const instant = originalSeconds === null ? row.acarsDateTime : Math.round(originalSeconds * 1e6);
  const { stationId, freq, tail, flight, label, blockId, msgno, text } = row;
  const hex = createHash('md5')
    .update(JSON.stringify([stationId, instant, freq, tail, flight, label, blockId, msgno, text]))
    .digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
