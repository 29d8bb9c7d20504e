/** Parses a JSON line of a decoder into a row. Never throws. Absent values are null. */
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
  Unusable,
  under,
} from '../base/json-values.ts';
import type { LinkEvent } from '../messages/link-event.ts';
import { parseLine } from './json-line.ts';
import { adscReport, fromLibacars, instant, isUnreadable, unassembled } from './libacars-json.ts';
import { programOf } from './line-programs.ts';
import { hfdlEvent, vdl2Event, vdlm2decEvent } from './link-event-json.ts';
import { flatExtra, hfdlExtra, vdl2Extra } from './message-extra.ts';
import { fromIridium, fromJaero, fromSatdump } from './satcom-json.ts';

/**
 * A message with what its columns lack (JSON text), or an event of the link. `leftOut` = a valid line without any use. `broken` = an
 * unusable line. Both contain a reason for reports.
 */
export type Received = Stored | { readonly leftOut: string } | { readonly broken: string };
type Stored = { readonly row: AcarsMessage; readonly extra: string | null } | { readonly event: LinkEvent };

/** Reads a line. `nowMs` bounds the future: a receiver clock more than a day ahead is refused. */
export function readAcarsLine(line: string, nowMs: number): Received {
  const parsed = parseLine(line);
  return 'broken' in parsed ? parsed : readAcarsObject(parsed.value, nowMs);
}

/** Like `readAcarsLine`, for a parsed line. */
export function readAcarsObject(value: Json, nowMs: number): Received {
  try {
    const vdl2 = isObject(value.vdl2) ? value.vdl2 : isObject(value.avlc) ? value : null;
    if (vdl2) return fromDumpvdl2(vdl2, nowMs);
    const hfdl = isObject(value.hfdl) ? value.hfdl : isObject(value.lpdu) || isObject(value.spdu) ? value : null;
    if (hfdl) return fromDumphfdl(hfdl, nowMs);
    switch (programOf(value)) {
      case 'acarsdec':
        return fromFlat(value, nowMs);
      case 'JAERO':
        return fromJaero(value, nowMs);
      case 'SatDump':
        return fromSatdump(value, nowMs);
      case 'iridium-toolkit':
        return fromIridium(value, nowMs);
      case null:
        return { leftOut: 'not a line of a supported decoder' };
    }
  } catch (error) {
    // Anyone can transmit: a line that breaks our reader must not stop a listener.
    return { broken: error instanceof Unusable ? error.message : 'the line could not be read' };
  }
}

/**
 * acarsdec, and vdlm2dec, which uses its flat shape with addresses. Spreads are last in each object that is made per line: V8 of Node 20
 * needs 2 µs for each property after a spread, 80 instead of 2 µs for a message (decision 131).
 */
function fromFlat(value: Json, nowMs: number): Received {
  if (!('label' in value) && !('mode' in value)) return { event: vdlm2decEvent(value, nowMs) };
  const isVdl = under(value, 'app').name === 'vdlm2dec' || 'icao' in value || 'toaddr' in value || 'fromaddr' in value;
  const silentFlag = isVdl ? false : null; // vdlm2dec writes these two only when they are set
  const report = adscReport(under(value, 'libacars'));
  return {
    row: {
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
      ...unassembled,
      ...instant(value.timestamp, 0, nowMs),
      ...position(value.lat ?? report?.lat, value.lon ?? report?.lon),
    },
    extra: flatExtra(value),
  };
}

function fromDumpvdl2(frame: Json, nowMs: number): Received {
  const avlc = under(frame, 'avlc');
  if (!isObject(avlc.acars)) return vdl2Event(frame, avlc, nowMs);
  if (isUnreadable(avlc.acars)) return { leftOut: 'the ACARS part is unreadable (VDL2)' };
  const [src, dst] = [under(avlc, 'src'), under(avlc, 'dst')];
  const aircraft = src.type === 'Aircraft' ? src : dst.type === 'Aircraft' ? dst : {};
  return {
    row: {
      icao: address(aircraft.addr, 'address'),
      isOnground: typeof aircraft.status === 'string' ? aircraft.status !== 'Airborne' : null,
      isResponse: typeof avlc.cr === 'string' ? avlc.cr === 'Response' : null,
      toAddr: address(dst.addr, 'address'),
      type: 'VDLM2',
      ...fromLibacars(frame, avlc.acars, nowMs),
    },
    extra: vdl2Extra(frame, avlc, avlc.acars),
  };
}

function fromDumphfdl(frame: Json, nowMs: number): Received {
  const lpdu = under(frame, 'lpdu');
  const hfnpdu = under(lpdu, 'hfnpdu');
  if (!isObject(hfnpdu.acars)) return hfdlEvent(frame, nowMs);
  if (isUnreadable(hfnpdu.acars)) return { leftOut: 'the ACARS part is unreadable (HFDL)' };
  const [src, dst] = [under(lpdu, 'src'), under(lpdu, 'dst')];
  const to = address(under(dst, 'ac_info').icao, 'address');
  const common = fromLibacars(frame, hfnpdu.acars, nowMs);
  const pos = under(hfnpdu, 'pos');
  return {
    row: {
      icao: address(under(src, 'ac_info').icao, 'address') ?? to ?? address(under(lpdu, 'ac_info').icao, 'address'),
      isOnground: null,
      isResponse: null,
      toAddr: to,
      type: 'HFDL',
      ...common,
      ...(common.lat === null ? position(pos.lat, pos.lon) : {}),
      flight: common.flight ?? code(hfnpdu.flight_id, 'flight_id'),
    },
    extra: hfdlExtra(frame, lpdu, hfnpdu.acars),
  };
}
