/**
 * Rules about arrivals (decision 47): each minute one server looks at aircraft that were received lately, and tells once per flight that
 * one is about to land, or has landed. Own file: work of the leader.
 */

import { tailKey } from '../../contract/airline-code.ts';
import { audienceOf } from '../../contract/audience-of.ts';
import { hourMs, minuteMs } from '../../contract/durations.ts';
import type { Arrival } from '../../contract/entities/briefing.ts';
import { foldCase } from '../../contract/filters.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { boxOf } from '../base/geometry.ts';
import type { Database } from '../database/pool.ts';
import type { CompanyScope } from '../http/company-scope.ts';
import { CompanyRules } from '../map/company-view.ts';
import type { Positions } from '../map/positions.ts';
import { type CompiledRule, compileRule } from '../telling/rules/compiled-rule.ts';
import { type Identity, type PlainField, type RuleEvent, ruleValue } from '../telling/rules/rule-event.ts';
import { RuleIndex } from '../telling/rules/rule-index.ts';
import type { Rules } from '../telling/rules/rules.ts';
import { type Draft, tell } from '../telling/tell.ts';
import { lowFt, soonMs } from './arrival.ts';
import { type ArrivingFlight, arrivalWords, type BriefingReader, briefingOf, endOf, readArrival } from './briefing.ts';
import type { TailSources } from './tail.ts';

/** An aircraft that was not received for longer cannot be about to land. */
const receivedMs = 6 * hourMs;
/** A landing of longer ago is no news. */
const landedMs = hourMs;
/** Of one look, those that wait for longest: each reads the messages of an aircraft. */
const mostReads = 100;
const mostStations = 20;

/** Conditions that only the flight answers: an aircraft is a candidate without them. */
const flightFields: readonly string[] = ['from', 'to', 'station'];

type Candidate = Identity & { readonly atMs: number; readonly isLow: boolean };
type Known = { readonly atMs: number; readonly lookMs: number; readonly readMs: number };

class ArrivalEvent implements RuleEvent {
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flight: string | null;
  readonly atMs: number;
  readonly text = '';
  readonly faults: readonly never[] = [];
  readonly isEmergency = false;
  readonly speedKt = null;
  readonly altitudeFt = null;
  readonly place = null;

  constructor(
    readonly candidate: Candidate,
    readonly found: ArrivingFlight | null = null,
  ) {
    this.tail = found?.tail.registration ?? candidate.tail;
    this.icao = found?.tail.address ?? candidate.icao;
    this.flight = found?.leg?.flight ?? candidate.flight;
    this.atMs = candidate.atMs;
  }

  values(field: PlainField): readonly string[] {
    const leg = this.found?.leg;
    if (field === 'station') return stationsOf(this.found).map((name) => ruleValue(field, name));
    const of = {
      ...{ tail: this.tail, icao: this.icao, flight: this.flight },
      ...{ from: leg?.from, to: leg && endOf(leg) },
    } as Partial<Record<PlainField, string | null | undefined>>;
    const value = of[field];
    return value ? [ruleValue(field, value)] : [];
  }
}

type ArrivalServices = {
  readonly db: Database;
  readonly positions: Positions;
  readonly rules: Rules;
  readonly companyScope: CompanyScope;
};

export class Arrivals {
  readonly #services: ArrivalServices;
  readonly #sources: TailSources;
  /** By aircraft, what the last look found: one without anything new is read again when its estimate is near. */
  readonly #known = new Map<string, Known>();

  constructor(services: ArrivalServices) {
    this.#services = services;
    this.#sources = { ...services, rules: new CompanyRules(services.db) };
  }

