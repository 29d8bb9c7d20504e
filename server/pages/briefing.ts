/** The briefing of one aircraft (decision 47): its arrival, and what is new since its last stop. Its messages are those of the caller's raw list, its faults those of the caller's ledger. */
import { type Api, api } from '../../contract/api.ts';
import { type Audience, permissionFor } from '../../contract/audience.ts';
import { dayMs, minuteMs } from '../../contract/durations.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import type { Arrival, BriefFault, Briefing, Delay, OpenRequest } from '../../contract/entities/briefing.ts';
import type { FaultLedger } from '../../contract/entities/faults.ts';
import { type Tail, type TailLeg, tailDays } from '../../contract/entities/tail.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { connectionsOf, type DialogueMessage } from '../../decoder/dialogue.ts';
import { expectedInstant } from '../../decoder/instants.ts';
import { clock } from '../base/clock.ts';
import type { Place } from '../base/geometry.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Database } from '../database/pool.ts';
import { faultScope } from '../faults/fault-scope.ts';
import { readLedger } from '../faults/read-faults.ts';
import { type CompanyScope, companyOfMessages } from '../http/company-scope.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { CompanyRules } from '../map/company-view.ts';
import type { Positions } from '../map/positions.ts';
import { companyMarks } from '../messages/company-sql.ts';
import { airportByIcao } from '../reference/airports.ts';
import { type ArrivalEvidence, type ArrivalPosition, arrivalOf, newestEta, type StatedEta } from './arrival.ts';
import { idKey, readFacts, readTail, type TailSources } from './tail.ts';

/** For whom: an account as it is now. */
export type BriefingReader = { readonly audience: Audience; readonly company: string | null };
type BriefingRequest = {
  /** A registration or a 24-bit address. */
  readonly id: string;
  readonly reader: BriefingReader;
  readonly companyScope: CompanyScope;
  readonly nowMs: number;
};

/** A delay that the line of words states. */
const lateMinutes = 15;
const aheadMs = minuteMs;

export function makeBriefingHandler({
  db,
  positions,
}: {
  readonly db: Database;
  readonly positions: Positions;
}): Handlers<Api['tail'], Context>['briefing'] {
  const sources = { db, positions, rules: new CompanyRules(db) };
  const cached = new ShortCache<Briefing>({ maxAgeMs: 30_000, max: 100 });
  return ({ path, ...context }) => {
    const { audience, company } = callerOf(context);
    const request = { id: idKey(path.id), reader: { audience, company }, companyScope: context.companyScope };
    return cached.respond(JSON.stringify(request), () => briefingOf(sources, { ...request, nowMs: clock.now() }));
  };
}

/** The newest flight of an aircraft, for one scope of messages. */
export type ArrivingFlight = {
  readonly tail: Tail;
  readonly leg: TailLeg | undefined;
  readonly sinceMs: number | null;
  /** Of the flight, newest first. */
  readonly messages: readonly DialogueMessage[];
  readonly etaMs: number | null;
  readonly arrival: Arrival | null;
  /** Where it ends. null = not known. */
  readonly place: Place | null;
};

/** `company` null = all messages. */
export async function readArrival(
  sources: TailSources,
  { id, company, nowMs }: { readonly id: string; readonly company: string | null; readonly nowMs: number },
): Promise<ArrivingFlight> {
  const { db } = sources;
  const key = idKey(id);
  const tail = await newestLegs(sources, { key, company, nowMs });
  const [leg] = tail.legs;
  if (!leg) return { tail, leg, sinceMs: null, messages: [], etaMs: null, arrival: null, place: null };
  const sinceMs = startOf(leg);
  const [marks, airport] = await Promise.all([companyMarks(db, company), airportByIcao(db, endOf(leg) ?? '')]);
  const window = { fromMs: sinceMs, toMs: nowMs + aheadMs };
  const messages = await readFacts(db, { key, address: tail.address, marks, ...window });
  const place = airport ? { lat: airport.lat, lon: airport.lon } : null;
  const times = { leg: legTimes(leg), etas: etasOf(messages, msOf(leg.off) ?? sinceMs) };
  const arrival = arrivalIn({ ...times, positions: positionsOf(tail), destination: place, nowMs });
  return { tail, leg, sinceMs, messages, etaMs: newestEta(times), arrival, place };
}

