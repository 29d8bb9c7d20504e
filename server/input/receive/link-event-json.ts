/**
 * Lines without a message: link control of VDL2 and HFDL, and facts of aircraft by acarsdec and vdlm2dec (decision 7).
 * Own file: a format of its own, without a text.
 */
import {
  address,
  aircraftAddress,
  code,
  decibels,
  finiteNumber,
  isObject,
  type Json,
  megahertz,
  position,
  under,
} from '../../base/json-values.ts';
import type { LinkEvent, LinkEventKind } from '../../messages/link-events.ts';
import { aircraftOf, extraText, frameKeys, groundOf, names, pick, radioOf, rest } from './extra-json.ts';
import { isVdlm2dec } from './json-line.ts';
import { instant } from './libacars-json.ts';
import { hfdlAircraft, hfdlEnds } from './message-extra.ts';

type Result = { readonly event: LinkEvent } | { readonly leftOut: string };

const noPlace = { lat: null, lon: null } as const;
/** Frames without content are counted: their details are not stored. */
const isCounted = (kind: LinkEventKind): boolean => kind === 'ready' || kind === 'empty';

function timed(seconds: unknown, microseconds: unknown, nowMs: number): Pick<LinkEvent, 'at' | 'timestamp'> {
  const { acarsDateTime, timestamp } = instant(seconds, microseconds, nowMs);
  return { at: acarsDateTime, timestamp: timestamp ?? 0 };
}

/** Time, frequency, level and receiver of dumpvdl2 and dumphfdl. */
const received = (frame: Json, nowMs: number) => ({
  stationId: code(frame.station, 'station'),
  freq: megahertz(frame.freq),
  level: decibels(frame.sig_level),
  ...timed(under(frame, 't').sec, under(frame, 't').usec, nowMs),
});

const avlcKeys = new Set(['src', 'dst', 'xid', 'frame_type']);
const xidNames = names('xid:type meaning:type_descr');
const xidKeys = new Set(['err', 'type', 'type_descr', 'pub_params', 'vdl_params']);

/** A frame of dumpvdl2 without ACARS. */
export function vdl2Event(frame: Json, avlc: Json, nowMs: number): Result {
  const ends = [under(avlc, 'src'), under(avlc, 'dst')];
  if (ends.every(({ addr }) => addr === undefined)) return { leftOut: 'no addresses in this line (VDL2)' };
  const kind = vdl2Kind(avlc);
  const xid = under(avlc, 'xid');
  const params = { ...named(xid.pub_params), ...named(xid.vdl_params) };
  const { xid_sequencing: _sequence, ...lasting } = params;
  const place = under(under(params, 'ac_location'), 'loc');
  const end = (type: string): Json => ends.find((one) => one.type === type) ?? {};
  const [aircraft, ground] = [end('Aircraft'), end('Ground station')];
  const detail = {
    radio: radioOf(frame),
    aircraft: aircraftOf(aircraft),
    ground: groundOf(ground),
    decoded: params,
    other: {
      ...pick(xid, xidNames),
      ...rest(avlc, avlcKeys),
      ...rest(xid, xidKeys),
      ...rest(frame, frameKeys),
    },
  };
  return {
    event: {
      link: 'VDLM2',
      kind,
      icao: aircraftAddress(aircraft.addr),
      groundStation: address(ground.addr),
      flight: null,
      detail: isCounted(kind) ? null : extraText(detail),
      repeats: kind === 'gsif' ? extraText({ decoded: lasting }) : null,
      ...received(frame, nowMs),
      ...position(place.lat, place.lon),
    },
  };
}

/** DISC, UA, DM, FRMR, TEST and UI control the link. So do requests to wait or to repeat. */
function vdl2Kind(avlc: Json): LinkEventKind {
  if (isObject(avlc.xid)) {
    const type = String(avlc.xid.type);
    return /_HO\b/.test(type) ? 'handoff' : /GSIF/.test(type) ? 'gsif' : 'link';
  }
  if (avlc.frame_type === 'U') return 'link';
  if (avlc.frame_type === 'S') return /^receive ready$/i.test(String(avlc.cmd ?? 'receive ready')) ? 'ready' : 'link';
  // The network protocol of ATN is in an object of its own.
  const contents = Object.keys(avlc).filter((key) => key !== 'src' && key !== 'dst' && isObject(avlc[key]));
  return contents.length === 0 ? 'empty' : contents.every((key) => key === 'unknown_proto') ? 'link' : 'atn';
}

/** Parameters of an XID frame, by name. */
function named(params: unknown): Json {
  if (!Array.isArray(params)) return {};
  return Object.fromEntries(
    params.flatMap((one) => (isObject(one) && typeof one.name === 'string' ? [[one.name, one.value]] : [])),
  );
}