  /** Resolves to the number of hits. */
  async look(nowMs: number): Promise<number> {
    const { db, rules, companyScope } = this.#services;
    const periodic = await rules.periodic(db);
    const own = periodic.filter(({ rule }) => rule.body.all.some(({ field }) => field === 'arrival'));
    if (own.length === 0) return 0;
    const events = await this.#concerned(own, nowMs);
    const drafts: Draft[] = [];
    for (const [key, candidate] of events) {
      const found = await readArrival(this.#sources, {
        id: candidate.tail ?? candidate.icao ?? '',
        company: null,
        nowMs,
      });
      const lookMs = found.arrival || found.etaMs === null ? Number.POSITIVE_INFINITY : found.etaMs - soonMs;
      this.#known.set(key, { atMs: candidate.atMs, lookMs, readMs: nowMs });
      if (!found.leg || !isNews(found, nowMs)) continue;
      const matches = await rules.match(db, new RuleIndex(own), [new ArrivalEvent(candidate, found)]);
      for (const { rule } of matches) drafts.push(...(await this.#draft(rule, found, nowMs)));
    }
    if (drafts.length === 0) return 0;
    const told = await db.transaction((tx) => tell(tx, drafts, { companyScope, nowMs }));
    return told.written;
  }

  /** Aircraft that a rule may be about, and of which something is new. */
  async #concerned(own: readonly CompiledRule[], nowMs: number): Promise<ReadonlyMap<string, Candidate>> {
    const { db, rules } = this.#services;
    const index = new RuleIndex(own.map(withoutFlight));
    const candidates = await this.#candidates(nowMs);
    for (const [key, { readMs }] of this.#known)
      if (!candidates.has(key) && nowMs - readMs > receivedMs) this.#known.delete(key);
    const due = [...candidates].filter(([key, { atMs, isLow }]) => {
      const known = this.#known.get(key);
      return isLow || !known || atMs > known.atMs || nowMs >= known.lookMs;
    });
    const events = due.map(([, candidate]) => new ArrivalEvent(candidate));
    const matched = new Set((await rules.match(db, index, events)).map(({ event }) => event.candidate));
    const readMs = (key: string): number => this.#known.get(key)?.readMs ?? 0;
    return new Map(
      due
        .filter(([, candidate]) => matched.has(candidate))
        .sort(([a], [b]) => readMs(a) - readMs(b))
        .slice(0, mostReads),
    );
  }

  /** By tail key or address: those with a message lately, and those that fly low now. */
  async #candidates(nowMs: number): Promise<Map<string, Candidate>> {
    const { db, positions } = this.#services;
    const found = new Map<string, Candidate>();
    const rows = await db.query<{ tail: string; address: string; flight: string; at: number }>(
      `select tail, max(address) as address, (array_agg(flight order by last_at desc))[1] as flight,
         extract(epoch from max(last_at))::float8 * 1000 as at
       from tail_last where tail <> '' and last_at >= $1::timestamptz and last_at <= $2::timestamptz group by tail`,
      [writeInstant(nowMs - receivedMs), writeInstant(nowMs + minuteMs)],
    );
    for (const { tail, address, flight, at } of rows)
      found.set(keyOf(tail, address), {
        ...{ tail, icao: address || null, flight: flight || null, atMs: at, isLow: false },
      });
    const low = positions
      .trackedIn(boxOf({}), ({ all }) => all)
      .flatMap(({ all }) => {
        const { icao, altitudeFt, isOnGround, callsign } = all.location();
        const isLow = isOnGround !== true && altitudeFt !== null && altitudeFt <= lowFt;
        return isLow ? [{ icao, callsign, atMs: all.placedAtMs ?? nowMs }] : [];
      });
    const tails = await this.#tailsOf(low.map(({ icao }) => icao));
    for (const { icao, callsign, atMs } of low) {
      const tail = tails.get(icao.toLowerCase()) ?? null;
      const key = keyOf(tail, icao);
      const known = found.get(key);
      found.set(key, {
        ...{ tail: known?.tail ?? tail, icao, flight: known?.flight ?? callsign, isLow: true },
        atMs: Math.max(atMs, known?.atMs ?? 0),
      });
    }
    return found;
  }

