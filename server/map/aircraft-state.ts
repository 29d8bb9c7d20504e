/** Latest known state of an aircraft from any source, in any order. */
import { crc32 } from 'node:zlib';
import type { Location, PositionKind } from '../../contract/entities/map.ts';
import { writeInstant } from '../../contract/params.ts';
import { type PositionRow, positionRow } from '../../contract/position-columns.ts';
import { isClimbable, isSoon, ReplyGuard } from './reply-guard.ts';
import { type Measures, type Place, type Report, rounded } from './report.ts';
import { TwoPlaces, type Verdict } from './two-places.ts';

type Timed<T> = { readonly value: T; readonly atMs: number };
/** `isProven` = sent in a squitter. */
type Latest<T> = Timed<T> & { readonly isProven: boolean };
type TimedMeasures = { -readonly [M in keyof Measures]?: Latest<Measures[M]> };

/** An older measurement does not apply to the position. The callsign applies to the whole flight. */
const staleMs = 2 * 60_000;
/** A position of others does not replace one of this age that the aircraft sent itself. */
const ownMs = 30_000;
/** No airport is higher. */
const highestGroundFt = 15_000;
/** Between closer positions the course is random. About 200 m. */
const minDegrees = 0.002;
const measureNames = [
  'angleDeg',
  'groundSpeedKt',
  'altitudeFt',
  'verticalRateFtMin',
  'callsign',
  'isOnGround',
  'squawk',
  'geometricFt',
  'emergency',
  'registration',
  'typeCode',
  'category',
] as const satisfies readonly (keyof Measures)[];

/** What is on record of an address. */
export type OnRecord = {
  readonly typeCode: string | null;
  readonly registration: string | null;
  readonly airline: string | null;
};
/** Shared by the states of one aircraft. `onRecord` undefined = not looked up, null = nothing. */
export type Identity = { readonly icao: string; onRecord?: OnRecord | null };

/** Receptions closer together are one message. */
const oneMessageMs = 2000;
const maxMessages = 99;

export class AircraftState {
  /** Its address was received at two places in turns. */
  isDoubtful = false;
  private place: (Timed<Place> & { readonly kind: PositionKind }) | null = null;
  /** From the previous position to this one. */
  private course: Timed<number> | null = null;
  private readonly latest: TimedMeasures = {};
  /** From the first reply on. */
  private guards: Guards | null = null;
  private readonly certainValues: { -readonly [M in Certain]?: Timed<Measures[M]> } = {};
  /** From the first report without a frame on. */
  private certainGuards: { readonly [M in Certain]: ReplyGuard<unknown> } | null = null;
  private messageAtMs: number | null = null;
  private readonly messagesAtMs: number[] = [];
  private faultAtMs: number | null = null;
  private json: string | null = null;
  private jsonMark = 0;
  private columns: PositionRow | null = null;
  private readonly places = new TwoPlaces();

  constructor(readonly identity: Identity) {}

  /** Of the position, epoch ms. null = none known. */
  get placedAtMs(): number | null {
    return this.place?.atMs ?? null;
  }
  get placed(): Place | null {
    return this.place?.value ?? null;
  }
  get callsign(): string | null {
    return this.latest.callsign?.value ?? null;
  }
  get altitudeFt(): number | null {
    return this.fresh('altitudeFt');
  }
  /** As on record, else as its receiver knows it. */
  get registration(): string | null {
    return this.identity.onRecord?.registration ?? this.latest.registration?.value ?? null;
  }

  /** null = none that is current, or no second report confirmed it: nobody is told about a single one. */
  certain<M extends Certain>(name: M): Measures[M] | null {
    const known = this.certainValues[name] as Timed<Measures[M]> | undefined;
    return known && this.isFresh(known) ? known.value : null;
  }

  /** Older reports change nothing. `verdict` = where the position is, null if it is not compared. */
  take(report: Report): { readonly isChanged: boolean; readonly verdict: Verdict | null } {
    const isOfOthers = kindsOfOthers.has(report.positionKind);
    const hasOwn = this.place && !kindsOfOthers.has(this.place.kind);
    if (isOfOthers && hasOwn && report.atMs - (this.place?.atMs ?? 0) < ownMs) return unchanged;
    const verdict = this.compare(report);
    const wasDoubtful = this.isDoubtful;
    this.isDoubtful = this.places.isDoubtful(Math.max(report.atMs, this.place?.atMs ?? 0));
    const isOfOther = verdict === 'elsewhere' || report.isSuspect;
    // Values of the other transmitter belong to another aircraft.
    const isNews = !isOfOther && this.takeValues(report);
    const isChanged = isNews || this.isDoubtful !== wasDoubtful;
    if (isChanged) this.renew();
    return { isChanged, verdict };
  }