export async function briefingOf(sources: TailSources, request: BriefingRequest): Promise<Briefing> {
  const { id, reader, companyScope, nowMs } = request;
  const company = companyOfMessages({ caller: reader, companyScope });
  const flight = await readArrival(sources, { id, company, nowMs });
  const { tail, leg, sinceMs, messages, etaMs, arrival, place } = flight;
  const ledger = await ledgerOf(sources.db, request, tail.registration ?? id);
  const faults = ledger && reportedSince(ledger, sinceMs ?? nowMs);
  const facts = {
    leg: leg ? { id: leg.id, flight: leg.flight, from: leg.from, to: endOf(leg), place } : null,
    arrival,
    faults,
    olderOpenFaults: ledger ? olderOpen(ledger, faults ?? []) : 0,
    requests: requestsOf(messages, nowMs),
    delay: leg ? delayOf(leg, etaMs, messages) : null,
  };
  return {
    asOf: writeInstant(nowMs),
    registration: tail.registration,
    address: tail.address,
    ...facts,
    since: sinceMs === null ? null : writeInstant(sinceMs),
    messages: leg?.messages ?? 0,
    words: briefingWords(tail.registration ?? tail.address ?? id.toUpperCase(), facts, nowMs),
  };
}

function arrivalIn(evidence: ArrivalEvidence): Arrival | null {
  const found = arrivalOf(evidence);
  if (!found) return null;
  const { atMs, ...arrival } = found;
  return { ...arrival, at: atMs === null ? null : writeInstant(atMs) };
}

type LegsRequest = { readonly key: string; readonly company: string | null; readonly nowMs: number };

/** The axis of a day is more precise. One that has stood for days has no flight on it. */
async function newestLegs(sources: TailSources, request: LegsRequest): Promise<Tail> {
  const tail = await readTail(sources, { ...request, days: 1 });
  return tail.legs.length > 0 ? tail : readTail(sources, { ...request, days: tailDays });
}

// ---- The flight

const msOf = (instant: string | null): number | null => (instant === null ? null : parseInstant(instant));
export const endOf = ({ to, endedAt }: TailLeg): string | null => endedAt ?? to;

function legTimes(leg: TailLeg) {
  const { off, on, in: atGate, id, until, hasLanded } = leg;
  const [firstMs, lastMs] = [msOf(id) ?? 0, msOf(until) ?? 0];
  return { offMs: msOf(off), onMs: msOf(on), inMs: msOf(atGate), firstMs, lastMs, hasLanded };
}

/** The first reception, or an earlier departure that a report states. */
const startOf = ({ id, out, off }: TailLeg): number =>
  Math.min(...[id, out, off].flatMap((instant) => msOf(instant) ?? []));

/** `HH:MM` or `HH:MM:SS`. */
function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const etasOf = (messages: readonly DialogueMessage[], beganMs: number): StatedEta[] =>
  messages.flatMap(({ atMs, facts }) => {
    const eta = facts.times?.eta;
    return eta === undefined ? [] : { sentMs: atMs, etaMs: expectedInstant(minuteOf(eta), atMs, beganMs) };
  });

function positionsOf({ track, now }: Tail): ArrivalPosition[] {
  const placed = track.flatMap(([atS, altFt, lat, lon]): ArrivalPosition[] =>
    lat === null || lon === null ? [] : [{ atMs: atS * 1000, altFt, lat, lon }],
  );
  const seenMs = now?.seenAt ? parseInstant(now.seenAt) : null;
  const last = placed.at(-1)?.atMs ?? 0;
  if (!now || now.isDoubtful || seenMs === null || seenMs <= last) return placed;
  return [...placed, { atMs: seenMs, altFt: now.isOnGround ? 0 : now.altitudeFt, lat: now.lat, lon: now.lon }];
}

/** Arrival at the gate against the schedule. null = one of both is not known. */
function delayOf(leg: TailLeg, etaMs: number | null, messages: readonly DialogueMessage[]): Delay | null {
  const stated = messages.find(({ facts }) => facts.times?.scheduledIn !== undefined);
  const time = stated?.facts.times?.scheduledIn;
  const scheduledMs =
    msOf(leg.scheduledIn) ??
    (stated && time !== undefined ? expectedInstant(minuteOf(time), stated.atMs, startOf(leg)) : null);
  const inMs = msOf(leg.in);
  const expectedMs = inMs ?? etaMs;
  if (scheduledMs === null || expectedMs === null) return null;
  return {
    scheduled: writeInstant(scheduledMs),
    expected: writeInstant(expectedMs),
    isActual: inMs !== null,
    minutes: Math.round((expectedMs - scheduledMs) / minuteMs),
  };
}

