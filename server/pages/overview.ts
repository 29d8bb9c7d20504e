/**
 * The overview in one response (decision 16). Each part has the scope of the caller's own call: band and stations that of the
 * statistics (C68), messages that of the raw list (C38, C117).
 */
import { type Api, api } from '../../contract/api.ts';
import { hourMs } from '../../contract/durations.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import {
  type BriefStation,
  type Overview,
  shownStations,
  type WireRow,
  wireRows,
} from '../../contract/entities/overview.ts';
import { recentHours, type StationHealth } from '../../contract/entities/station-health.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { type Joined, joinReceptions, type Received } from '../../decoder/join-receptions.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import { companyOfMessages } from '../http/company-scope.ts';
import { type Context, permissionOf } from '../http/guard.ts';
import { acarsColumns } from '../messages/acars-columns.ts';
import { kindsAndWords } from '../messages/meanings/row-meanings.ts';
import { messageRows } from '../messages/message-page.ts';
import type { Messages } from '../messages/messages.ts';
import { acarsTable } from '../query/message-tables.ts';
import { StationsHealthReader } from '../stations/health/station-health.ts';
import { messageBand } from '../statistics/band.ts';
import { queryStations, type StationScope, stationScopeOf } from '../statistics/station-query.ts';

type Scope = { readonly stations: StationScope; readonly company: string | null };
const bandMs = 24 * 3_600_000;

function scopeOf(context: Context): Scope {
  return {
    stations: stationScopeOf({ ...context, permission: permissionOf(context, api.statistics.band.id) }),
    company: companyOfMessages(context),
  };
}

export function makeOverviewHandlers({
  messages,
}: {
  readonly messages: Messages;
}): Handlers<Api['overview'], Context> {
  const health = new StationsHealthReader(messages);
  /** Many callers have the same scope, and each requests it every minute. */
  const cached = new ShortCache<Overview>({ maxAgeMs: 10_000, max: 200 });
  return {
    mine: async (context) => {
      const scope = scopeOf(context);
      return cached.respond(JSON.stringify(scope), () => read(messages, health, scope));
    },
  };
}

async function read(messages: Messages, health: StationsHealthReader, scope: Scope): Promise<Overview> {
  const now = clock.now();
  const requested = await queryStations(messages, scope.stations);
  const [band, { counts, first }, wire] = await Promise.all([
    messageBand(messages, requested, { fromMs: now - bandMs, toMs: now }, now),
    health.readWorst(scope.stations, now, shownStations),
    readWire(messages, { company: scope.company }, now),
  ]);
  return { asOf: writeInstant(now), band, stations: { counts, first: first.flatMap(briefStation) }, wire };
}

// ---- A station of the overview: the last 24 hours of its week.

function briefStation(station: StationHealth): BriefStation[] {
  const { stationId, city, state, reason, lastMessageAt, usualEveryS, silentTypes, facts } = station;
  if (facts === null) return [];
  const hours = facts.types[0]?.slots.length ?? 0;
  const first = Math.max(0, hours - recentHours);
  return [
    {
      stationId,
      city,
      state,
      reason,
      lastMessageAt,
      usualEveryS,
      silentTypes,
      hoursFrom: writeInstant((parseInstant(facts.hoursFrom) ?? 0) + first * hourMs),
      types: facts.types.map(({ type, slots, reasons }) => ({
        type,
        slots: slots.slice(first),
        reasons: reasons.slice(first),
      })),
      range: facts.range && { nowNmi: facts.range.nowNmi, sectors: facts.range.sectors },
    },
  ];
}

// ---- The newest messages in words. Receptions of one message are joined.

/** Receptions read for the rows: several stations receive one message, and link messages are frequent. */
const receptionsRead = 400;
/** Link messages are hidden at first: a few suffice. */
const maxLinkRows = 16;
const windowMs = 24 * 3_600_000;

export type Reception = Received & {
  readonly flight: string | null;
  readonly text: string | null;
  readonly meaning: unknown;
};
const { acarsDateTime, stationId, tail, flight, label, msgno, blockId, text, aggregatedText, meaning } = acarsColumns;
const list = {
  table: acarsTable,
  columns: { acarsDateTime, stationId, tail, flight, label, msgno, blockId, text, aggregatedText, meaning },
};
const window = api.acarsMessage.allUsers.list.filters.filter(({ way }) => way === 'between');

const ofStation = api.acarsMessage.allUsers.list.filters.filter(({ field }) => field === 'stationId');

type WireQuery = {
  /** Only its messages. null = all. */
  readonly company: string | null;
  /** Only those of this station, or receiver. */
  readonly stationId?: string;
};
export async function readWire(messages: Messages, { company, stationId }: WireQuery, now: number): Promise<WireRow[]> {
  const [min = '', max = ''] = window.flatMap(({ params }) => params.map(({ name }) => name));
  const query = { [min]: now - windowMs, [max]: now, ...(stationId === undefined ? {} : { stationId }) };
  const { rows } = await messageRows(messages, list, { filters: [...window, ...ofStation], query, company });
  const { sql, values } = rows(receptionsRead);
  const found = await messages.query<{ json: string }>(sql, values);
  return wireOf(found.map(({ json }) => JSON.parse(json) as Reception));
}

/** Newest first, as given. */
async function wireOf(receptions: readonly Reception[]): Promise<WireRow[]> {
  const rows = await wireRowsOf(joinReceptions(receptions));
  let links = 0;
  return rows.filter(({ kind }) => kind !== 'link' || ++links <= maxLinkRows).slice(0, wireRows);
}

export async function wireRowsOf(joined: readonly Joined<Reception>[]): Promise<WireRow[]> {
  const read = await kindsAndWords(joined.map(({ newest }) => newest));
  return joined.map(({ newest: one, receivers }, at) => ({
    id: one.id,
    at: one.acarsDateTime,
    tail: one.tail,
    flight: one.flight,
    label: one.label,
    kind: read[at]?.kind ?? 'other',
    words: read[at]?.words ?? '',
    heardBy: receivers.size,
  }));
}