  /** Positions in messages and calculated ones are too inexact for it. */
  private compare({ place, atMs, isMessage, positionKind, isSuspect }: Report): Verdict | null {
    return place && !isMessage && !kindsOfOthers.has(positionKind)
      ? this.places.take({ ...place, atMs }, isSuspect)
      : null;
  }

  private takeValues(report: Report): boolean {
    let isChanged = this.takePlace(report);
    if (report.isMessage && this.isOtherMessage(report.atMs)) {
      this.messagesAtMs.push(report.atMs);
      isChanged = true;
    }
    if (report.isMessage && report.atMs > (this.messageAtMs ?? 0)) {
      this.messageAtMs = report.atMs;
      isChanged = true;
    }
    if (report.isFault && report.atMs > (this.faultAtMs ?? 0)) {
      this.faultAtMs = report.atMs;
      isChanged = true;
    }
    for (const name of measureNames) if (this.takeMeasure(name, report)) isChanged = true;
    return isChanged;
  }

  /** Stored rows are read several times, and several receivers report one message. */
  private isOtherMessage(atMs: number): boolean {
    return (
      this.messagesAtMs.length < maxMessages &&
      !this.messagesAtMs.some((known) => Math.abs(known - atMs) < oneMessageMs)
    );
  }

  /** The identity changed. */
  renew(): void {
    this.json = null;
    this.columns = null;
  }

  /** As `location`, cached. */
  toJson(): string {
    if (this.json === null) {
      this.json = JSON.stringify(this.location());
      this.jsonMark = crc32(this.json);
    }
    return this.json;
  }
  /** The same for the same contents, on any server. */
  mark(): number {
    this.toJson();
    return this.jsonMark;
  }

  /** For responses by column: the same object until it changes. */
  row(): PositionRow {
    this.columns ??= positionRow(this.location());
    return this.columns;
  }

  /** In the format of API-27. Only with a known position. */
  location(): Location {
    const { value: place, atMs } = this.place ?? { value: { lat: 0, lon: 0 }, atMs: 0 };
    const [altitudeFt, geometricFt] = [this.fresh('altitudeFt'), this.fresh('geometricFt')];
    const angle = this.fresh('angleDeg') ?? (this.course && this.isFresh(this.course) ? this.course.value : null);
    return {
      // Bit 24 marks an address that is not of ICAO.
      id: Number.parseInt(this.identity.icao.replace('~', '1'), 16),
      lat: rounded(place.lat, 5),
      lon: rounded(place.lon, 5),
      // 359.96 is also north.
      angle: angle === null ? null : rounded(angle, 1) % 360,
      icao: this.identity.icao,
      seenAt: writeInstant(atMs),
      callsign: this.callsign,
      altitudeFt: altitudeFt ?? geometricFt,
      groundSpeedKt: roundedOrNull(this.fresh('groundSpeedKt')),
      verticalRateFtMin: roundedOrNull(this.fresh('verticalRateFtMin')),
      isOnGround: this.fresh('isOnGround'),
      squawk: this.fresh('squawk'),
      lastMessageAt: instantOrNull(this.messageAtMs),
      lastFaultAt: instantOrNull(this.faultAtMs),
      typeCode: this.identity.onRecord?.typeCode ?? this.latest.typeCode?.value ?? null,
      isMlat: this.place ? this.place.kind === 'MLAT' : null,
      isDoubtful: this.isDoubtful,
      isAltitudeGeometric: altitudeFt === null && geometricFt !== null,
      emergency: this.fresh('emergency'),
      positionKind: this.place?.kind ?? null,
      registration: this.registration,
      airline: this.identity.onRecord?.airline ?? null,
      category: this.latest.category?.value ?? null,
      messages: this.messagesAtMs.length,
    };
  }