const acIdNames = names('acId');
const lpduKeys = new Set(['err', 'src', 'dst', 'type', 'ac_info', 'hfnpdu', 'assigned_ac_id']);
const hfnpduKeys = new Set(['err', 'type', 'pos', 'flight_id']);

const damaged = { leftOut: 'a damaged frame (HFDL)' } as const;

/** A frame of dumphfdl without ACARS. */
export function hfdlEvent(frame: Json, nowMs: number): Result {
  if (isObject(frame.spdu)) return squitterEvent(frame, frame.spdu, nowMs);
  const isMpdu = isObject(frame.mpdu) && !isObject(frame.lpdu);
  const lpdu = under(frame, isMpdu ? 'mpdu' : 'lpdu');
  if (lpdu.err === true) return damaged;
  if (!isObject(lpdu.src) && !isObject(lpdu.dst)) return { leftOut: 'no addresses in this line (HFDL)' };
  const hfnpdu = under(lpdu, 'hfnpdu');
  const ends = hfdlEnds(lpdu);
  const type = isMpdu ? 'MPDU' : String(under(lpdu, 'type').name ?? '');
  const content = String(under(hfnpdu, 'type').name ?? '');
  // A PDU of the medium (--output-mpdus) lists the aircraft that the following frames are for.
  const kind = isMpdu ? 'link' : hfdlKind(type, content);
  const aircraft = hfdlAircraft(lpdu);
  const place = under(hfnpdu, 'pos');
  const assigned = finiteNumber(lpdu.assigned_ac_id);
  const detail = {
    radio: radioOf(frame),
    link: { ...pick(ends, acIdNames), ...(assigned === null ? {} : { acId: assigned }), lpdu: type },
    aircraft: aircraftOf(aircraft),
    other: { ...rest(lpdu, lpduKeys), ...rest(frame, frameKeys) },
    decoded: rest(hfnpdu, hfnpduKeys),
  };
  return {
    event: {
      link: 'HFDL',
      kind,
      icao: aircraftAddress(aircraft.icao),
      groundStation: code(ends.gs, 'ground station'),
      flight: code(hfnpdu.flight_id, 'flight_id'),
      detail: isCounted(kind) ? null : extraText(detail),
      repeats: null,
      ...received(frame, nowMs),
      ...position(place.lat, place.lon),
    },
  };
}

function hfdlKind(lpdu: string, hfnpdu: string): LinkEventKind {
  if (hfnpdu === 'Frequency data') return 'frequency';
  if (hfnpdu === 'Performance data') return 'performance';
  if (lpdu.startsWith('Logon')) return 'logon';
  if (lpdu.startsWith('Logoff')) return 'logoff';
  return hfnpdu === '' ? 'empty' : 'link';
}

/** A squitter of a ground station: it repeats every 32 s, with a counter. */
function squitterEvent(frame: Json, spdu: Json, nowMs: number): Result {
  if (spdu.err === true) return damaged;
  const { frame_index: _index, frame_offset: _offset, err: _err, src, ...lasting } = spdu;
  const ground = isObject(src) ? src : {};
  return {
    event: {
      link: 'HFDL',
      kind: 'spdu',
      icao: null,
      groundStation: code(ground.name ?? ground.id, 'ground station'),
      flight: null,
      detail: extraText({ radio: radioOf(frame), decoded: rest(spdu, new Set(['err', 'src'])) }),
      repeats: extraText({ decoded: lasting }) ?? '',
      ...received(frame, nowMs),
      ...noPlace,
    },
  };
}

const flatKeys = new Set(
  'app timestamp station_id channel freq level error hex icao toaddr fromaddr flight lat lon is_response is_onground'.split(
    ' ',
  ),
);

/** A line of acarsdec or vdlm2dec without a label: addresses, a route, or an aircraft. acarsdec writes routes only, without its name. */
export function flatEvent(line: Json, nowMs: number): LinkEvent {
  const other = rest(line, flatKeys);
  const place = position(line.lat, line.lon);
  const hasContent = place.lat !== null || Object.keys(other).length > 0;
  const kind = 'depa' in line ? 'route' : 'tail' in line ? 'airframe' : hasContent ? 'link' : 'empty';
  return {
    stationId: code(line.station_id, 'station_id'),
    link: isVdlm2dec(line) ? 'VDLM2' : 'ACARS',
    kind,
    icao: aircraftAddress(line.icao ?? line.hex),
    groundStation: address(line.toaddr ?? line.fromaddr),
    flight: code(line.flight, 'flight'),
    freq: megahertz(line.freq),
    level: decibels(line.level),
    detail: isCounted(kind) ? null : extraText({ other }),
    repeats: null,
    ...timed(line.timestamp, 0, nowMs),
    ...place,
  };
}
