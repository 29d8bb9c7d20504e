/** Matches new messages with rules, in the transaction that stores them (decision 45). */
import { hash } from 'node:crypto';
import type { FaultFact } from '../../../contract/entities/meaning.ts';
import type { AcarsMessage } from '../../../contract/entities/messages.ts';
import { foldCase } from '../../../contract/filters.ts';
import { parseInstant, writeInstant } from '../../../contract/params.ts';
import { isLasting, type Query } from '../../database/pool.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import { messageWindowSeconds } from '../../messages/assembly/reception.ts';
import { storable } from '../../messages/meanings/storable-meaning.ts';
import type { StoredAcars } from '../../messages/messages.ts';
import { ledgerName } from '../../messages/store-faults.ts';
import { eventKeyOf } from '../event-key.ts';
import { type Draft, isLate, tell } from '../tell.ts';
import { hitTexts } from './hit-texts.ts';
import { MessageEvent, type Sent } from './rule-event.ts';
import type { Match, RuleIndex } from './rule-index.ts';
import type { Rules } from './rules.ts';

/** Drafts of one call: a batch of many matches needs memory for these only. */
const maxDrafts = 10_000;

type Found = Match & { readonly event: StoredEvent };

/**
 * For `MessageHooks.onAcars`. What would fail again stops no message: it is stored without the hits of its batch, and `onFailure` is
 * told. @throws what may be temporary
 */
export const matchStored =
  (rules: Rules, companyScope: CompanyScope, onFailure: (error: unknown) => void) =>
  async (tx: Query, rows: readonly StoredAcars[], nowMs: number): Promise<void> => {
    const index = await rules.messages(tx);
    if (index.size === 0) return;
    const guarded = new GuardedQueries(tx);
    try {
      await tellOf(guarded, { rules, index, companyScope }, rows, nowMs);
    } catch (error) {
      if (!isLasting(error)) throw error;
      await guarded.undo();
      onFailure(error);
    }
  };

/** With a savepoint before the first query: most batches match nothing, and need none. */
class GuardedQueries implements Query {
  #isOpen = false;
  constructor(private readonly tx: Query) {}

