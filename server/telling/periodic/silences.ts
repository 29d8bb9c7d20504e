/**
 * Silence of stations and aircraft as hits of rules (decision 45). A station without minutes is silent when its status says so: the turn
 * that also writes the feeder's email (decision 17). The server's own downtime never counts as a silence.
 */

import { tailKey } from '../../../contract/airline-code.ts';
import { dayMs, hourMs, minuteMs } from '../../../contract/durations.ts';
import type { Condition, RuleBody } from '../../../contract/entities/rules.ts';
import { writeInstant } from '../../../contract/params.ts';
import { clock } from '../../base/clock.ts';
import type { Database, Query, Transaction } from '../../database/pool.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import { lastReceptionsSince } from '../../stations/last-receptions.ts';
import { silenceLimits } from '../../stations/silence-rules.ts';
import type { StationHooks, StationTurn } from '../../stations/watch.ts';
import { eventKeyOf } from '../event-key.ts';
import { readSettings } from '../notice-settings.ts';
import { Asked, type CompiledRule } from '../rules/compiled-rule.ts';
import { RuleIndex } from '../rules/rule-index.ts';
import type { Rules } from '../rules/rules.ts';
import { type Draft, tell } from '../tell.ts';
import { quietEnd } from '../ways/quiet-hours.ts';
import { KnownObject } from './known-object.ts';
import { durationText } from './period-text.ts';

/** A silence that began earlier is no news: the server did not watch. */
const newsMs = dayMs;
/** Last messages are written once a minute (last-tails.ts). */
const tailInaccuracyMs = minuteMs;

type Silent = Extract<Condition, { field: 'silent' }>;
const silentOf = ({ all }: Pick<RuleBody, 'all'>): Silent | null =>
  all.find((one): one is Silent => one.field === 'silent') ?? null;
type SilentRule = { readonly rule: CompiledRule; readonly silent: Silent };
/** `forMs` = the silence that it waits for. */
type TimedRule = {
  readonly rule: CompiledRule;
  readonly of: Silent['of'];
  readonly minutes: number;
  readonly forMs: number;
};

type Station = {
  readonly recordId: number;
  readonly number: string;
  readonly feederId: string | null;
  readonly receivers: readonly string[];
};
type Tail = {
  readonly tail: string;
  readonly icao: string;
  readonly flight: string;
  readonly receiver: string;
  readonly lastMs: number;
};

