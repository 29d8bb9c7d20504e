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
  setJaeroText(row, isu.acars.msg_text, isAircraft(src));
  row.icao = aircraftAddress(aircraft.addr);
  // Ground stations have two digits.
  row.toAddr = address(dst.addr);
  row.type = 'IMSL';
  return { row, extra: jaeroExtra(line, isu, isu.acars) };
}

/** The format JSON: it omits direction, station and decoded part. Only downlinks have a digit as block id, and a flight. Uplinks have a letter. */
function fromJaeroJson(line: Json, nowMs: number): Result {
  if ('DCD' in line) return { leftOut: 'a status of JAERO, without a message' };
  if (line.NONACARS === true) return { leftOut: 'no ACARS in this line (Inmarsat)' };
  const row = acarsRowAt(timeOf(line.TIME ?? line.TIME_UTC).seconds, 0, nowMs);
  row.tail = tailOf(line.REG);
  row.flight = code(line.FLIGHT, 'FLIGHT');
  row.mode = code(line.MODE, 'MODE');
  row.label = labelOf(line.LABEL);
  row.blockId = code(line.BI, 'BI');
  row.ack = code(line.TAK, 'TAK');
  setJaeroText(row, line.MESSAGE, /^\d$/.test(row.blockId ?? ''));
  row.icao = aircraftAddress(line.AESID);
  if (/^[A-Z]$/i.test(row.blockId ?? '')) row.toAddr = row.icao;
  row.type = 'IMSL';
  return { row, extra: jaeroOwnExtra(line) };
}

/**
 * JAERO 1.0.4.14 puts a tab before each further line. In a downlink the number of the message and the flight are the first ten
 * characters of the text, and of each further block that it joined. `row.flight` = the flight that it names.
 */
function setJaeroText(row: AcarsMessage, sent: unknown, isDownlink: boolean): void {
  const text = typeof sent === 'string' ? withDel(sent.replaceAll('\n\t', '\n')) : sent;
  const [head = '', number = '', flight = ''] =
    isDownlink && typeof text === 'string' ? (/^([A-Z]\d\d[A-Z])([A-Z0-9 ]{6})/.exec(text) ?? []) : [];
  if (typeof text !== 'string' || head === '' || jaeroFlight(flight) !== (row.flight ?? '')) {
    row.text = textOf({ text });
    return;
  }
  row.msgno = number;
  row.flight = code(flight, 'flight');
  row.text = textOf({ text: withoutHeads(text.slice(head.length), number, flight) });
}

/** Without the zeros after its letters. It names none that begins with a digit, and none that is shorter than three characters. */
function jaeroFlight(flight: string): string {
  const short = flight.replace(/^([A-Z]*)0+/, '$1');
  return /^[A-Z].{2}/.test(short) ? short : '';
}

/** The last character of a number counts the blocks. */
function withoutHeads(text: string, number: string, flight: string): string {
  const next = number.slice(0, 3) + String.fromCharCode(number.charCodeAt(3) + 1);
  const at = text.indexOf(next + flight);
  if (at < 0) return text;
  return text.slice(0, at) + withoutHeads(text.slice(at + next.length + flight.length), next, flight);
}

/** JAERO and SatDump write a word for it. */
const withDel = (text: string): string => text.replaceAll('<DEL>', '\u007f');

/** Uplinks only. It writes numbers for characters and addresses, other versions write text. */
export function fromSatdump(line: Json, nowMs: number): Result {
  if (line.msg_name !== 'ACARS') return { leftOut: 'no ACARS in this line (Inmarsat)' };
  const report = adscReport(under(line, 'libacars'));
  const row = acarsRowAt(line.timestamp, 0, nowMs);
  row.tail = tailOf(line.plane_reg);
  row.flight = code(line.flight, 'flight');
  row.text = textOf({ text: typeof line.message === 'string' ? withDel(line.message) : line.message });
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
  row.toAddr = row.icao;
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
