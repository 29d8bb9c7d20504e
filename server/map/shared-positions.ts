/**
 * Positions received by this server, for the maps of the other servers of its database, and theirs for this one (decision 19). Nothing is
 * written or read while this server is the only one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Query } from '../database/pool.ts';
import type { Positions } from './positions.ts';
import type { RawReport } from './report.ts';

type Servers = { readonly id: number | null; readonly others: number };
type Batch = { readonly id: number; readonly server: number; readonly reports: string };

/** Written and read: a position is on every map within two of these. */
const everyMs = 750;
/** Time to read a batch. */
const retentionSeconds = 10;
/** Aircraft and receivers in a batch. Beyond it the oldest are left to the stored frames. */
const maxReports = 20_000;

export class SharedPositions implements Pick<Positions, 'take'> {
  /** Newest of each aircraft and receiver, with and without a place. */
  #pending = new Map<string, RawReport>();
  /** Newest batch read of each server, while this one has the number `#asServer`. */
  #read = new Map<number, number>();
  #asServer: number | null = null;

  constructor(
    private readonly db: Query,
    private readonly positions: Positions,
    private readonly servers: Servers,
  ) {}

  take(received: Iterable<RawReport>, onElsewhere?: (at: number) => void): void {
    const isAlone = this.servers.others === 0;
    const reports = isAlone ? received : [...received];
    this.positions.take(reports, onElsewhere);
    if (!isAlone) for (const report of reports) this.#add(report);
  }

  /** Returns a function that stops it. */
  follow(): () => Promise<void> {
    const ended = new AbortController();
    const running = (async () => {
      while (!ended.signal.aborted) {
        // While the database is unavailable positions age.
        await this.exchange().catch(() => {});
        await pause(everyMs, null, { ref: false, signal: ended.signal }).catch(() => {});
      }
    })();
    return async () => {
      ended.abort();
      await running;
    };
  }

  async exchange(): Promise<void> {
    const { id, others } = this.servers;
    if (id === null || others === 0) {
      this.#pending.clear();
      return;
    }
    // After a crash of the database every number begins again.
    if (id !== this.#asServer) this.#read.clear();
    this.#asServer = id;
    await this.#write(id);
    await this.#readOthers(id);
  }

  async #write(id: number): Promise<void> {
    const reports = [...this.#pending.values()];
    if (reports.length === 0) return;
    this.#pending = new Map();
    await this.db.query(
      `with old as (delete from position_batch where written_at < clock_timestamp() - make_interval(secs => ${retentionSeconds}))
       insert into position_batch (server, reports) values ($1, $2)`,
      [id, JSON.stringify(reports)],
    );
  }

  async #readOthers(id: number): Promise<void> {
    const batches = await this.db.query<Batch>(
      `select b.id, b.server, b.reports from position_batch b left join unnest($2::int[], $3::bigint[]) k (server, last) using (server)
       where b.server <> $1 and b.id > coalesce(k.last, 0) and b.written_at >= clock_timestamp() - make_interval(secs => ${retentionSeconds})
       order by b.id`,
      [id, [...this.#read.keys()], [...this.#read.values()]],
    );
    for (const batch of batches) {
      this.#read.set(batch.server, batch.id);
      this.positions.take(JSON.parse(batch.reports) as RawReport[]);
    }
  }

  /** Values of one moment: those that a later report leaves out stay. */
  #add(report: RawReport): void {
    const { icao, stationId, lat, isSuspect = false, positionKind, frame, isMessage = false } = report;
    const isPlaced = typeof lat === 'number';
    const kind = `${icao}|${stationId}|${isPlaced}|${isSuspect}|${positionKind}|${frame}|${isMessage}`;
    if (frame === 'reply') {
      this.#addReply(kind, report);
      return;
    }
    this.#addTo(kind, isPlaced, report);
  }

  /** Replies count when two agree: of each value the first and the newest are passed on. */
  #addReply(kind: string, report: RawReport): void {
    const { squawk, altitudeFt, callsign, isOnGround } = report;
    const key = `${kind}|${squawk}|${altitudeFt}|${callsign}|${isOnGround}`;
    this.#addTo(this.#pending.has(key) ? `${key}|again` : key, true, report);
  }

  #addTo(key: string, isWhole: boolean, report: RawReport): void {
    const before = this.#pending.get(key);
    if (!before && this.#pending.size >= maxReports) return;
    this.#pending.set(key, before && !isWhole ? { ...before, ...present(report) } : report);
  }
}

const present = (report: RawReport): RawReport =>
  Object.fromEntries(Object.entries(report).filter(([, value]) => value !== undefined && value !== null)) as RawReport;