export class Silences implements StationHooks {
  #lookedAtMs: number | null = null;
  #watchedSinceMs = 0;
  /** Silences that were written, by rule and object: the last reception. Those that are news no more are removed. */
  readonly #written = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly rules: Rules,
    private readonly companyScope: CompanyScope,
  ) {}

  /** In the transaction of the turn of a station. */
  readonly onTurn: StationHooks['onTurn'] = async (tx, turn) => {
    const rules = (await this.#silentRules()).filter(
      ({ silent }) => silent.of === 'station' && silent.minutes === null,
    );
    if (rules.length === 0) return;
    const [station] = await stationsOf(tx, [turn.recordId]);
    if (!station) return;
    const nowMs = clock.now();
    const drafts = rules
      .filter(({ rule }) => isAbout(rule, station, turn.lastReceptionAt.getTime()))
      .map(({ rule }) => turnDraft(rule, station, turn, nowMs));
    await tell(tx, drafts, { companyScope: this.companyScope, nowMs });
  };

  /** The email about a station waits as other notices do. */
  readonly quietUntil: StationHooks['quietUntil'] = async (tx, userId, nowMs) => {
    const { quiet, zone } = await readSettings(tx, userId);
    return quiet && quietEnd(quiet, zone, nowMs);
  };

  /** One check of all rules with minutes, to be called every minute by a trusted clock. */
  async look(nowMs: number): Promise<void> {
    if (this.#lookedAtMs === null || Math.abs(nowMs - this.#lookedAtMs) > silenceLimits.ownPauseMs) {
      this.#watchedSinceMs = nowMs;
      this.#written.clear();
    }
    this.#lookedAtMs = nowMs;
    const rules = (await this.#silentRules()).flatMap(({ rule, silent: { of, minutes } }): TimedRule[] =>
      minutes === null
        ? []
        : [{ rule, of, minutes, forMs: minutes * minuteMs + (of === 'tail' ? tailInaccuracyMs : 0) }],
    );
    const oldestMs = nowMs - newsMs - Math.max(0, ...rules.map(({ forMs }) => forMs));
    for (const [key, lastMs] of this.#written) if (lastMs < oldestMs) this.#written.delete(key);
    const ofTails = rules.filter(({ of }) => of === 'tail');
    const ofStations = rules.filter(({ of }) => of === 'station');
    const drafts = [
      ...(ofStations.length > 0 ? await this.#stationDrafts(ofStations, nowMs) : []),
      ...(ofTails.length > 0 ? await this.#tailDrafts(ofTails, nowMs) : []),
    ];
    if (drafts.length === 0) return;
    await this.db.transaction((tx: Transaction) =>
      tell(
        tx,
        drafts.map(({ draft }) => draft),
        { companyScope: this.companyScope, nowMs },
      ),
    );
    for (const { key, lastMs } of drafts) this.#written.set(key, lastMs);
  }

  async #silentRules(): Promise<SilentRule[]> {
    return (await this.rules.periodic(this.db)).flatMap((rule) => {
      const silent = silentOf(rule.rule.body);
      return silent ? [{ rule, silent }] : [];
    });
  }

  /** Whether nothing since `lastMs` is a silence of so long that began within a day, and was not written yet. */
  #isNews(key: string, lastMs: number, forMs: number, nowMs: number): boolean {
    const sinceMs = nowMs - lastMs;
    const watchedMs = nowMs - this.#watchedSinceMs;
    return (
      sinceMs >= forMs &&
      sinceMs < forMs + newsMs &&
      watchedMs >= Math.min(forMs, silenceLimits.shortestPauseMs) &&
      this.#written.get(key) !== lastMs
    );
  }

  async #stationDrafts(rules: readonly TimedRule[], nowMs: number): Promise<NewSilence[]> {
    const longestMs = Math.max(...rules.map(({ forMs }) => forMs));
    const last = await lastReceptionsSince(this.db, nowMs - longestMs - newsMs - hourMs, nowMs);
    const due = rules.flatMap((rule) =>
      [...last].flatMap(([recordId, lastMs]) => {
        const key = `${rule.rule.rule.id} station ${recordId}`;
        return this.#isNews(key, lastMs, rule.forMs, nowMs) ? [{ ...rule, recordId, lastMs, key }] : [];
      }),
    );
    if (due.length === 0) return [];
    const stations = new Map(
      (await stationsOf(this.db, [...new Set(due.map(({ recordId }) => recordId))])).map((one) => [one.recordId, one]),
    );
    return due.flatMap(({ rule, minutes, recordId, lastMs, key }) => {
      const station = stations.get(recordId);
      if (!station || !isAbout(rule, station, lastMs)) return [];
      return [{ key, lastMs, draft: stationDraft(rule, station, { lastMs, minutes }, nowMs) }];
    });
  }

  async #tailDrafts(rules: readonly TimedRule[], nowMs: number): Promise<NewSilence[]> {
    const limits = rules.map(({ forMs }) => forMs);
    const last = await lastMessages(this.db, nowMs - Math.max(...limits) - newsMs);
    const silent = last.filter(({ lastMs }) => nowMs - lastMs >= Math.min(...limits));
    const byEvent = new Map(
      silent.map((one) => [
        new KnownObject({
          ...{ tail: one.tail || null, icao: one.icao || null, flight: one.flight || null, atMs: one.lastMs },
          stations: [one.receiver],
        }),
        one,
      ]),
    );
    const timed = new Map(rules.map((one) => [one.rule, one]));
    const index = new RuleIndex([...timed.keys()]);
    const matches = await this.rules.match(this.db, index, [...byEvent.keys()]);
    return matches.flatMap(({ rule, event }) => {
      const [one, { minutes = 0, forMs = 0 } = {}] = [byEvent.get(event), timed.get(rule)];
      const key = `${rule.rule.id} tail ${one?.tail} ${one?.icao}`;
      if (!one || !this.#isNews(key, one.lastMs, forMs, nowMs)) return [];
      return [{ key, lastMs: one.lastMs, draft: tailDraft(rule, one, minutes, nowMs) }];
    });
  }
}

type NewSilence = { readonly key: string; readonly lastMs: number; readonly draft: Draft };

/** A rule of a user that names no station is about those that the user feeds. */
function isAbout(rule: CompiledRule, station: Station, atMs: number): boolean {
  const { owner, userId, body } = rule.rule;
  const isNamed = body.all.some(({ field }) => field === 'station');
  if (!isNamed && owner === 'user' && station.feederId !== userId) return false;
  const stations = [station.number, ...station.receivers];
  return rule.match(new Asked(new KnownObject({ tail: null, icao: null, flight: null, atMs, stations }))) !== null;
}

