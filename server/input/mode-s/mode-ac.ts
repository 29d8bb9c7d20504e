/** Replies of Mode A/C transponders: two bytes without address or parity. Interrogation decides whether the code is a squawk or an altitude. */
import type { AdsbMessage } from '../../../contract/entities/messages.ts';
import { gillhamFeet, squawkOf } from './fields.ts';
import { adsbRowAt, levelOf } from './row.ts';
import { modeAcType } from './texts.ts';

const identBit = 0x80;
/** From 0 A4 A2 A1 0 B4 B2 B1 ident C4 C2 C1 0 D4 D2 D1 to the order of Mode S codes. */
const order = [0x10, 0x1000, 0x20, 0x2000, 0x40, 0x4000, 0, 0x100, 0x1, 0x200, 0x2, 0x400, 0x4];

export function modeAcRow(code: number, timeMs: number, signal: number | null, stationId: string | null): AdsbMessage {
  const identity = order.reduce((value, mask) => (value << 1) | (code & mask ? 1 : 0), 0);
  const isIdent = (code & identBit) !== 0;
  // Replies with an altitude never contain the ident pulse (ICAO Annex 10, volume IV).
  const feet = isIdent ? null : gillhamFeet(identity);
  const row = adsbRowAt(timeMs, stationId);
  row.level = levelOf(signal);
  row.msgType = modeAcType;
  row.modeA = squawkOf(identity);
  if (isIdent) row.modeAIdent = 'IDENT';
  if (feet !== null) row.modeC = String(feet);
  row.address = `00${row.modeA}`;
  row.addressType = 'Other Address';
  return row;
}
