/** Current positions of all aircraft, in memory (decision 19). */
import { foldCase } from '../../contract/filters.ts';
import { encodeColumns, type PositionRow } from '../../contract/position-columns.ts';
import { clock } from '../base/clock.ts';
import { type Box, isInBox } from '../base/geometry.ts';
import { AircraftState, type Identity, type OnRecord } from './aircraft-state.ts';
import { maxAgeMs, type Place, type RawReport, type Report, usableReport } from './report.ts';
import type { Verdict } from './two-places.ts';

/** Reports per step if there are many: a few milliseconds. */
export const reportsAtOnce = 500;
/** More than fly worldwide. Beyond this number the aircraft without a report for the longest time is removed. */
export const maxAircraft = 20_000;
/** Receivers distinguished per aircraft. Beyond it the one silent longest is removed. */
const maxStations = 8;
/** Points of all tracks: about 60 MB. */
const maxPoints = 600_000;
const forgetEveryMs = 1000;
/** Different areas requested in a second. */
const maxResponses = 100;
/** Cached responses: many clients view the same area. */
const maxBodies = 16;
const maxBodyBytes = 32_000_000;

/** An aircraft as seen by all receivers together, and by each. Keys of `byStation` are in lower case. */
export type Tracked = {
  readonly icao: string;
  readonly all: AircraftState;
  readonly byStation: ReadonlyMap<string, AircraftState>;
  readonly track: readonly TrackPoint[];
};
type Entry = Tracked & {
  readonly byStation: Map<string, AircraftState>;
  readonly track: TrackPoint[];
  readonly identity: Identity;
  receivedAtMs: number;
};
/** Visible part of an aircraft. */
export type View = (tracked: Tracked) => AircraftState | null;
export const viewOfAll: View = ({ all }) => all;

/** Responses that a later one may continue: three polls of the slowest map, and pointers to 4 MB of rows. */
const basesMs = 15_000;
const maxBaseRows = 500_000;

/**
 * A response with positions: its ETag changes with its content. Texts are created on demand. `columns` gets the versions that the client has: what
 * changed since one of them, else everything. `scope` = whose versions it may continue.
 */
type PositionsResponse = {
  readonly etag: string;
  readonly body: () => Buffer;
  readonly columns: (scope: string, known: readonly string[]) => Buffer;
};
type Base = { readonly rows: readonly PositionRow[]; readonly atMs: number };

export class Positions {
  private readonly aircraft = new Map<string, Entry>();
  /** Valid until any change, and for a second, because positions age. */
  private responses = new WeakMap<View, Map<string, PositionsResponse>>();
  private readonly bodies = new Map<string, Buffer>();
  /** By scope and tag, oldest first. */
  private readonly bases = new Map<string, Base>();
  private changes = 0;
  private forgotAtMs = Number.NEGATIVE_INFINITY;
  private listener: (tracked: Tracked) => void = () => {};

  /** `listener` gets each aircraft with a new value, often: it must be quick. One at a time. */
  watch(listener: (tracked: Tracked) => void): void {
    this.listener = listener;
  }

  /** In any order, from any source, repeatedly. `onElsewhere` gets the index in `reports` of each position that contradicts those of other receivers. */
  take(reports: Iterable<RawReport>, onElsewhere: (at: number) => void = () => {}): void {
    let at = -1;
    const nowMs = clock.now();
    this.forgetOld(nowMs);
    const before = this.changes;
    for (const one of reports) {
      at++;
      const report = usableReport(one, nowMs);
      if (report && this.takeReport(report) === 'elsewhere' && !report.isSuspect) onElsewhere(at);
    }
    if (this.changes !== before) this.responses = new WeakMap();
  }

  /** Addresses that were not looked up. */
  notLookedUp(): string[] {
    return [...this.aircraft.values()].flatMap(({ icao, identity }) => (identity.onRecord === undefined ? [icao] : []));
  }

  /** null = unknown aircraft. */
  takeRecords(records: ReadonlyMap<string, OnRecord | null>): void {
    for (const [icao, onRecord] of records) {
      const entry = this.aircraft.get(icao);
      if (!entry) continue;
      entry.identity.onRecord = onRecord;
      if (onRecord === null) continue;
      for (const state of [entry.all, ...entry.byStation.values()]) state.renew();
    }
    this.responses = new WeakMap();
  }

