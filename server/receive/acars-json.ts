/**
 * One JSON line of a receiver (acarsdec, vdlm2dec, dumpvdl2, dumphfdl) to one row of the wire's own names.
 * Must not: throw, touch the database, or guess what the receiver did not say (an absent value is null).
 */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { finiteNumber } from './clean-text.ts';
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
  Unusable,
  under,
} from './json-values.ts';
import { receptionTime } from './reception-time.ts';

/** `leftOut` = a good line that is no ACARS message; `broken` = a line that nobody can use. Both say why in words for a report. */
export type Received = { readonly row: AcarsMessage } | { readonly leftOut: string } | { readonly broken: string };

/** A line longer than this is refused unread. A MIAM file transfer, the longest thing on ACARS, stays well below. */
export const maxLineLength = 1_000_000;

/** Reads one line. `nowMs` bounds the future: a receiver whose clock runs more than a day ahead is refused. */
export function readAcarsLine(line: string, nowMs: number): Received {
  if (line.length > maxLineLength) return { broken: `the line is longer than ${maxLineLength} characters` };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { broken: 'not JSON' };
  }
  return readAcarsObject(value, nowMs);
}

/** As `readAcarsLine`, of a line that is parsed already. */
export function readAcarsObject(value: unknown, nowMs: number): Received {
  if (!isObject(value)) return { broken: 'not a JSON object' };
  try {
    const vdl2 = isObject(value.vdl2) ? value.vdl2 : isObject(value.avlc) ? value : null;
    if (vdl2) return fromDumpvdl2(vdl2, nowMs);
    const hfdl = isObject(value.hfdl) ? value.hfdl : isObject(value.lpdu) || isObject(value.spdu) ? value : null;
    if (hfdl) return fromDumphfdl(hfdl, nowMs);
    return fromFlat(value, nowMs);
  } catch (error) {
    // Anyone can transmit: a line that our reading stumbles over must not stop a listener.
    return { broken: error instanceof Unusable ? error.message : 'the line could not be read' };
  }
}

// ---- time and place

/** Seconds and microseconds of the receiver's clock; the sort key is cut to the whole second, the fraction stays in `timestamp`. */
function instant(
  seconds: unknown,
  microseconds: unknown,
  nowMs: number,
): Pick<AcarsMessage, 'acarsDateTime' | 'timestamp'> {
  const whole = finiteNumber(seconds);
  const time = receptionTime(whole === null ? null : whole + (finiteNumber(microseconds) ?? 0) / 1e6, nowMs);
  return { acarsDateTime: writeInstant(time.ms), timestamp: time.seconds };
}

/** A position that the aircraft reported by ADS-C and the receiver decoded: latitude, longitude, altitude in ft. */
function adscReport(acars: Json): { lat: unknown; lon: unknown; alt: unknown } | null {
  const tags = under(under(acars, 'arinc622'), 'adsc').tags;
  if (!Array.isArray(tags)) return null;
  for (const tag of tags) {
    if (!isObject(tag)) continue;
    const report = Object.values(tag).find((part): part is Json => isObject(part) && 'lat' in part && 'alt' in part);
    if (report) return { lat: report.lat, lon: report.lon, alt: report.alt };
  }
  return null;
}

// ---- shapes

const empty = { aggregatedText: null, consensusStatus: null, consensusResult: null } as const;

/** acarsdec, and vdlm2dec which shares its flat shape and adds addresses. */
function fromFlat(value: Json, nowMs: number): Received {
  if (!('label' in value) && !('mode' in value)) {
    const isLinkControl = 'timestamp' in value && ('icao' in value || 'depa' in value);
    return isLinkControl
      ? { leftOut: 'no ACARS in this line (link control or a route)' }
      : { leftOut: 'not a line of acarsdec, vdlm2dec, dumpvdl2 or dumphfdl' };
  }
  const isVdl = under(value, 'app').name === 'vdlm2dec' || 'icao' in value || 'toaddr' in value || 'fromaddr' in value;
  const silentFlag = isVdl ? false : null; // vdlm2dec writes these two only when they are set
  const report = adscReport(under(value, 'libacars'));
  return {
    row: {
      ...empty,
      ...instant(value.timestamp, 0, nowMs),
      ...position(value.lat ?? report?.lat, value.lon ?? report?.lon),
      tail: tailOf(value.tail),
      flight: code(value.flight, 'flight'),
      text: textOf(value),
      aggregationStatus: code(value.assstat, 'assstat'),
      freq: megahertz(value.freq),
      stationId: code(value.station_id, 'station_id'),
      channel: finiteNumber(value.channel),
      level: decibels(value.level),
      error: finiteNumber(value.error),
      mode: code(value.mode, 'mode'),
      label: code(value.label, 'label'),
      blockId: code(value.block_id, 'block_id'),
      ack: typeof value.ack === 'boolean' ? null : code(value.ack, 'ack'),
      msgno: code(value.msgno, 'msgno'),
      end: flag(value.end),
      alt: finiteNumber(value.alt ?? report?.alt),
      dsta: code(value.dsta, 'dsta'),
      icao: address(value.icao, 'icao'),
      isOnground: flag(value.is_onground) ?? silentFlag,
      isResponse: flag(value.is_response) ?? silentFlag,
      toAddr: address(value.toaddr, 'toaddr'),
      type: isVdl ? 'VDLM2' : 'ACARS',
    },
  };
}

