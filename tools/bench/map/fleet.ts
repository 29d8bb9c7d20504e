/** Rows of positions in the shape of the server's response, the same for each candidate. */
import type { Location } from '../../../contract/entities/map.ts';

export const refreshMs = 4500;

/** A row of numbers 0..1 that is the same each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Aircraft in the map's first view, in flight at 300 to 500 kt. Each call returns their rows 4.5 s later. */
export function flying(count: number): () => Location[] {
  const next = numbers(7);
  const start = Array.from({ length: count }, (_, index) => ({
    id: index,
    icao: (0x400000 + index).toString(16).toUpperCase(),
    lat: 38 + next() * 13,
    lon: 6 + next() * 38,
    angle: next() * 360,
    groundSpeedKt: 300 + next() * 200,
    altitudeFt: 20_000 + Math.floor(next() * 200) * 100,
  }));
  let step = 0;
  return () => {
    const at = step++;
    return start.map((one) => rowAt(one, at));
  };
}

type Start = Pick<Location, 'id' | 'icao' | 'lat' | 'lon'> & {
  angle: number;
  groundSpeedKt: number;
  altitudeFt: number;
};
function rowAt(one: Start, step: number): Location {
  const nmi = (one.groundSpeedKt * step * refreshMs) / 3600_000;
  const track = ((one.angle ?? 0) * Math.PI) / 180;
  return {
    ...one,
    lat: one.lat + (Math.cos(track) * nmi) / 60,
    lon: one.lon + (Math.sin(track) * nmi) / 60 / Math.cos((one.lat * Math.PI) / 180),
    seenAt: new Date(Date.UTC(2026, 0, 1) + step * refreshMs).toISOString(),
    callsign: `TST${one.id}`,
    verticalRateFtMin: 0,
    isOnGround: false,
    squawk: null,
    lastMessageAt: null,
    lastFaultAt: null,
    typeCode: null,
    isMlat: false,
    isDoubtful: false,
  };
}