// ---- Texts

const shown = (ms: number): string => `${writeInstant(ms).slice(0, 16).replace('T', ' ')} UTC`;
const noObject = { tail: null, icao: null, flight: null } as const;

function stationDraft(
  { rule }: CompiledRule,
  { number }: Station,
  { lastMs, minutes }: { readonly lastMs: number; readonly minutes: number | null },
  nowMs: number,
): Draft {
  const limit = minutes === null ? 'longer than its usual gap' : `for ${durationText(minutes)}`;
  return {
    rule,
    eventKey: eventKeyOf(
      rule.body.scope,
      { ...noObject, station: number },
      // Not the time of this check: the same silence is told once, also after a restart.
      lastMs + (minutes ?? 0) * minuteMs,
      `silent station ${number} ${writeInstant(lastMs)}`,
    ),
    ...{ kind: 'silent', isEmergency: false, isLate: false, at: writeInstant(nowMs), stationNumber: number },
    title: `Station ${number} is silent`,
    words: `Nothing since ${shown(lastMs)}, ${limit}.`,
    path: `/stationStatus?stationId=${number}`,
    receptions: [{ ...noObject, stationId: '' }],
  };
}

function turnDraft(rule: CompiledRule, station: Station, { to, lastReceptionAt }: StationTurn, nowMs: number): Draft {
  const lastMs = lastReceptionAt.getTime();
  const silent = stationDraft(rule, station, { lastMs, minutes: null }, nowMs);
  if (to === 'silent') return silent;
  return {
    ...silent,
    eventKey: `back ${silent.eventKey}`,
    title: `Station ${station.number} feeds again`,
    words: `It was silent since ${shown(lastMs)}.`,
  };
}

function tailDraft(
  { rule }: CompiledRule,
  { tail, icao, flight, receiver, lastMs }: Tail,
  minutes: number,
  nowMs: number,
): Draft {
  const source = { tail: tail || null, icao: icao || null, flight: flight || null };
  const who = tail || icao;
  return {
    rule,
    eventKey: eventKeyOf(
      rule.body.scope,
      source,
      lastMs + minutes * minuteMs,
      `silent ${tail || icao} ${writeInstant(lastMs)}`,
    ),
    ...{ kind: 'silent', isEmergency: false, isLate: false, at: writeInstant(nowMs), stationNumber: null },
    title: `No message from ${who} for ${durationText(minutes)}`,
    words: `The last one was received at ${shown(lastMs)}.`,
    path: `/tail/${encodeURIComponent(who)}`,
    receptions: [{ ...source, stationId: receiver }],
  };
}

// ---- SQL

const stationsOf = (db: Query, recordIds: readonly number[]): Promise<Station[]> =>
  db.query<Station>(
    `select s.id as "recordId", s.station_id as number, s.feeder_user_id as "feederId",
       array(select lower(n.receiver_name) from station_receiver_names n where n.station_record_id = s.id) as receivers
     from stations s where s.id = any($1::bigint[])`,
    [recordIds],
  );

/** Each aircraft with the receiver of its last message. Rows with an address alone belong to the aircraft with that address. */
async function lastMessages(db: Query, sinceMs: number): Promise<Tail[]> {
  const rows = await db.query<Tail>(
    `select distinct on (tail, address) tail, address as icao, flight, station_id as receiver, extract(epoch from last_at)::float8 * 1000 as "lastMs"
     from tail_last where last_at >= $1 order by tail, address, last_at desc`,
    [new Date(sinceMs)],
  );
  const addressOf = new Map<string, string>();
  const tailOf = new Map<string, string>();
  for (const { tail, icao } of rows)
    if (tail !== '' && icao !== '') {
      addressOf.set(tailKey(tail) ?? '', icao);
      tailOf.set(icao, tailKey(tail) ?? '');
    }
  const newest = new Map<string, Tail>();
  for (const row of rows) {
    const key = row.tail === '' ? (tailOf.get(row.icao) ?? row.icao) : (tailKey(row.tail) ?? '');
    const known = newest.get(key);
    const [last, other] = known && known.lastMs > row.lastMs ? [known, row] : [row, known];
    newest.set(key, {
      ...last,
      tail: last.tail || (other?.tail ?? ''),
      icao: last.icao || (other?.icao ?? '') || (addressOf.get(key) ?? ''),
    });
  }
  return [...newest.values()];
}