  query: Query['query'] = async (sql, values) => {
    if (!this.#isOpen) await this.tx.query('savepoint telling');
    this.#isOpen = true;
    return this.tx.query(sql, values);
  };

  async undo(): Promise<void> {
    if (this.#isOpen) await this.tx.query('rollback to savepoint telling');
  }
}

type Telling = { readonly rules: Rules; readonly index: RuleIndex; readonly companyScope: CompanyScope };

async function tellOf(
  tx: Query,
  { rules, index, companyScope }: Telling,
  rows: readonly StoredAcars[],
  nowMs: number,
): Promise<void> {
  const matches = await rules.match(tx, index, eventsOf(rows));
  const paused = new Set<string>();
  for (let from = 0; from < matches.length; from += maxDrafts) {
    const some = matches.slice(from, from + maxDrafts).filter(({ rule }) => !paused.has(rule.rule.id));
    const answered = await withReceived(tx, await withNewFaults(tx, some));
    const told = await tell(
      tx,
      answered.map((match) => draftOf(match, nowMs)),
      { companyScope, nowMs },
    );
    for (const id of told.paused) paused.add(id);
  }
  if (paused.size > 0) rules.changed();
}

// ---- Events: blocks and receptions of one message are one

type Rows = readonly [StoredAcars, ...StoredAcars[]];

/** Read when a rule asks: this runs for each message. */
class SentRows implements Sent {
  constructor(private readonly rows: Rows) {}
  get tail(): string | null {
    return this.rows[0].row.tail;
  }
  get icao(): string | null {
    return this.rows[0].row.icao;
  }
  get flight(): string | null {
    return this.rows[0].row.flight;
  }
  get label(): string | null {
    return this.rows[0].row.label;
  }
  get destination(): string | null {
    return this.rows[0].row.dsta;
  }
  get lat(): number | null {
    return this.rows[0].row.lat;
  }
  get lon(): number | null {
    return this.rows[0].row.lon;
  }
  get altitudeFt(): number | null {
    return this.rows[0].row.alt;
  }
  get text(): string | null {
    return this.rows[0].text;
  }
  get meaning(): string | null {
    return this.rows[0].meaning?.json ?? null;
  }
  get sublabel(): string | null {
    return sublabelOf(this.rows[0].extra);
  }
  get stations(): readonly string[] {
    return [...new Set(this.rows.flatMap(({ row }) => row.stationId ?? []))];
  }
  /** Of the first reception. */
  get atMs(): number {
    return this.rows.reduce((first, { row }) => Math.min(first, msOf(row)), Number.POSITIVE_INFINITY);
  }
}

class StoredEvent extends MessageEvent {
  /** `rows` = that with most of the message, first. */
  constructor(readonly rows: Rows) {
    super(new SentRows(rows));
  }

  /** Names the message, at whichever of its receptions and blocks. */
  get near(): { readonly prefix: string; readonly seconds: number } {
    return { prefix: `message ${nameOf(this.rows[0])} `, seconds: windowOf(this.rows) };
  }
}

const windowOf = (rows: readonly StoredAcars[]): number =>
  Math.max(...rows.map(({ row }) => messageWindowSeconds(row)));
const msOf = ({ acarsDateTime }: AcarsMessage): number => parseInstant(acarsDateTime) ?? 0;

/** As receivers name it. Most messages have none, and parsing costs more than the search. */
function sublabelOf(extra: string | null): string | null {
  if (!extra || !/"sub": ?\{/.test(extra)) return null;
  const { sub } = JSON.parse(extra) as { sub?: { label?: unknown } };
  return typeof sub?.label === 'string' ? sub.label : null;
}

/** Without an assembly key a message is named by its content. */
const nameOf = ({ row, assemblyKey }: StoredAcars): string =>
  assemblyKey === null
    ? hash('md5', foldCase(JSON.stringify([row.type, row.tail, row.icao, row.flight, row.label, row.text])), 'hex')
    : String(assemblyKey);

export function eventsOf(rows: readonly StoredAcars[]): StoredEvent[] {
  const byName = new Map<string, StoredAcars[]>();
  for (const one of rows) {
    const name = nameOf(one);
    const known = byName.get(name);
    if (known) known.push(one);
    else byName.set(name, [one]);
  }
  return [...byName.values()].flatMap(eventsOfName);
}

function eventsOfName(rows: readonly StoredAcars[]): StoredEvent[] {
  const [first] = rows;
  if (first && rows.length === 1) return [new StoredEvent([first])];
  const windowS = windowOf(rows);
  const events: StoredEvent[] = [];
  let open: StoredAcars[] = [];
  const close = (): void => {
    // The joined text is the longest.
    const [most, ...others] = open.sort((a, b) => (b.text?.length ?? 0) - (a.text?.length ?? 0));
    if (most) events.push(new StoredEvent([most, ...others]));
    open = [];
  };
  let sinceMs = Number.NEGATIVE_INFINITY;
  for (const one of [...rows].sort((a, b) => msOf(a.row) - msOf(b.row))) {
    if (msOf(one.row) - sinceMs > windowS * 1000) {
      close();
      sinceMs = msOf(one.row);
    }
    open.push(one);
  }
  close();
  return events;
}

// ---- Conditions that the database answers

/** Rules about new faults keep those that the ledger contains since this transaction only, or again since they were closed. */
async function withNewFaults(tx: Query, matches: readonly Found[]): Promise<readonly Found[]> {
  const asked = matches.flatMap((match, place) =>
    match.rule.isNewFault
      ? match.faults.flatMap((fault, at) => {
          const name = ledgerName(match.event.tail, fault);
          const { owner, company, userId } = match.rule.rule;
          const whose = owner === 'company' ? { company } : owner === 'user' ? { userId } : {};
          return name ? [{ place, at, ...name, ...whose }] : [];
        })
      : [],
  );
  if (asked.length === 0) return matches.filter(({ rule }) => !rule.isNewFault);
  // Rows of this transaction have its time, those that waited for their meaning the one at which they were stored.
  const storedAt = [...new Set(matches.flatMap(({ event }) => event.rows.flatMap((row) => row.storedAt ?? [])))];
  const fresh = await tx.query<{ place: number; at: number }>(
    `select a.place, a.at
     from (select coalesce($2::timestamptz[], array[now()]) as stored_at) m, jsonb_to_recordset($1::jsonb) a
       (place int, at int, "tailKey" text, identity text, company text, "userId" text)
     left join users u on u.id = a."userId" and lower(trim(u.role)) not in ('admin', 'parser')
     left join fault_states s on s.company = coalesce(lower(trim(coalesce(a.company, u.company)) collate "C"), '') and s.tail_key = a."tailKey" and s.identity = a.identity and s.state = 'closed'
     where exists (select from faults f where f.tail_key = a."tailKey" and f.identity = a.identity and f.stored_at = any(m.stored_at)
         and (s.set_at is null or f.at > s.set_at))
       and not exists (select from faults f where f.tail_key = a."tailKey" and f.identity = a.identity and f.stored_at <> all(m.stored_at)
         and (s.set_at is null or f.at > s.set_at))`,
    [JSON.stringify(asked, storable), storedAt.length > 0 ? storedAt : null],
  );
  const isFresh = new Set(fresh.map(({ place, at }) => `${place} ${at}`));
  return matches.flatMap((match, place) => {
    if (!match.rule.isNewFault) return [match];
    const faults: readonly FaultFact[] = match.faults.filter((_, at) => isFresh.has(`${place} ${at}`));
    return faults.length > 0 ? [{ ...match, faults }] : [];
  });
}

/** The last message of each aircraft is written after this: it is still that of an earlier transaction. */
async function withReceived(tx: Query, matches: readonly Found[]): Promise<readonly Found[]> {
  const asked = matches.flatMap(({ rule, event }, place) =>
    rule.firstReceived
      ? [
          {
            place,
            tail: event.tail?.replace(/^\.+/, '') ?? '',
            address: event.icao?.toUpperCase() ?? '',
            since:
              rule.firstReceived.days === null
                ? '-infinity'
                : writeInstant(event.atMs - rule.firstReceived.days * 86_400_000),
          },
        ]
      : [],
  );
  if (asked.length === 0) return matches;
  const first = await tx.query<{ place: number }>(
    `select a.place from jsonb_to_recordset($1::jsonb) a (place int, tail text, address text, since timestamptz)
     where not exists (select from tail_last t where t.tail = a.tail and (a.tail <> '' or t.address = a.address) and t.last_at >= a.since)`,
    [JSON.stringify(asked, storable)],
  );
  const isFirst = new Set(first.map(({ place }) => place));
  return matches.filter(({ rule }, place) => !rule.firstReceived || isFirst.has(place));
}

// ---- Hits

function draftOf({ rule: { rule, firstReceived, isNewFault }, event, faults }: Found, nowMs: number): Draft {
  const { tail, icao, flight, atMs, meaning, near } = event;
  // An aircraft is new once.
  const scope = firstReceived && rule.body.scope === 'every' ? 'day' : rule.body.scope;
  const isEach = scope === 'every';
  const about = { tail, icao, flight, station: event.stations[0] };
  return {
    ...hitTexts({
      tail,
      icao,
      flight,
      atMs,
      meaning,
      faults,
      isNewFault,
      isFirst: firstReceived !== null,
      label: event.rows[0].row.label,
    }),
    rule,
    eventKey: eventKeyOf(scope, about, atMs, `${near.prefix}${Math.floor(atMs / 1000)}`),
    ...(isEach ? { near } : {}),
    at: writeInstant(atMs),
    event: { name: near.prefix, seconds: near.seconds },
    stationNumber: null,
    isLate: isLate(atMs, nowMs),
    receptions: event.rows.map(({ row }) => ({
      ...{ tail: row.tail, icao: row.icao, flight: row.flight, stationId: row.stationId ?? '' },
    })),
  };
}
