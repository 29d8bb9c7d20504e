/** Link control around the demo's messages: what VDL2 and HFDL receivers receive besides. The same message always has the same. */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import type { LinkEvent, LinkEventKind } from '../messages/link-event.ts';

const vdl2: readonly LinkEventKind[] = ['ready', 'ready', 'ready', 'ready', 'empty', 'ready', 'handoff', 'link'];
const hfdl: readonly LinkEventKind[] = ['frequency', 'performance', 'logon', 'frequency'];
/** Before the message. */
const aheadSeconds = 3;
const hfdlGroundStations = ['Shannon, Ireland', 'Reykjavik, Iceland', 'Canarias, Spain', 'Al Muharraq, Bahrain'];

export const demoLinkEvents = (rows: readonly AcarsMessage[]): LinkEvent[] =>
  rows.flatMap((row) => (row.icao !== null && (row.type === 'VDLM2' || row.type === 'HFDL') ? [eventOf(row)] : []));

function eventOf({ type, timestamp, stationId, icao, toAddr, flight, lat, lon, freq, level }: AcarsMessage): LinkEvent {
  const isHfdl = type === 'HFDL';
  const seconds = (timestamp ?? 0) - aheadSeconds;
  const slot = Math.floor(seconds);
  const kinds = isHfdl ? hfdl : vdl2;
  const groundStation = isHfdl
    ? (hfdlGroundStations[Number.parseInt(icao?.slice(-2) ?? '0', 16) % hfdlGroundStations.length] ?? null)
    : toAddr === icao
      ? null
      : toAddr;
  return {
    at: writeInstant(slot * 1000),
    timestamp: Number(seconds.toFixed(6)),
    stationId,
    link: isHfdl ? 'HFDL' : 'VDLM2',
    kind: kinds[slot % kinds.length] ?? 'link',
    icao,
    groundStation,
    flight: isHfdl ? flight : null,
    lat,
    lon,
    freq,
    level,
    detail: null,
    repeats: null,
  };
}
