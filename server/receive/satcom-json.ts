/** Lines of satellite decoders: JAERO and SatDump (Inmarsat, type IMSL), iridium-toolkit (Iridium, type IRDM). */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { finiteNumber } from '../base/clean-text.ts';
import {
  address,
  code,
  decibels,
  flag,
  isObject,
  type Json,
  megahertz,
  position,
  tailOf,
  textOf,
  under,
} from '../base/json-values.ts';
import { adscReport, fromLibacars, instant, isUnreadable, unassembled } from './libacars-json.ts';
import { iridiumExtra, jaeroExtra, satdumpExtra } from './message-extra.ts';

type Result = { readonly row: AcarsMessage; readonly extra: string | null } | { readonly leftOut: string };

const noFlags = { isOnground: null, isResponse: null } as const;

/** `type` defines which end is the aircraft: in a downlink it is the source. */
export function fromJaero(line: Json, nowMs: number): Result {
  const isu = under(line, 'isu');
  if (!isObject(isu.acars)) return { leftOut: 'no ACARS in this line (Inmarsat)' };
  if (isUnreadable(isu.acars)) return { leftOut: 'the ACARS part is unreadable (Inmarsat)' };
  const [src, dst] = [under(isu, 'src'), under(isu, 'dst')];
  const isAircraft = ({ type }: Json): boolean => typeof type === 'string' && type.startsWith('Aircraft');
  const aircraft = [src, dst].find(isAircraft) ?? {};
  return {
    row: {
      icao: aircraftAddress(aircraft.addr),
      toAddr: address(dst.addr, 'address'),
      type: 'IMSL',
      ...fromLibacars(line, isu.acars, nowMs),
      ...noFlags,
    },
    extra: jaeroExtra(line, isu, isu.acars),
  };
}

/** Uplinks only. It writes numbers for characters and addresses, other versions write text. */
export function fromSatdump(line: Json, nowMs: number): Result {
  if (line.msg_name !== 'ACARS') return { leftOut: 'no ACARS in this line (Inmarsat)' };
  const report = adscReport(under(line, 'libacars'));
  const ack = characterOf(line.tak, 'tak');
  return {
    row: {
      tail: tailOf(line.plane_reg),
      flight: code(line.flight, 'flight'),
      text: textOf({ text: line.message }),
      aggregationStatus: null,
      freq: megahertz(line.freq),
      stationId: code(under(line, 'source').station_id, 'station_id'),
      channel: null,
      level: decibels(line.level),
      error: null,
      mode: characterOf(line.mode, 'mode'),
      label: labelOf(line.label),
      blockId: characterOf(line.bi, 'bi'),
      ack,
      msgno: null,
      end: flag(line.more_to_come),
      alt: finiteNumber(report?.alt),
      dsta: null,
      icao: aircraftAddress(under(line, 'signal_unit').aes_id),
      toAddr: null,
      type: 'IMSL',
      ...unassembled,
      ...noFlags,
      ...instant(line.timestamp, 0, nowMs),
      ...position(report?.lat, report?.lon),
    },
    extra: satdumpExtra(line),
  };
}

/** One of its two modes prints the ACARS part by libacars. It contains no address. */
export function fromIridium(line: Json, nowMs: number): Result {
  const { acars } = line;
  if (!isObject(acars)) return { leftOut: 'no ACARS in this line (Iridium)' };
  if (isUnreadable(acars)) return { leftOut: 'the ACARS part is unreadable (Iridium)' };
  const seconds = secondsOf(acars.timestamp ?? line.timestamp);
  const station = under(line, 'source').station_id;
  const frame = { t: { sec: seconds }, freq: line.freq, sig_level: line.level, station };
  const read = fromLibacars(frame, acars, nowMs);
  return {
    row: {
      icao: null,
      toAddr: null,
      type: 'IRDM',
      ...noFlags,
      ...read,
      tail: tailOf(acars.tail) ?? read.tail,
      label: labelOf(acars.label),
      blockId: read.blockId ?? code(acars.block_id, 'block_id'),
      msgno: read.msgno ?? code(acars.message_number, 'message_number'),
      error: finiteNumber(acars.errors) ?? read.error,
      // False = the block does not end the message: another one follows.
      end: typeof acars.block_end === 'boolean' ? !acars.block_end : read.end,
    },
    extra: iridiumExtra(line, acars),
  };
}

/** Ground stations have two digits. */
const aircraftAddress = (value: unknown): string | null => {
  const text = address(value, 'address');
  return text !== null && /^[0-9A-F]{6}$/.test(text) ? text : null;
};

/** A character, or its number. 21 = NAK, printed as `!` by other programs. */
function characterOf(value: unknown, name: string): string | null {
  if (typeof value !== 'number') return code(value, name);
  if (value === 0x15) return '!';
  return value > 0x20 && value < 0x7f ? String.fromCharCode(value) : null;
}

/** The second character of the link test `_d` is DEL on the air. */
const labelOf = (value: unknown): string | null =>
  code(typeof value === 'string' ? value.replace('\u007f', 'd') : value, 'label');

function secondsOf(value: unknown): number | null {
  if (typeof value !== 'string') return finiteNumber(value);
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : ms / 1000;
}
