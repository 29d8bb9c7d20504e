/**
 * Daily routes of an airport as the service tells them (WX-03, C62), read tolerantly; and the way between two places. Pure.
 * Must not: ask for them, or draw.
 */
import { isPlace } from '../../../lib/bounds.ts';

export type Route = {
  readonly key: string;
  readonly icao: string | null;
  readonly iata: string | null;
  /** The destination's name; its code where it has none. */
  readonly name: string;
  /** Null = its coordinates are not told: it stands in the list alone. */
  readonly place: Place | null;
  readonly perDay: number | null;
  readonly operators: readonly string[];
};
export type Place = { readonly lat: number; readonly lon: number };

const mostRoutes = 500;
const longestText = 80;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longestText) : null;
}

/** Reads any body; the most frequent first. What names no destination is left out, a destination that comes twice stands once. */
export function readRoutes(body: unknown): readonly Route[] {
  const { routes } = fieldsOf(body);
  const found = new Map<string, Route>();
  for (const item of (Array.isArray(routes) ? routes : []).slice(0, mostRoutes)) {
    const route = readRoute(fieldsOf(item));
    if (route && !found.has(route.key)) found.set(route.key, route);
  }
  return [...found.values()].sort((a, b) => (b.perDay ?? -1) - (a.perDay ?? -1));
}

function readRoute(item: Fields): Route | null {
  const destination = fieldsOf(item.destination);
  const [icao, iata] = [textOf(destination.icao), textOf(destination.iata)];
  const name = textOf(destination.name) ?? textOf(destination.shortName) ?? textOf(destination.municipalityName);
  const called = name ?? icao ?? iata;
  if (called === null) return null;
  const { lat, lon } = fieldsOf(destination.location);
  const perDay = item.averageDailyFlights;
  return {
    key: icao ?? iata ?? called,
    icao,
    iata,
    name: called,
    place: isPlace(lat, lon) ? { lat: lat as number, lon: lon as number } : null,
    perDay: typeof perDay === 'number' && Number.isFinite(perDay) && perDay >= 0 ? perDay : null,
    operators: (Array.isArray(item.operators) ? item.operators : []).flatMap((one) => textOf(fieldsOf(one).name) ?? []),
  };
}

const radians = Math.PI / 180;
type Vector = readonly [number, number, number];
function vectorOf({ lat, lon }: Place): Vector {
  const across = Math.cos(lat * radians);
  return [across * Math.cos(lon * radians), across * Math.sin(lon * radians), Math.sin(lat * radians)];
}

/**
 * The shortest way as points [lon, lat], degrees. Longitudes go on beyond 180 where it crosses the date line, so that a line through them never
 * runs around the world.
 */
export function greatCircle(from: Place, to: Place, steps = 48): readonly (readonly [number, number])[] {
  const [a, b] = [vectorOf(from), vectorOf(to)];
  const angle = Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
  // The same place, or the opposite one, to which every way is the shortest.
  if (Math.sin(angle) < 1e-9)
    return [
      [from.lon, from.lat],
      [to.lon, to.lat],
    ];
  const points: [number, number][] = [];
  for (let step = 0; step <= steps; step++) {
    const [wa, wb] = [Math.sin((1 - step / steps) * angle), Math.sin((step / steps) * angle)];
    const [x, y, z] = [0, 1, 2].map((at) => wa * (a[at] ?? 0) + wb * (b[at] ?? 0)) as [number, number, number];
    const lon = Math.atan2(y, x) / radians;
    const before = points.at(-1)?.[0] ?? lon;
    points.push([lon + 360 * Math.round((before - lon) / 360), Math.atan2(z, Math.hypot(x, y)) / radians]);
  }
  return points;
}
