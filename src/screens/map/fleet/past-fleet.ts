/** Aircraft at a past instant, from positions of a past range, and the time of a replay. Pure. */
import { dayMs } from '../../../../contract/durations.ts';
import { type PastAircraft, type PositionKind, positionKindOf } from '../../../../contract/entities/map.ts';
import { aircraftKindOf } from '../../../charts/aircraft/kinds.ts';
import { bandOf } from '../../../charts/altitude-bands.ts';
import { aircraftKey } from '../../../charts/positions/fix.ts';
import type { TrailPoint } from '../../../charts/recent-trails.ts';
import type { Aircraft } from './aircraft.ts';
import type { Fleet } from './fleet.ts';

/** Positions of an aircraft, oldest first. */
export type PastTrack = {
  readonly icao: string;
  readonly callsign: string | null;
  readonly positionKind: PositionKind | null;
  readonly points: readonly TrailPoint[];
};

/** Of a response, as far as it is valid. Several responses are joined, in the order of time. */
export function tracksOf(responses: readonly (readonly PastAircraft[])[]): readonly PastTrack[] {
  const byIcao = new Map<
    string,
    { icao: string; callsign: string | null; positionKind: PositionKind | null; points: TrailPoint[] }
  >();
  for (const { icao, callsign, points, ...known } of responses.flat()) {
    const positionKind = positionKindOf(known.positionKind);
    const track = byIcao.get(icao) ?? { icao, callsign, positionKind, points: [] };
    track.callsign = callsign ?? track.callsign;
    track.positionKind = positionKind ?? track.positionKind;
    for (const [lat, lon, seconds, altitudeFt] of points) {
      const at = seconds * 1000;
      if (at > (track.points.at(-1)?.at ?? 0))
        track.points.push({ lat, lon, at, altitudeFt, band: bandOf({ altitudeFt, isOnGround: null }) });
    }
    byIcao.set(icao, track);
  }
  return [...byIcao.values()];
}

/** Between positions further apart an aircraft is not moved: its path is unknown. */
const joinedMs = 3 * 60_000;

/** `maxAgeMs` = an aircraft without a position for longer is not shown. */
export function fleetAt(tracks: readonly PastTrack[], at: number, maxAgeMs: number): Fleet {
  const list = tracks.flatMap((track) => aircraftAt(track, at, maxAgeMs) ?? []);
  return { byKey: new Map(list.map((one) => [one.key, one])), list, names: list, receivedAt: at, source: 'live' };
}

/** Positions up to that instant, the last at the aircraft. */
export const trailsAt = (tracks: readonly PastTrack[], fleet: Fleet, fromMs: number): TrailPoint[][] =>
  tracks.flatMap(({ icao, points }) => {
    const aircraft = fleet.byKey.get(aircraftKey(icao));
    if (!aircraft) return [];
    const { lat, lon, fixAt, altitudeFt } = aircraft;
    const before = points.filter((point) => point.at >= fromMs && point.at < fixAt);
    return [[...before, { lat, lon, at: fixAt, altitudeFt, band: bandOf(aircraft) }]];
  });

function aircraftAt(
  { icao, callsign, positionKind, points }: PastTrack,
  at: number,
  maxAgeMs: number,
): Aircraft | null {
  const index = points.findLastIndex((point) => point.at <= at);
  const last = points[index];
  if (!last || at - last.at > maxAgeMs) return null;
  const next = points[index + 1];
  const before = points[index - 1];
  const isJoined = next !== undefined && next.at - last.at <= joinedMs;
  const share = isJoined ? (at - last.at) / (next.at - last.at) : 0;
  const lonTo = isJoined ? last.lon + shortWay(next.lon - last.lon) * share : last.lon;
  const [from, to] = isJoined ? [last, next] : [before, last];
  return {
    icao,
    key: aircraftKey(icao),
    lat: isJoined ? last.lat + (next.lat - last.lat) * share : last.lat,
    lon: lonTo - 360 * Math.round(lonTo / 360),
    angle: from && to ? courseDeg(from, to) : null,
    callsign,
    altitudeFt: isJoined ? between(last.altitudeFt, next.altitudeFt, share) : last.altitudeFt,
    // Positions are exact: nothing is extrapolated.
    groundSpeedKt: null,
    verticalRateFtMin: null,
    isOnGround: null,
    squawk: null,
    messageAt: null,
    faultAt: null,
    typeCode: null,
    positionKind,
    isAltitudeGeometric: false,
    emergency: null,
    registration: null,
    airline: null,
    category: null,
    messages: null,
    isDoubtful: false,
    kind: aircraftKindOf({ icao }),
    fixAt: isJoined ? at : last.at,
    reportTime: at,
    heardAt: 0,
    minTravelS: 0,
    isStored: false,
  };
}

const between = (from: number | null, to: number | null, share: number): number | null =>
  from === null || to === null ? (from ?? to) : Math.round((from + (to - from) * share) / 25) * 25;

const shortWay = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

type Place = { readonly lat: number; readonly lon: number };
/** Flat approximation. null = the same place. */
function courseDeg(from: Place, to: Place): number | null {
  const north = to.lat - from.lat;
  const east = shortWay(to.lon - from.lon) * Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180);
  if (north === 0 && east === 0) return null;
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

// ---- Replay of the last 24 hours: its time and the chunks that it needs

/** Requested at a time, for about one minute of replay. */
export const chunkMs = 30 * 60_000;
/** Seconds of flight per second. */
export const replaySpeeds = [10, 60, 300] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

export type Replay = {
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly isPlaying: boolean;
  readonly speed: ReplaySpeed;
};
/** Begins an hour before its end. */
export function startReplay(now: number): Replay {
  const to = Math.floor(now / 60_000) * 60_000;
  return { from: to - dayMs, to, at: to - 3_600_000, isPlaying: true, speed: 60 };
}

/** After `elapsedMs` of the viewer's time. It stops at its end. */
export function advance(replay: Replay, elapsedMs: number): Replay {
  if (!replay.isPlaying) return replay;
  const at = Math.min(replay.to, replay.at + elapsedMs * replay.speed);
  return { ...replay, at, isPlaying: at < replay.to };
}

export const seek = (replay: Replay, at: number): Replay => ({
  ...replay,
  at: Math.min(replay.to, Math.max(replay.from, at)),
});

type Span = { readonly from: number; readonly to: number };

/** The chunk before the time (for trails), its own, and while it plays the next one. In the order of time. */
export function chunksOf({ from, to, at, isPlaying }: Replay): readonly Span[] {
  const now = Math.min(Math.floor((at - from) / chunkMs), Math.ceil((to - from) / chunkMs) - 1);
  const indexes = isPlaying ? [now - 1, now, now + 1] : [now - 1, now];
  return indexes
    .map((index) => ({ from: from + index * chunkMs, to: Math.min(to, from + (index + 1) * chunkMs) }))
    .filter((span) => span.from >= from && span.to > span.from);
}
