/** Large responses of messages that no export announced, and many short ones: a client that reports nothing is recorded by its requests. */
import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { parseInstant } from '../../../contract/params.ts';
import { clock } from '../../base/clock.ts';
import { actingAs } from '../../database/acting.ts';
import type { Database } from '../../database/pool.ts';
import { actorOf, type Caller } from '../../http/guard.ts';
import { manyRows } from '../../query/list-page.ts';
import { record } from './audit.ts';

/** Requests for the same rows within this time are one read. */
const sameReadMs = 10 * 60_000;
/** Shorter pages of a user are added up for so long, and recorded at each multiple of so many rows. */
const pagesMs = 60 * 60_000;
const pagesRows = 5000;
/** A screen polls the newest rows, and stores up to so many in advance (src/data/offline/policy.ts). They lead to no older ones. */
const newestRows = 1000;
/** Reports of exports: two for each. */
const reportsPerMinute = 30;

type Texts = Readonly<Record<string, unknown>>;

/** Query parameters without paging, in a fixed order. */
export function filterText(query: Texts): string {
  const shown = Object.entries(query).filter(([name, value]) => !paging.has(name) && value !== undefined);
  return shown
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(', ');
}
const paging = new Set(['offset', 'limit']);

/** Lists of what was received have a time. Reference data is no secret, and devices store all of it. */
const isReceived = ({ list }: Endpoint): boolean =>
  list?.filters.some(({ way }) => way === 'between') === true && list.order === undefined;

/** `limit` as requested. Absent or -1 = all rows. */
const isMany = (limit: string | undefined): boolean =>
  limit === undefined || Number(limit) < 0 || Number(limit) >= manyRows;

/** The newest rows of a list, as a screen requests them again and again. */
function isPoll({ list }: Endpoint, { offset, limit, ...query }: Texts): boolean {
  if (Number(offset ?? 0) !== 0 || !(Number(limit) <= newestRows)) return false;
  const ends = (list?.filters ?? []).flatMap(({ way, params }) =>
    way === 'between' ? [query[params[1]?.name ?? '']] : [],
  );
  return ends.every((end) => end === undefined || (parseInstant(String(end)) ?? 0) > clock.now() - sameReadMs);
}

export class BulkReads {
  readonly #known = new LRUCache<string, number>({ max: 10_000 });
  /** By user: rows of pages since the start. */
  readonly #pages = new LRUCache<string, { readonly startMs: number; rows: number }>({ max: 10_000 });
  readonly #reports = new LRUCache<string, { readonly startMs: number; count: number }>({ max: 10_000 });

  constructor(
    private readonly db: Database,
    private readonly servers: { readonly others: number },
  ) {}

  /** Records the first request for these rows, unless announced. `query` = texts of the wire. */
  async note(caller: Caller, address: string, endpoint: Endpoint, query: Texts): Promise<void> {
    if (!isReceived(endpoint)) return;
    if (!isMany(query.limit as string | undefined)) return this.#addPage(caller, address, endpoint, query);
    if (!this.announce(caller.sessionId, endpoint, query)) return;
    const name = endpoint.stored?.title ?? endpoint.path;
    const details = filterText(query) || 'no filter';
    if (this.servers.others > 0 && (await this.#isRecorded(caller.userId, name, details))) return;
    await record(actingAs(this.db, actorOf(caller, address)), {
      action: 'read many rows',
      subject: 'list',
      name,
      details,
    });
  }

  /** Counts what was requested: how much of it exists is known later. */
  async #addPage(caller: Caller, address: string, endpoint: Endpoint, query: Texts): Promise<void> {
    if (isPoll(endpoint, query)) return;
    const { userId } = caller;
    const key = `page ${userId} ${endpoint.id} ${query.offset ?? 0} ${query.limit} ${filterText(query)}`;
    if (!this.#isNew(key)) return;
    const now = clock.now();
    const known = this.#pages.get(userId);
    const pages = known && now - known.startMs < pagesMs ? known : { startMs: now, rows: 0 };
    const before = Math.floor(pages.rows / pagesRows);
    pages.rows += Number(query.limit);
    this.#pages.set(userId, pages);
    const recorded = Math.floor(pages.rows / pagesRows);
    if (recorded === before) return;
    await record(actingAs(this.db, actorOf(caller, address)), {
      action: 'read many rows',
      subject: 'list',
      name: endpoint.stored?.title ?? endpoint.path,
      details: `${(recorded * pagesRows).toLocaleString('en')} rows in pages within an hour, last: ${filterText(query) || 'no filter'}`,
    });
  }

  /** False: the user has reported too many exports in this minute. */
  mayReport(userId: string): boolean {
    const now = clock.now();
    const known = this.#reports.get(userId);
    const reports = known && now - known.startMs < 60_000 ? known : { startMs: now, count: 0 };
    reports.count++;
    this.#reports.set(userId, reports);
    return reports.count <= reportsPerMinute;
  }

  /** On another server, which may have sent the first pages. */
  async #isRecorded(userId: string, name: string, details: string): Promise<boolean> {
    const found = await this.db.query(
      `select 1 from audit_entry where at > $4 and user_id = $1 and subject = 'list' and name = $2
         and action in ('export started', 'exported', 'read many rows') and right(details, length($3)) = $3 limit 1`,
      [userId, name, details, new Date(clock.now() - sameReadMs)],
    );
    return found.length > 0;
  }

  /** False: known already. */
  announce(sessionId: string, endpoint: Endpoint, query: Texts): boolean {
    return this.#isNew(`${sessionId} ${endpoint.id} ${filterText(query)}`);
  }

  #isNew(key: string): boolean {
    const now = clock.now();
    const isKnown = now - (this.#known.get(key) ?? Number.NEGATIVE_INFINITY) < sameReadMs;
    this.#known.set(key, now);
    return !isKnown;
  }
}
