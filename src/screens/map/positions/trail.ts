/**
 * Where an aircraft was, as lines on the map. Pure. Must not: draw a way that nobody saw.
 */
import type { MultiLineString } from 'geojson';

export type TrailPlace = { readonly lat: number; readonly lon: number; readonly at: number };

/** Between two fixes further apart nothing is known of the way. */
const gapMs = 15 * 60_000;

/** A wire answer's points that can be read. */
export function readTrail(answer: unknown): TrailPlace[] {
  const rows = (answer as { trail?: unknown } | null)?.trail;
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: Readonly<Record<string, unknown>> | null) => {
    const { lat, lon } = row ?? {};
    const at = Date.parse(String(row?.at));
    const isPlace = typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
    return isPlace && Number.isFinite(at) ? [{ lat, lon, at }] : [];
  });
}

/** Oldest first, each instant once; what was seen live since comes after what the server told. */
export function joinTrail(told: readonly TrailPlace[], seen: readonly TrailPlace[]): TrailPlace[] {
  const byInstant = new Map([...told, ...seen].map((place) => [place.at, place]));
  return [...byInstant.values()].sort((a, b) => a.at - b.at);
}

/** A line for each stretch without a gap. Across the date line it goes on beyond 180 instead of around the world. */
export function trailLines(places: readonly TrailPlace[]): MultiLineString {
  const lines: [number, number][][] = [];
  let line: [number, number][] = [];
  let before: TrailPlace | null = null;
  let lon = 0;
  for (const place of places) {
    if (before === null || place.at - before.at > gapMs) {
      line = [];
      lines.push(line);
      lon = place.lon;
    } else lon = place.lon + 360 * Math.round((lon - place.lon) / 360);
    line.push([lon, place.lat]);
    before = place;
  }
  return { type: 'MultiLineString', coordinates: lines.filter(({ length }) => length > 1) };
}
