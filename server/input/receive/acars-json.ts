/** Parses a JSON line of a decoder into a row. Never throws. Absent values are null. */
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
  Unusable,
  under,
} from '../../base/json-values.ts';
import type { LinkEvent } from '../../messages/link-events.ts';
import type { HfdlId, HfdlLogons } from './hfdl-logons.ts';
import { isHfdl, isVdlm2dec, parseLine, programOf } from './json-line.ts';
import { acarsRowAt, adscReport, isUnreadable, rowOfLibacars, setPlace } from './libacars-json.ts';
import { flatEvent, hfdlEvent, vdl2Event } from './link-event-json.ts';
import { airTrafficOf, flatExtra, hfdlAircraft, hfdlEnds, hfdlExtra, vdl2Extra } from './message-extra.ts';
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

/** Like `readAcarsLine`, for a parsed line. `logons` = what the lines before it said. */
export function readAcarsObject(value: Json, nowMs: number, logons: HfdlLogons | null = null): Received {
  try {
    const vdl2 = isObject(value.vdl2) ? value.vdl2 : isObject(value.avlc) ? value : null;
    if (vdl2) return fromDumpvdl2(vdl2, nowMs);
    const hfdl = isObject(value.hfdl) ? value.hfdl : isHfdl(value) ? value : null;
    if (hfdl) return fromDumphfdl(hfdl, nowMs, logons);
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

/** acarsdec, and vdlm2dec, which uses its flat shape with addresses. */
function fromFlat(value: Json, nowMs: number): Received {
  if (!('label' in value) && !('mode' in value)) return { event: flatEvent(value, nowMs) };
  const isVdl = isVdlm2dec(value);
  const squitter = squitterText(value);
  // vdlm2dec writes these two only when they are set, and on ground never in uplinks.
  const silentFlag = isVdl ? false : null;
  const isUplink = 'fromaddr' in value;
  const report = adscReport(under(value, 'libacars'));
  const row = acarsRowAt(value.timestamp, 0, nowMs);
  row.tail = tailOf(value.tail);
  row.text = squitter === null ? textOf(value) : textOf({ text: squitter });
  row.aggregationStatus = code(value.assstat, 'assstat');
  row.freq = megahertz(value.freq);
  row.stationId = code(value.station_id, 'station_id');
  row.channel = finiteNumber(value.channel);
  row.level = decibels(value.level);
  row.error = finiteNumber(value.error);
  row.mode = code(value.mode, 'mode');
  row.label = code(value.label, 'label');
  row.blockId = code(value.block_id, 'block_id');
  if (typeof value.ack !== 'boolean') row.ack = code(value.ack, 'ack');
  if (squitter === null) {
    row.flight = code(value.flight, 'flight');
    row.msgno = code(value.msgno, 'msgno');
  }
  row.end = flag(value.end);
  row.alt = finiteNumber(value.alt ?? report?.alt);
  row.dsta = code(value.dsta, 'dsta');
  row.icao = aircraftAddress(value.icao ?? value.hex);
  row.isOnground = flag(value.is_onground) ?? (isUplink ? null : silentFlag);
  row.isResponse = flag(value.is_response) ?? silentFlag;
  // In uplinks vdlm2dec writes `fromaddr`, and the destination into `icao` and `hex`.
  row.toAddr = address(isUplink ? (value.icao ?? value.hex) : value.toaddr);
  row.type = isVdl ? 'VDLM2' : 'ACARS';
  setPlace(row, value.lat ?? report?.lat, value.lon ?? report?.lon);
  return { row, extra: flatExtra(value) };
}

/**
 * A squitter has no block, and its text begins at once. vdlm2dec takes its first ten characters for the number of a message and a flight, as
 * in a block from an aircraft.
 */
function squitterText({ label, block_id, msgno, flight, text, msg_text }: Json): string | null {
  const isSquitter = label === 'SQ' && (typeof block_id !== 'string' || !/^[0-9A-Z]$/i.test(block_id));
  if (!isSquitter || typeof msgno !== 'string' || msgno === '') return null;
  return [msgno, flight, text ?? msg_text].filter((part) => typeof part === 'string').join('');
}

function fromDumpvdl2(frame: Json, nowMs: number): Received {
  const avlc = under(frame, 'avlc');
  const atn = isObject(avlc.acars) ? null : airTrafficOf(avlc);
  const acars = atn ? { x25: avlc.x25 } : avlc.acars;
  if (!isObject(acars)) return vdl2Event(frame, avlc, nowMs);
  if (isUnreadable(acars)) return { leftOut: 'the ACARS part is unreadable (VDL2)' };
  const [src, dst] = [under(avlc, 'src'), under(avlc, 'dst')];
  const aircraft = src.type === 'Aircraft' ? src : dst.type === 'Aircraft' ? dst : {};
  const row = rowOfLibacars(frame, acars, nowMs);
  row.icao = aircraftAddress(aircraft.addr);
  if (typeof aircraft.status === 'string') row.isOnground = aircraft.status !== 'Airborne';
  if (typeof avlc.cr === 'string') row.isResponse = avlc.cr === 'Response';
  row.toAddr = address(dst.addr);
  row.type = 'VDLM2';
  row.flight ??= atn && logonFlight(atn);
  return { row, extra: vdl2Extra(frame, avlc, acars) };
}

/** A log-on over ATN names its flight. */
function logonFlight({ context_mgmt }: Json): string | null {
  const request = under(under(under({ context_mgmt }, 'context_mgmt'), 'cm_aircraft_message'), 'data');
  return code(under(request, 'atn_context_mgmt_logon_request').flight_id, 'flight_id');
}

function fromDumphfdl(frame: Json, nowMs: number, logons: HfdlLogons | null): Received {
  const lpdu = under(frame, 'lpdu');
  const hfnpdu = under(lpdu, 'hfnpdu');
  if (!isObject(hfnpdu.acars)) return withLogon(hfdlEvent(frame, nowMs), lpdu, logons);
  if (isUnreadable(hfnpdu.acars)) return { leftOut: 'the ACARS part is unreadable (HFDL)' };
  const dst = under(lpdu, 'dst');
  const row = rowOfLibacars(frame, hfnpdu.acars, nowMs);
  const sent = aircraftAddress(hfdlAircraft(lpdu).icao);
  const { stationId, freq, timestamp } = row;
  const of: HfdlId = { stationId, freq, seconds: timestamp ?? 0, id: hfdlEnds(lpdu).acId };
  row.icao = sent ?? logons?.addressOf(of) ?? null;
  if (dst.type === 'Aircraft') row.toAddr = row.icao;
  row.type = 'HFDL';
  row.flight ??= code(hfnpdu.flight_id, 'flight_id');
  const pos = under(hfnpdu, 'pos');
  if (row.lat === null) setPlace(row, pos.lat, pos.lon);
  return { row, extra: hfdlExtra(frame, lpdu, hfnpdu.acars, row.icao !== sent) };
}

/** A log-on names the aircraft of an id, a log-off ends it. Other frames of that id get its address. */
function withLogon(read: ReturnType<typeof hfdlEvent>, lpdu: Json, logons: HfdlLogons | null): Received {
  if (!('event' in read) || !logons) return read;
  const { event } = read;
  const { stationId, freq, timestamp: seconds } = event;
  const of = (id: unknown): HfdlId => ({ stationId, freq, seconds, id });
  const { acId } = hfdlEnds(lpdu);
  if (event.kind === 'logon') logons.learn(of(lpdu.assigned_ac_id), event.icao);
  else if (event.kind === 'logoff') logons.forget(of(acId));
  else if (event.icao === null) return { event: { ...event, icao: logons.addressOf(of(acId)) } };
  return read;
}