  private takePlace({ place, atMs, positionKind }: Report): boolean {
    if (!place || (this.place && this.place.atMs >= atMs)) return false;
    const before = this.place?.value;
    if (before && Math.abs(place.lat - before.lat) + Math.abs(place.lon - before.lon) > minDegrees)
      this.course = { value: courseDeg(before, place), atMs };
    this.place = { value: place, atMs, kind: positionKind };
    return true;
  }

  private takeMeasure<M extends keyof Measures>(name: M, report: Report): boolean {
    const { measures, atMs } = report;
    const value = measures[name];
    const current: TimedMeasures[M] = this.latest[name];
    if (value === null || (current && current.atMs >= atMs)) return false;
    if (report.frame !== null && !this.counts(name, report)) return false;
    this.latest[name] = { value, atMs, isProven: report.frame === 'squitter' } as TimedMeasures[M];
    if (isCertain(name) && this.isConfirmed(name, report))
      Object.assign(this.certainValues, { [name]: { value, atMs } });
    return true;
  }

  /** Frames are checked before they count. */
  private isConfirmed(name: Certain, { frame, measures, atMs }: Report): boolean {
    if (frame !== null) return true;
    this.certainGuards ??= { squawk: new ReplyGuard(undefined, isSoon), emergency: new ReplyGuard(undefined, isSoon) };
    return this.certainGuards[name].counts(measures[name], atMs);
  }

  /** Whether the value of a frame counts: that of a reply only with a confirmation (decision 9). */
  private counts(name: keyof Measures, { frame, measures, atMs, stationId }: Report): boolean {
    if (!isGuarded(name)) return true;
    if (frame === 'reply') this.guards ??= newGuards(this.latest);
    if (this.guards === null) return true;
    const guard = this.guards[name] as ReplyGuard<unknown>;
    if (frame === 'reply') {
      const isTooHigh = name === 'isOnGround' && measures[name] === true && (this.altitudeFt ?? 0) > highestGroundFt;
      return !isTooHigh && guard.counts(measures[name], atMs, stationId);
    }
    guard.prove(measures[name], atMs);
    return true;
  }

  private fresh<M extends keyof Measures>(name: M): Measures[M] | null {
    const current = this.latest[name] as Latest<Measures[M]> | undefined;
    return current && this.isFresh(current) ? current.value : null;
  }

  private isFresh({ atMs }: Timed<unknown>): boolean {
    return atMs >= (this.place?.atMs ?? 0) - staleMs;
  }
}

/** Values that users are told about (decision 45). */
type Certain = 'squawk' | 'emergency';
const isCertain = (name: keyof Measures): name is Certain => name === 'squawk' || name === 'emergency';

/** Calculated or watched by others, or minutes old: less exact than what the aircraft itself sends now. */
const kindsOfOthers: ReadonlySet<PositionKind> = new Set(['MLAT', 'TIS-B', 'ADS-C']);

/** Values of replies, and of squitters that were repaired. */
const guarded = [
  'altitudeFt',
  'callsign',
  'emergency',
  'geometricFt',
  'isOnGround',
  'squawk',
] as const satisfies readonly (keyof Measures)[];
type Guards = { readonly [M in (typeof guarded)[number]]: ReplyGuard<Measures[M]> };
const isGuarded = (name: keyof Measures): name is keyof Guards => guarded.some((one) => one === name);

/** What was known before the first reply was proven. */
function newGuards(latest: TimedMeasures): Guards {
  const guards: Guards = {
    altitudeFt: new ReplyGuard(isClimbable),
    callsign: new ReplyGuard(),
    emergency: new ReplyGuard(),
    geometricFt: new ReplyGuard(isClimbable),
    isOnGround: new ReplyGuard(),
    squawk: new ReplyGuard(),
  };
  for (const name of guarded) {
    const known = latest[name];
    if (known?.isProven) (guards[name] as ReplyGuard<unknown>).prove(known.value, known.atMs);
  }
  return guards;
}

const unchanged = { isChanged: false, verdict: null } as const;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Flat approximation between two reports. */
function courseDeg(from: Place, to: Place): number {
  const north = to.lat - from.lat;
  const turned = to.lon - from.lon;
  const shortWay = turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned;
  const east = shortWay * Math.cos(radians((from.lat + to.lat) / 2));
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : writeInstant(ms));
const roundedOrNull = (value: number | null): number | null => (value === null ? null : Math.round(value));