  /** Removes everything. Valid data returns from its source. */
  clear(): void {
    this.aircraft.clear();
    this.responses = new WeakMap();
    this.bodies.clear();
    this.bases.clear();
  }

  of(icao: string): Tracked | null {
    this.forgetOld(clock.now());
    return this.aircraft.get(icao.trim().toUpperCase()) ?? null;
  }

  /** Aircraft whose visible position is in the box. */
  trackedIn(box: Box, view: View): Tracked[] {
    const nowMs = clock.now();
    return [...this.aircraft.values()].filter((entry) => isPlacedIn(box, view(entry), nowMs));
  }

  respond(box: Box, view: View): PositionsResponse {
    const nowMs = clock.now();
    this.forgetOld(nowMs);
    const known = this.responses.get(view) ?? new Map<string, PositionsResponse>();
    this.responses.set(view, known);
    const key = keyOf(box);
    const response = known.get(key) ?? this.newResponse(box, view, nowMs);
    if (known.size < maxResponses) known.set(key, response);
    return response;
  }

  private newResponse(box: Box, view: View, nowMs: number): PositionsResponse {
    const states = this.select(box, view, nowMs);
    const etag = this.tagOf(states);
    const rows = cachedOnce(() => states.map((state) => state.row()).sort((a, b) => a.id - b.id));
    return {
      etag,
      body: () => this.body(etag, states),
      columns: (scope, known) => this.columns(scope, { etag, rows: rows() }, known),
    };
  }

  /** Versions of another scope are never continued: what they contained is unknown here. */
  private columns(
    scope: string,
    { etag, rows }: { readonly etag: string; readonly rows: readonly PositionRow[] },
    known: readonly string[],
  ): Buffer {
    const keyOfBase = (tag: string): string => JSON.stringify([scope, tag]);
    const tag = known.find((one) => this.bases.has(keyOfBase(one)));
    const base = tag === undefined ? undefined : this.bases.get(keyOfBase(tag));
    this.keepBase(keyOfBase(etag), rows);
    const response = encodeColumns(tag !== undefined && base ? { tag, rows: base.rows } : null, rows);
    return Buffer.from(JSON.stringify(response));
  }

  private keepBase(key: string, rows: readonly PositionRow[]): void {
    const nowMs = clock.now();
    this.bases.delete(key);
    this.bases.set(key, { rows, atMs: nowMs });
    let count = 0;
    for (const base of this.bases.values()) count += base.rows.length;
    for (const [oldest, base] of this.bases) {
      if (Math.abs(nowMs - base.atMs) < basesMs && count <= maxBaseRows) break;
      this.bases.delete(oldest);
      count -= base.rows.length;
    }
  }

  private select(box: Box, view: View, nowMs: number): AircraftState[] {
    const found: AircraftState[] = [];
    for (const entry of this.aircraft.values()) {
      const state = view(entry);
      if (state && isPlacedIn(box, state, nowMs)) found.push(state);
    }
    return found;
  }

  /** Derived from the contents in any order, so that every server has the same. Weak, because it may be compressed. */
  private tagOf(states: readonly AircraftState[]): string {
    let [one, other] = [0, 0];
    for (const state of states) {
      const mark = state.mark();
      one = (one + mark) | 0;
      other ^= Math.imul(mark, 0x01000193);
    }
    return `W/"${[states.length, one >>> 0, other >>> 0].join('-')}"`;
  }

  private body(etag: string, states: readonly AircraftState[]): Buffer {
    const known = this.bodies.get(etag);
    if (known) return known;
    const made = Buffer.from(`{"currentLocations":[${states.map((state) => state.toJson()).join(',')}]}`);
    this.bodies.set(etag, made);
    let bytes = 0;
    for (const { length } of this.bodies.values()) bytes += length;
    for (const [oldest, { length }] of this.bodies) {
      if (this.bodies.size <= maxBodies && bytes <= maxBodyBytes) break;
      this.bodies.delete(oldest);
      bytes -= length;
    }
    return made;
  }

