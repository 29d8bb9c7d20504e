/**
 * The newest that is known of one aircraft, whoever told it and in whatever order. Must not: know a clock, bounds, or who may see it.
 */
import type { Location } from '../../contract/entities/map.ts';
import { writeInstant } from '../../contract/params.ts';
import { type Measures, type Place, type Report, rounded } from './report.ts';

type Held<T> = { readonly value: T; readonly atMs: number };
type HeldMeasures = { -readonly [M in keyof Measures]?: Held<Measures[M]> };

/** A measure that is so much older than the place says nothing of the aircraft at that place. The callsign is that of the whole flight. */
const staleMs = 2 * 60_000;
/** Between places that are nearer than this the course is chance. About 200 m. */
const leastDegrees = 0.002;
const measureNames = [
  'angleDeg',
  'groundSpeedKt',
  'altitudeFt',
  'verticalRateFtMin',
  'callsign',
  'isOnGround',
] as const satisfies readonly (keyof Measures)[];

export class AircraftState {
  /** Another number after every change of what is told. */
  revision = 0;
  private place: Held<Place> | null = null;
  /** From the place before to this one. */
  private course: Held<number> | null = null;
  private readonly held: HeldMeasures = {};
  private json: string | null = null;

  constructor(readonly icao: string) {}

  /** Of the place, in epoch ms; null = none is known. */
  get placedAtMs(): number | null {
    return this.place?.atMs ?? null;
  }
  get placed(): Place | null {
    return this.place?.value ?? null;
  }
  get callsign(): string | null {
    return this.held.callsign?.value ?? null;
  }
  get altitudeFt(): number | null {
    return this.fresh('altitudeFt');
  }

  /** What is older than what is known changes nothing. `revision` = that of the state if it changes; tells whether it did. */
  take(report: Report, revision: number): boolean {
    const isMoved = this.takePlace(report);
    let isChanged = isMoved;
    for (const name of measureNames) if (this.takeMeasure(name, report)) isChanged = true;
    if (!isChanged) return false;
    this.revision = revision;
    this.json = null;
    return true;
  }

  /** As API-27 tells it. Ask only when there is a place. */
  toJson(): string {
    this.json ??= JSON.stringify(this.location());
    return this.json;
  }

  private location(): Location {
    const { value: place, atMs } = this.place ?? { value: { lat: 0, lon: 0 }, atMs: 0 };
    const angle = this.fresh('angleDeg') ?? (this.course && this.isFresh(this.course) ? this.course.value : null);
    return {
      id: Number.parseInt(this.icao, 16),
      lat: rounded(place.lat, 5),
      lon: rounded(place.lon, 5),
      // 359.96 is north as well.
      angle: angle === null ? null : rounded(angle, 1) % 360,
      icao: this.icao,
      seenAt: writeInstant(atMs),
      callsign: this.callsign,
      altitudeFt: this.fresh('altitudeFt'),
      groundSpeedKt: roundedOrNull(this.fresh('groundSpeedKt')),
      verticalRateFtMin: roundedOrNull(this.fresh('verticalRateFtMin')),
      isOnGround: this.fresh('isOnGround'),
    };
  }

  private takePlace({ place, atMs }: Report): boolean {
    if (!place || (this.place && this.place.atMs >= atMs)) return false;
    const before = this.place?.value;
    if (before && Math.abs(place.lat - before.lat) + Math.abs(place.lon - before.lon) > leastDegrees)
      this.course = { value: courseDeg(before, place), atMs };
    this.place = { value: place, atMs };
    return true;
  }

  private takeMeasure<M extends keyof Measures>(name: M, { measures, atMs }: Report): boolean {
    const value = measures[name];
    const held: HeldMeasures[M] = this.held[name];
    if (value === null || (held && held.atMs >= atMs)) return false;
    this.held[name] = { value, atMs } as HeldMeasures[M];
    return true;
  }

  private fresh<M extends keyof Measures>(name: M): Measures[M] | null {
    const held = this.held[name] as Held<Measures[M]> | undefined;
    return held && this.isFresh(held) ? held.value : null;
  }

  private isFresh({ atMs }: Held<unknown>): boolean {
    return atMs >= (this.place?.atMs ?? 0) - staleMs;
  }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Over the short way between two reports the earth is flat. */
function courseDeg(from: Place, to: Place): number {
  const north = to.lat - from.lat;
  const turned = to.lon - from.lon;
  const shortWay = turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned;
  const east = shortWay * Math.cos(radians((from.lat + to.lat) / 2));
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

const roundedOrNull = (value: number | null): number | null => (value === null ? null : Math.round(value));