  async #tailsOf(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (addresses.length === 0) return new Map();
    const rows = await this.#services.db.query<{ address: string; tail: string }>(
      `select lower(mode_s) as address, registration as tail from aircraft where lower(mode_s) = any($1::text[]) and registration <> ''`,
      [addresses.map((address) => address.toLowerCase())],
    );
    return new Map(rows.map(({ address, tail }) => [address, tail]));
  }

  /** With what the owner of the rule may read. A rule of everyone states the arrival only: its readers see different messages. */
  async #draft(compiled: CompiledRule, found: ArrivingFlight, nowMs: number): Promise<Draft[]> {
    const { rule } = compiled;
    const { companyScope } = this.#services;
    const name = found.tail.registration ?? found.tail.address;
    const reader = await this.#readerOf(rule);
    if (name === null || !found.leg || reader === null) return [];
    const id = found.tail.registration ?? found.tail.address ?? '';
    const briefing = reader === 'all' ? null : await briefingOf(this.#sources, { id, reader, companyScope, nowMs });
    const arrival = briefing ? briefing.arrival : found.arrival;
    const leg = briefing ? briefing.leg : { ...found.leg, to: endOf(found.leg) };
    if (!arrival || !leg) return [];
    const { tail } = found;
    const stations = stationsOf(found);
    const about = { tail: tail.registration, icao: tail.address, flight: found.leg.flight };
    const prefix = `arrival ${keyOf(tail.registration, tail.address)} `;
    return [
      {
        rule,
        eventKey: `${prefix}${leg.id}`,
        // Later messages may move the beginning of the flight.
        near: { prefix, seconds: Math.ceil((nowMs - (parseInstant(leg.id) ?? nowMs)) / 1000) },
        ...{ kind: 'arrival', isEmergency: false, isLate: false, stationNumber: null },
        at: writeInstant(nowMs),
        title: briefing?.words ?? arrivalWords(name, arrival, leg.to, nowMs),
        words: flightWords(leg),
        path: `/tail/${encodeURIComponent(name)}/briefing`,
        receptions: (stations.length > 0 ? stations : ['']).map((stationId) => ({ ...about, stationId })),
      },
    ];
  }

  /** null = whoever owned it has left. */
  async #readerOf({ owner, userId, company }: CompiledRule['rule']): Promise<BriefingReader | 'all' | null> {
    if (owner === 'all') return 'all';
    if (owner === 'company') return { audience: audienceOf({ role: '', company }), company };
    const [user] = await this.#services.db.query<{ role: string; company: string | null }>(
      'select role, company from users where id = $1',
      [userId],
    );
    return user ? { audience: audienceOf(user), company: user.company } : null;
  }
}

/** Receivers of its newest messages. */
const stationsOf = (found: ArrivingFlight | null): string[] =>
  [...new Set(found?.tail.messages.flatMap(({ stationId }) => stationId ?? []))].slice(0, mostStations);

const keyOf = (tail: string | null, address: string | null): string =>
  foldCase(tailKey(tail) ?? address ?? '').slice(0, 100);

function withoutFlight({ rule }: CompiledRule): CompiledRule {
  const all = rule.body.all.filter(({ field }) => !flightFields.includes(field));
  const not = rule.body.not.filter(({ field }) => !flightFields.includes(field));
  return compileRule({ ...rule, body: { ...rule.body, all, not } });
}

function isNews({ arrival, leg }: ArrivingFlight, nowMs: number): boolean {
  if (!arrival || !leg) return false;
  const atMs = parseInstant(arrival.at ?? leg.until) ?? 0;
  return arrival.state === ('landing' satisfies Arrival['state']) || nowMs - atMs <= landedMs;
}

/** "LH1773, EKCH to EDDM." */
function flightWords({ flight, from, to }: { flight: string | null; from: string | null; to: string | null }): string {
  const route = from !== null || to !== null ? `${from ?? '?'} to ${to ?? '?'}` : null;
  return `${[flight, route].filter((part) => part !== null).join(', ') || 'Flight unknown'}.`;
}