// ---- The dialogue

const requestsOf = (messages: readonly DialogueMessage[], nowMs: number): OpenRequest[] =>
  connectionsOf(messages, nowMs).flatMap(({ ground, turns }) =>
    turns.flatMap((turn) =>
      turn.kind === 'message' && turn.isOpen
        ? [{ id: turn.id, at: writeInstant(turn.atMs), direction: turn.direction, words: turn.words, ground }]
        : [],
    ),
  );

// ---- The ledger

/** null = this reader has none. */
async function ledgerOf(
  db: Database,
  { reader, companyScope, nowMs }: BriefingRequest,
  tail: string,
): Promise<FaultLedger | null> {
  if (permissionFor(api.faults.ofTail.id, reader.audience, true) !== 'yes') return null;
  return readLedger(db, await faultScope(db, reader, companyScope), tail, nowMs);
}

type LedgerFault = FaultLedger['faults'][number];
type FaultEvent = LedgerFault['events'][number];

/** As the list has it: reported again after it was closed, a fault is open. */
const lastOf = (events: readonly FaultEvent[]): string =>
  events.map(({ at, isTimed, lastReceived }) => (isTimed ? at : lastReceived)).reduce((a, b) => (a > b ? a : b));
const isAgain = ({ state, events }: LedgerFault): boolean =>
  state?.state === 'closed' && (msOf(lastOf(events)) ?? 0) > (msOf(state.at) ?? 0);
const stateOf = (fault: LedgerFault): string => (isAgain(fault) ? 'open' : (fault.state?.state ?? 'open'));

/** A report that was received since then is news, whenever the fault happened. */
function reportedSince({ faults }: FaultLedger, sinceMs: number): BriefFault[] {
  return faults.flatMap((fault) => {
    const { identity, chapter, name, events } = fault;
    const isSince = ({ firstReceived }: FaultEvent): boolean => (msOf(firstReceived) ?? 0) >= sinceMs;
    const newest = events.find(isSince);
    if (!newest) return [];
    const isNew = events.every(isSince) || isAgain(fault);
    return {
      ...{ identity, chapter, name, isNew, state: stateOf(fault), at: newest.at, messageId: newest.messageId },
      isWarning: newest.what === 'warning',
    };
  });
}

const olderOpen = ({ faults }: FaultLedger, known: readonly BriefFault[]): number => {
  const reported = new Set(known.map(({ identity }) => identity));
  return faults.filter((fault) => stateOf(fault) === 'open' && !reported.has(fault.identity)).length;
};

// ---- One line of words

type Said = Pick<Briefing, 'faults' | 'requests' | 'delay' | 'leg'> & { readonly arrival: Arrival | null };

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `14:32 UTC`, with the day if it is not about now. */
function timeText(instant: string, nowMs: number): string {
  const day = Math.abs(nowMs - (parseInstant(instant) ?? 0)) > 0.8 * dayMs ? `${instant.slice(0, 10)} ` : '';
  return `${day}${instant.slice(11, 16)} UTC`;
}

export function arrivalWords(name: string, arrival: Arrival | null, to: string | null, nowMs: number): string {
  if (!arrival) return name;
  const at = arrival.at === null ? '' : timeText(arrival.at, nowMs);
  const place = to === null ? '' : ` at ${to}`;
  if (arrival.state === 'landing') return `${name} lands${place}${at && ` about ${at}`}`;
  if (arrival.basis === 'in') return `${name} is at the gate${to === null ? '' : ` in ${to}`}${at && ` since ${at}`}`;
  return `${name} landed${place}${at && ` at ${at}`}`;
}

/** "D-ABCD lands at EDDF about 14:32 UTC: 2 new faults, 1 open request". */
function briefingWords(name: string, { arrival, leg, faults, requests, delay }: Said, nowMs: number): string {
  const newFaults = faults?.filter(({ isNew }) => isNew).length ?? 0;
  const news = [
    newFaults > 0 ? counted(newFaults, 'new fault') : null,
    requests.length > 0 ? counted(requests.length, 'open request') : null,
    delay && delay.minutes >= lateMinutes ? `${delay.minutes} min late` : null,
  ].filter((part) => part !== null);
  const head = arrivalWords(name, arrival, leg?.to ?? null, nowMs);
  return `${head}: ${news.length > 0 ? news.join(', ') : 'nothing new'}`;
}