  private takeReport(report: Report): Verdict | null {
    const entry = this.aircraft.get(report.icao) ?? this.begin(report);
    entry.receivedAtMs = Math.max(entry.receivedAtMs, report.atMs);
    const before = entry.all.placedAtMs;
    const { isChanged, verdict } = entry.all.take(report);
    const isStationsNews = report.stationId !== null && stateOf(entry, report.stationId).take(report).isChanged;
    if (!isChanged && !isStationsNews) return verdict;
    this.changes++;
    if (isChanged) this.listener(entry);
    // No line leads from one transmitter to the other.
    if (verdict === 'moved' && entry.all.isDoubtful) entry.track.length = 0;
    if (entry.all.placedAtMs !== before) this.addToTrack(entry, report);
    // The one silent longest is first.
    this.aircraft.delete(report.icao);
    this.aircraft.set(report.icao, entry);
    return verdict;
  }

  private begin({ icao, atMs }: Report): Entry {
    for (const oldest of this.aircraft.keys()) {
      if (this.aircraft.size < maxAircraft) break;
      this.aircraft.delete(oldest);
    }
    const identity = { icao };
    const entry = {
      icao,
      identity,
      all: new AircraftState(identity),
      byStation: new Map(),
      track: [],
      receivedAtMs: atMs,
    };
    this.aircraft.set(icao, entry);
    return entry;
  }

  private addToTrack({ all, track }: Entry, { place, atMs, stationId }: Report): void {
    if (!place) return;
    const most = Math.floor(maxPoints / this.aircraft.size);
    addPoint(track, { ...place, atMs, altitudeFt: all.altitudeFt, stationId }, most);
  }

  private forgetOld(nowMs: number): void {
    // Either way: a clock may be set back.
    if (Math.abs(nowMs - this.forgotAtMs) < forgetEveryMs) return;
    this.forgotAtMs = nowMs;
    this.responses = new WeakMap();
    for (const [icao, { receivedAtMs }] of this.aircraft)
      if (receivedAtMs <= nowMs - maxAgeMs) this.aircraft.delete(icao);
  }
}

function cachedOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function isPlacedIn(box: Box, state: AircraftState | null, nowMs: number): boolean {
  const place = state?.placed;
  return !!place && (state.placedAtMs ?? 0) > nowMs - maxAgeMs && isInBox(box, place.lat, place.lon);
}

/** One span or two. Built by hand, because every poll needs it. */
function keyOf({ south, north, spans: [first, second] }: Box): string {
  const key = `${south} ${north} ${first?.[0]} ${first?.[1]}`;
  return second ? `${key} ${second[0]} ${second[1]}` : key;
}

function stateOf({ identity, byStation }: Entry, stationId: string): AircraftState {
  const key = foldCase(stationId);
  const state = byStation.get(key) ?? new AircraftState(identity);
  byStation.delete(key);
  byStation.set(key, state);
  for (const silent of byStation.keys()) {
    if (byStation.size <= maxStations) break;
    byStation.delete(silent);
  }
  return state;
}

// ---- Positions of an aircraft in this process: few points, sparser with age, bounded.

type TrackPoint = Place & {
  readonly atMs: number;
  readonly altitudeFt: number | null;
  readonly stationId: string | null;
};

/** A turn before landing takes a minute: four points draw it. */
const minMs = 15_000;
const mostPoints = 120;

/** Points soon after the last, or at the same position, are skipped. `most` applies if it is lower than usual. */
function addPoint(track: TrackPoint[], point: TrackPoint, most = mostPoints): void {
  const last = track.at(-1);
  if (last && (point.atMs - last.atMs < minMs || (point.lat === last.lat && point.lon === last.lon))) return;
  track.push(point);
  if (track.length > Math.min(most, mostPoints)) thinOut(track);
}

/** Drops every second point of the older half. */
function thinOut(track: TrackPoint[]): void {
  const older = track.splice(0, Math.floor(track.length / 2));
  track.unshift(...older.filter((_point, at) => at % 2 === 0));
}
