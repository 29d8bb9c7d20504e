/**
 * Lines of satellite decoders: JAERO and SatDump (Inmarsat, type IMSL), iridium-toolkit (Iridium, type IRDM).
 * Own file: formats of satellite decoders, which share no field with the others.
 */
import type { AcarsMessage } from '../../../contract/entities/messages.ts';
import {
  address,
  aircraftAddress,
  code,
  decibels,
  finiteNumber,
  flag,
  isObject,
  type Json,
  megahertz,
  tailOf,
  textOf,
  under,
} from '../../base/json-values.ts';
import { acarsRowAt, adscReport, isUnreadable, rowOfLibacars, setPlace } from './libacars-json.ts';
import { iridiumExtra, jaeroExtra, jaeroOwnExtra, satdumpExtra } from './message-extra.ts';

type Result = { readonly row: AcarsMessage; readonly extra: string | null } | { readonly leftOut: string };

/** The format JSONdump. `type` defines which end is the aircraft: in a downlink it is the source. */
export function fromJaero(line: Json, nowMs: number): Result {
  if (!isObject(line.isu)) return fromJaeroJson(line, nowMs);
  const isu = under(line, 'isu');
  if (!isObject(isu.acars)) return { leftOut: 'no ACARS in this line (Inmarsat)' };
  if (isUnreadable(isu.acars)) return { leftOut: 'the ACARS part is unreadable (Inmarsat)' };
  const [src, dst] = [under(isu, 'src'), under(isu, 'dst')];
  const isAircraft = ({ type }: Json): boolean => typeof type === 'string' && type.startsWith('Aircraft');
  const aircraft = [src, dst].find(isAircraft) ?? {};
  const row = rowOfLibacars(line, isu.acars, nowMs);
  row.icao = aircraftAddress(aircraft.addr);
  // Ground stations have two digits.
  row.toAddr = address(dst.addr);
  row.type = 'IMSL';
  return { row, extra: jaeroExtra(line, isu, isu.acars) };
}

/** The format JSON: it omits direction, station and decoded part. Only downlinks have a flight. */
function fromJaeroJson(line: Json, nowMs: number): Result {
  if ('DCD' in line) return { leftOut: 'a status of JAERO, without a message' };
  if (line.NONACARS === true) return { leftOut: 'no ACARS in this line (Inmarsat)' };
  const row = acarsRowAt(timeOf(line.TIME ?? line.TIME_UTC).seconds, 0, nowMs);
  row.tail = tailOf(line.REG);
  row.flight = code(line.FLIGHT, 'FLIGHT');
  row.text = textOf({ text: line.MESSAGE });
  row.mode = code(line.MODE, 'MODE');
  row.label = labelOf(line.LABEL);
  row.blockId = code(line.BI, 'BI');
  row.ack = code(line.TAK, 'TAK');
  row.icao = aircraftAddress(line.AESID);
  row.type = 'IMSL';
  return { row, extra: jaeroOwnExtra(line) };
}

/** Uplinks only. It writes numbers for characters and addresses, other versions write text. */
export function fromSatdump(line: Json, nowMs: number): Result {
  if (line.msg_name !== 'ACARS') return { leftOut: 'no ACARS in this line (Inmarsat)' };
  const report = adscReport(under(line, 'libacars'));
  const row = acarsRowAt(line.timestamp, 0, nowMs);
  row.tail = tailOf(line.plane_reg);
  row.flight = code(line.flight, 'flight');
  row.text = textOf({ text: line.message });
  row.freq = megahertz(line.freq);
  row.stationId = code(under(line, 'source').station_id, 'station_id');
  row.level = decibels(line.level);
  row.mode = characterOf(line.mode, 'mode');
  row.label = labelOf(line.label);
  row.blockId = characterOf(line.bi, 'bi');
  row.ack = characterOf(line.tak, 'tak');
  row.end = flag(line.more_to_come);
  row.alt = finiteNumber(report?.alt);
  row.icao = aircraftAddress(under(line, 'signal_unit').aes_id);
  row.type = 'IMSL';
  setPlace(row, report?.lat, report?.lon);
  return { row, extra: satdumpExtra(line) };
}

/** One of its two modes prints the ACARS part by libacars. It contains no address. */
export function fromIridium(line: Json, nowMs: number): Result {
  const { acars } = line;
  if (!isObject(acars)) return { leftOut: 'no ACARS in this line (Iridium)' };
  if (isUnreadable(acars)) return { leftOut: 'the ACARS part is unreadable (Iridium)' };
  const { seconds, hasZone } = timeOf(acars.timestamp ?? line.timestamp);
  const station = under(line, 'source').station_id;
  const frame = { t: { sec: seconds }, freq: line.freq, sig_level: line.level, station };
  const row = rowOfLibacars(frame, acars, nowMs);
  row.type = 'IRDM';
  row.tail = tailOf(acars.tail) ?? row.tail;
  row.label = labelOf(acars.label);
  row.blockId ??= code(acars.block_id, 'block_id');
  row.msgno ??= code(acars.message_number, 'message_number');
  row.error = finiteNumber(acars.errors) ?? row.error;
  // False = the block does not end the message: another one follows.
  if (typeof acars.block_end === 'boolean') row.end = !acars.block_end;
  return { row, extra: iridiumExtra(line, acars, hasZone) };
}

/** A character, or its number. 21 = NAK, printed as `!` by other programs. */
function characterOf(value: unknown, name: string): string | null {
  if (typeof value !== 'number') return code(value, name);
  if (value === 0x15) return '!';
  return value > 0x20 && value < 0x7f ? String.fromCharCode(value) : null;
}

/** The second character of the link test `_d` is DEL on the air. */
const labelOf = (value: unknown): string | null =>
  code(typeof value === 'string' ? value.replace('\u007f', 'd') : value, 'label');

/** Epoch seconds, or a date and time. Without a zone it is UTC, never the zone of this server. */
function timeOf(value: unknown): { readonly seconds: number | null; readonly hasZone: boolean } {
  if (typeof value !== 'string' || !value.includes(':')) return { seconds: finiteNumber(value), hasZone: true };
  const text = value.trim();
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const ms = Date.parse(hasZone ? text : `${text.replace(' ', 'T')}Z`);
  return { seconds: Number.isNaN(ms) ? null : ms / 1000, hasZone };
}
