/**
 * Detects silent and recovered stations and queues an email, once per event, also across restarts (decision 29).
 * The server's own downtime never counts as a station's.
 */
import { clock } from '../base/clock.ts';
import type { Database, Transaction } from '../database/pool.ts';
import { lastReceptionsSince, longestPauses, slotsWithReceptions } from './last-receptions.ts';
import { noticeRecipient, writeNotice } from './notices.ts';
import { instantOf } from './read-station.ts';
import { silenceLimits, silentAfterMs } from './silence-rules.ts';
import { backNotice, silentNotice } from './station-mail.ts';

type Watched = {
  readonly recordId: number;
  readonly state: 'feeding' | 'silent';
  readonly lastReceptionAt: Date;
  readonly silentAfter: Date | null;
};

export class StationWatch {
  readonly #db: Database;
  readonly #publicUrl: () => string;
  #lookedAtMs: number | null = null;
  #watchedSinceMs = 0;

  constructor(db: Database, publicUrl: () => string) {
    this.#db = db;
    this.#publicUrl = publicUrl;
  }

  /** One check of all stations, to be called every minute. */
  async look(): Promise<void> {
    const nowMs = clock.now();
    // After downtime of the server (a start, a sleeping machine) every station gets its full time again.
    if (this.#lookedAtMs === null || nowMs - this.#lookedAtMs > silenceLimits.ownPauseMs) this.#watchedSinceMs = nowMs;
    this.#lookedAtMs = nowMs;
    const lastReceptions = await lastReceptionsSince(this.#db, nowMs - silenceLimits.longestPauseMs - 3_600_000, nowMs);
    const watched = await this.#db.query<Watched>(
      `select station_record_id as "recordId", state, heard_at as "lastReceptionAt", silent_after as "silentAfter" from station_watch`,
    );
    await this.#beginWith(lastReceptions, watched, nowMs);
    for (const one of watched) {
      const lastReceptionMs = Math.max(one.lastReceptionAt.getTime(), lastReceptions.get(one.recordId) ?? 0);
      if (one.state === 'silent') await this.#lookAtSilent(one, nowMs);
      else await this.#lookAtFeeding(one, lastReceptionMs, nowMs);
    }
  }

  /** Stations with their first reception: no notification about earlier silence. */
  async #beginWith(
    lastReceptions: ReadonlyMap<number, number>,
    watched: readonly Watched[],
    nowMs: number,
  ): Promise<void> {
    const known = new Set(watched.map(({ recordId }) => recordId));
    for (const [recordId, atMs] of lastReceptions)
      if (!known.has(recordId) && nowMs - atMs < silenceLimits.shortestPauseMs)
        await this.#db.query(
          `insert into station_watch (station_record_id, state, since, heard_at)
           select id, 'feeding', $2, $2 from stations where id = $1 on conflict do nothing`,
          [recordId, new Date(atMs)],
        );
  }

  async #lookAtFeeding(
    { recordId, lastReceptionAt, silentAfter }: Watched,
    lastReceptionMs: number,
    nowMs: number,
  ): Promise<void> {
    const isFeedingAgain = lastReceptionMs > lastReceptionAt.getTime();
    const quietFromMs = Math.max(lastReceptionMs, this.#watchedSinceMs);
    if (nowMs - quietFromMs < silenceLimits.shortestPauseMs) {
      if (isFeedingAgain) await this.#noteReception(recordId, lastReceptionMs, null);
      return;
    }
    let afterMs = isFeedingAgain ? null : (silentAfter?.getTime() ?? null);
    if (afterMs === null) {
      const pauses = await longestPauses(this.#db, [[recordId, lastReceptionMs]]);
      afterMs = lastReceptionMs + silentAfterMs(pauses.get(recordId) ?? []);
      await this.#noteReception(recordId, lastReceptionMs, afterMs);
    }
    if (nowMs >= Math.max(afterMs, quietFromMs + silenceLimits.shortestPauseMs))
      await this.#noteSilent(recordId, lastReceptionMs);
  }

  async #noteReception(recordId: number, lastReceptionMs: number, afterMs: number | null): Promise<void> {
    await this.#db.query('update station_watch set heard_at = $2, silent_after = $3 where station_record_id = $1', [
      recordId,
      new Date(lastReceptionMs),
      afterMs === null ? null : new Date(afterMs),
    ]);
  }

  #noteSilent(recordId: number, lastReceptionMs: number): Promise<void> {
    return this.#db.transaction(async (tx) => {
      const lastReceptionAt = new Date(lastReceptionMs);
      if (!(await turn(tx, recordId, 'silent', lastReceptionAt))) return;
      const station = await noticeRecipient(tx, recordId);
      if (station) await writeNotice(tx, station, silentNotice(this.#publicUrl(), station, instantOf(lastReceptionAt)));
    });
  }

  async #lookAtSilent({ recordId, lastReceptionAt }: Watched, nowMs: number): Promise<void> {
    // Buffered messages sent late do not make a station feeding.
    const afterMs = Math.max(lastReceptionAt.getTime(), nowMs - silenceLimits.backWithinMs);
    if ((await slotsWithReceptions(this.#db, { recordId, afterMs, toMs: nowMs })) < silenceLimits.slotsToBeBack) return;
    await this.#db.transaction(async (tx) => {
      if (!(await turn(tx, recordId, 'feeding', new Date(nowMs)))) return;
      const station = await noticeRecipient(tx, recordId);
      if (station) await writeNotice(tx, station, backNotice(this.#publicUrl(), station, instantOf(lastReceptionAt)));
    });
  }
}

/** False if it changed already. */
async function turn(tx: Transaction, recordId: number, to: Watched['state'], since: Date): Promise<boolean> {
  const turned = await tx.write(
    `update station_watch set state = $2, since = $3, heard_at = $3, silent_after = null where station_record_id = $1 and state <> $2`,
    [recordId, to, since],
  );
  return turned > 0;
}
