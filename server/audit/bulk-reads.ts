/** Large responses of messages that no export announced: a client that reports nothing is recorded by its requests. */
import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../../contract/endpoint.ts';
import { clock } from '../base/clock.ts';
import { actingAs } from '../database/acting.ts';
import type { Database } from '../database/pool.ts';
import { actorOf, type Caller } from '../http/guard.ts';
import { manyRows } from '../query/list-page.ts';
import { record } from './audit.ts';

/** Requests for the same rows within this time are one read. */
const sameReadMs = 10 * 60_000;

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

export class BulkReads {
  readonly #known = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly db: Database,
    private readonly servers: { readonly others: number },
  ) {}

  /** Records the first request for these rows, unless announced. `query` = texts of the wire. */
  async note(caller: Caller, address: string, endpoint: Endpoint, query: Texts): Promise<void> {
    if (!isReceived(endpoint) || !isMany(query.limit as string | undefined)) return;
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
    const key = `${sessionId} ${endpoint.id} ${filterText(query)}`;
    const now = clock.now();
    const isKnown = now - (this.#known.get(key) ?? Number.NEGATIVE_INFINITY) < sameReadMs;
    this.#known.set(key, now);
    return !isKnown;
  }
}