/** What dumpvdl2 and dumphfdl say alike: both print the ACARS part through libacars. */
function fromLibacars(frame: Json, acars: Json, nowMs: number) {
  const time = under(frame, 't');
  const report = adscReport(acars);
  const number = code(acars.msg_num, 'msg_num');
  const isDamaged = acars.err === true || acars.crc_ok === false;
  return {
    ...empty,
    ...instant(time.sec, time.usec, nowMs),
    ...position(report?.lat, report?.lon),
    tail: tailOf(acars.reg),
    flight: code(acars.flight, 'flight'),
    text: textOf(acars),
    aggregationStatus: code(acars.reassembly, 'reassembly'),
    freq: megahertz(frame.freq),
    stationId: code(frame.station, 'station'),
    channel: null,
    level: decibels(frame.sig_level),
    error: isDamaged ? 1 : 0,
    mode: code(acars.mode, 'mode'),
    label: code(acars.label, 'label'),
    blockId: code(acars.blk_id, 'blk_id'),
    ack: typeof acars.ack === 'boolean' ? null : code(acars.ack, 'ack'),
    msgno: number === null ? null : number + (code(acars.msg_num_seq, 'msg_num_seq') ?? ''),
    // acarsdec's `end` and libacars' `more` say the same: the block ended with ETB, another one follows.
    end: flag(acars.more),
    alt: finiteNumber(report?.alt),
    dsta: code(acars.dsta, 'dsta'),
  };
}

/** True when the decoder found an ACARS part but could read nothing of it. */
const isUnreadable = (acars: Json): boolean => acars.err === true && !('label' in acars) && !('msg_text' in acars);

function fromDumpvdl2(frame: Json, nowMs: number): Received {
  const avlc = under(frame, 'avlc');
  if (!isObject(avlc.acars)) return { leftOut: 'no ACARS in this line (VDL2 link control)' };
  if (isUnreadable(avlc.acars)) return { leftOut: 'the ACARS part is unreadable (VDL2)' };
  const [src, dst] = [under(avlc, 'src'), under(avlc, 'dst')];
  const aircraft = src.type === 'Aircraft' ? src : dst.type === 'Aircraft' ? dst : {};
  return {
    row: {
      ...fromLibacars(frame, avlc.acars, nowMs),
      icao: address(aircraft.addr, 'address'),
      isOnground: typeof aircraft.status === 'string' ? aircraft.status !== 'Airborne' : null,
      isResponse: typeof avlc.cr === 'string' ? avlc.cr === 'Response' : null,
      toAddr: address(dst.addr, 'address'),
      type: 'VDLM2',
    },
  };
}

function fromDumphfdl(frame: Json, nowMs: number): Received {
  const lpdu = under(frame, 'lpdu');
  const hfnpdu = under(lpdu, 'hfnpdu');
  if (!isObject(hfnpdu.acars)) return { leftOut: 'no ACARS in this line (HFDL link control)' };
  if (isUnreadable(hfnpdu.acars)) return { leftOut: 'the ACARS part is unreadable (HFDL)' };
  const [src, dst] = [under(lpdu, 'src'), under(lpdu, 'dst')];
  const to = address(under(dst, 'ac_info').icao, 'address');
  const common = fromLibacars(frame, hfnpdu.acars, nowMs);
  const said = under(hfnpdu, 'pos');
  const place = position(said.lat, said.lon);
  return {
    row: {
      ...common,
      ...(common.lat === null ? place : {}),
      flight: common.flight ?? code(hfnpdu.flight_id, 'flight_id'),
      icao: address(under(src, 'ac_info').icao, 'address') ?? to ?? address(under(lpdu, 'ac_info').icao, 'address'),
      isOnground: null,
      isResponse: null,
      toAddr: to,
      type: 'HFDL',
    },
  };
}
