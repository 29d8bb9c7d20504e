/**
 * Where every aircraft is now, in memory: what receivers said of it last (docs/decisions/0021). Must not: ask the database, or decide whose
 * caller sees what (company-view.ts does).
 */
import { randomBytes } from 'node:crypto';
import { foldCase } from '../../contract/filters.ts';
import { type Box, isInBox } from '../bounds.ts';
import { clock } from '../clock.ts';
import { AircraftState } from './aircraft-state.ts';
import { keepMs, type Report, type Said, usableReport } from './report.ts';
import { addPoint, type TrackPoint } from './track.ts';

/** More than fly over the whole world; then the one that was silent the longest goes. */
export const maxAircraft = 20_000;
/** Receivers of one aircraft that are told apart; then the one that was silent the longest goes. */
const maxStations = 8;
/** Points of all tracks together: some 60 MB. */
const maxPoints = 600_000;
const forgetEveryMs = 1000;
/** Parts of the world that are looked at in one second. */
const maxAnswers = 100;
/** Answers of which the text is kept: many screens look at the same part of the world. */
const maxBodies = 16;
const maxBodyBytes = 32_000_000;

/** One aircraft: as all receivers together know it, and as each alone does. Keys of `byStation` are in small letters. */
export type Tracked = {
  readonly icao: string;
  readonly all: AircraftState;
  readonly byStation: ReadonlyMap<string, AircraftState>;
  readonly track: readonly TrackPoint[];
};
type Entry = Tracked & {
  readonly byStation: Map<string, AircraftState>;
  readonly track: TrackPoint[];
  heardAtMs: number;
};
/** What somebody may see of an aircraft. */
export type View = (tracked: Tracked) => AircraftState | null;
export const viewOfAll: View = ({ all }) => all;

/** Positions as an answer: its tag changes with whatever the answer says; the text is made when it is wanted. */
export type PositionsAnswer = { readonly etag: string; readonly body: () => Buffer };

export class Positions {
  private readonly aircraft = new Map<string, Entry>();
  /** Of now: gone after any change, and after a second, in which positions grow old. */
  private answers = new WeakMap<View, Map<string, PositionsAnswer>>();
  private readonly bodies = new Map<string, Buffer>();
  /** Revisions begin anew with the process. */
  private readonly processTag = randomBytes(4).toString('hex');
  private revision = 0;
  private forgotAtMs = Number.NEGATIVE_INFINITY;

  /** In any order, from any source, as often as it likes. */
  take(said: Iterable<Said>): void {
    const nowMs = clock.now();
    this.forgetOld(nowMs);
    const before = this.revision;
    for (const one of said) {
      const report = usableReport(one, nowMs);
      if (report) this.takeReport(report);
    }
    if (this.revision !== before) this.answers = new WeakMap();
  }

  /** Everything; what is still true comes again from its source. */
  clear(): void {
    this.aircraft.clear();
    this.answers = new WeakMap();
    this.bodies.clear();
  }

  of(icao: string): Tracked | null {
    this.forgetOld(clock.now());
    return this.aircraft.get(icao.trim().toUpperCase()) ?? null;
  }

  answer(box: Box, view: View): PositionsAnswer {
    const nowMs = clock.now();
    this.forgetOld(nowMs);
    const known = this.answers.get(view) ?? new Map<string, PositionsAnswer>();
    this.answers.set(view, known);
    const key = keyOf(box);
    const answer = known.get(key) ?? this.newAnswer(box, view, nowMs);
    if (known.size < maxAnswers) known.set(key, answer);
    return answer;
  }

  private newAnswer(box: Box, view: View, nowMs: number): PositionsAnswer {
    const states = this.select(box, view, nowMs);
    const etag = this.tagOf(states);
    return { etag, body: () => this.body(etag, states) };
  }

  private select(box: Box, view: View, nowMs: number): AircraftState[] {
    const found: AircraftState[] = [];
    for (const entry of this.aircraft.values()) {
      const state = view(entry);
      const place = state?.placed;
      if (state && place && (state.placedAtMs ?? 0) > nowMs - keepMs && isInBox(box, place.lat, place.lon))
        found.push(state);
    }
    return found;
  }

  /** Of the revisions alone: two answers with the same ones say the same. Weak, because it may travel compressed. */
  private tagOf(states: readonly AircraftState[]): string {
    let newest = 0;
    let [one, other] = [0, 0];
    for (const { revision } of states) {
      if (revision > newest) newest = revision;
      one = (Math.imul(one, 31) + revision) | 0;
      other = Math.imul(other ^ revision, 0x01000193);
    }
    return `W/"${[this.processTag, states.length, newest, one >>> 0, other >>> 0].join('-')}"`;
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

  private takeReport(report: Report): void {
    const entry = this.aircraft.get(report.icao) ?? this.begin(report);
    entry.heardAtMs = Math.max(entry.heardAtMs, report.atMs);
    const revision = this.revision + 1;
    const before = entry.all.placedAtMs;
    const isNews = entry.all.take(report, revision);
    const isStationsNews = report.stationId !== null && stateOf(entry, report.stationId).take(report, revision);
    if (!isNews && !isStationsNews) return;
    this.revision = revision;
    if (entry.all.placedAtMs !== before) this.addToTrack(entry, report);
    // The longest silent stands first.
    this.aircraft.delete(report.icao);
    this.aircraft.set(report.icao, entry);
  }

  private begin({ icao, atMs }: Report): Entry {
    for (const oldest of this.aircraft.keys()) {
      if (this.aircraft.size < maxAircraft) break;
      this.aircraft.delete(oldest);
    }
    const entry = { icao, all: new AircraftState(icao), byStation: new Map(), track: [], heardAtMs: atMs };
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
    this.answers = new WeakMap();
    for (const [icao, { heardAtMs }] of this.aircraft) if (heardAtMs <= nowMs - keepMs) this.aircraft.delete(icao);
  }
}

/** Of one span or two; put together by hand, since every poll of every map needs it. */
function keyOf({ south, north, spans: [first, second] }: Box): string {
  const key = `${south} ${north} ${first?.[0]} ${first?.[1]}`;
  return second ? `${key} ${second[0]} ${second[1]}` : key;
}

function stateOf({ icao, byStation }: Entry, stationId: string): AircraftState {
  const key = foldCase(stationId);
  const state = byStation.get(key) ?? new AircraftState(icao);
  byStation.delete(key);
  byStation.set(key, state);
  for (const silent of byStation.keys()) {
    if (byStation.size <= maxStations) break;
    byStation.delete(silent);
  }
  return state;
}
