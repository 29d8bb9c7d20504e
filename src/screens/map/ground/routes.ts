/** Tolerant reader of daily routes (WX-03, C62), and great-circle lines. Pure. */
import { isPlace } from '../../../lib/bounds.ts';

export type Route = {
  readonly key: string;
  readonly icao: string | null;
  readonly iata: string | null;
  /** Name of the destination, or its code. */
  readonly name: string;
  /** Null = no coordinates: the list shows it, the map does not. */
  readonly place: Place | null;
  readonly perDay: number | null;
  readonly operators: readonly string[];
};
export type Place = { readonly lat: number; readonly lon: number };

const maxRoutes = 500;
const longestText = 80;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longestText) : null;
}

/** Reads any body, most frequent first. Routes without a destination are skipped, duplicates merged. */
export function readRoutes(body: unknown): readonly Route[] {
  const { routes } = fieldsOf(body);
  const found = new Map<string, Route>();
  for (const item of (Array.isArray(routes) ? routes : []).slice(0, maxRoutes)) {
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

/** Great circle as points [lon, lat], degrees. Longitudes continue beyond 180 across the date line, so that the line never runs around the world. */
export function greatCircle(from: Place, to: Place, steps = 48): [lon: number, lat: number][] {
  const [a, b] = [vectorOf(from), vectorOf(to)];
  const angle = Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
  // Same or opposite position: no unique shortest path.
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
