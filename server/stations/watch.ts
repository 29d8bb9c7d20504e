/** Periodic work: finds silent and recovered stations, sends queued emails, runs recounts. */
import { clock, type TrustedTime } from '../base/clock.ts';
import type { Database, Transaction } from '../database/pool.ts';
import type { Logger } from '../http/guard.ts';
import type { Mailer } from '../mail/mailer.ts';
import { recountReceivers } from '../statistics/count-receptions.ts';
import { lastReceptionsSince, longestPauses, slotsWithReceptions } from './last-receptions.ts';
import { backNotice, noticeRecipient, sendNotices, silentNotice, writeNotice } from './notices.ts';
import { instantOf } from './read-station.ts';
import { silenceLimits, silentAfterMs } from './silence-rules.ts';

const everyMs = 60_000;
/** Emails about changes and recounts do not wait for the minute. */
const soonMs = 10_000;

/** A station that fell silent or feeds again. */
export type StationTurn = {
  readonly recordId: number;
  readonly to: 'silent' | 'feeding';
  /** The last reception before the silence. */
  readonly lastReceptionAt: Date;
};
/** Set when the server is assembled: rules are told about a turn, and know when a user wants no email. In the transaction of the turn. */
export type StationHooks = {
  readonly onTurn: (tx: Transaction, turn: StationTurn) => Promise<void>;
  /** Epoch ms at which the quiet hours of a user end. null = there are none now. */
  readonly quietUntil: (tx: Transaction, userId: string, nowMs: number) => Promise<number | null>;
};
const noHooks: StationHooks = { onTurn: async () => {}, quietUntil: async () => null };

/** Returns a function that stops it and waits for pending work: one email, a few receivers. */
export function startStationWatch(
  db: Database,
  mailer: Mailer,
  log: Logger,
  trustedTime: TrustedTime,
  hooks: StationHooks,
): () => Promise<void> {
  const watch = new StationWatch(db, () => mailer.publicUrl(), hooks);
  const rounds = [
    // With a clock in doubt every station would be silent.
    startRound(everyMs, async () => ((await trustedTime()) === null ? null : watch.look()), log),
    startRound(soonMs, (ending) => sendNotices(db, mailer, log, ending), log),
    startRound(soonMs, (ending) => recountDue(db, ending), log),
  ];
  return async () => {
    await Promise.all(rounds.map((stop) => stop()));
  };
}

/** Now, and at an interval after each end. */
function startRound(
  pauseMs: number,
  work: (ending: AbortSignal) => Promise<unknown>,
  log: Logger,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const ending = new AbortController();
  const round = async (): Promise<void> => {
    const logFailure = (error: unknown): void => log.error({ err: error }, 'stations could not be looked after now');
    await work(ending.signal).catch(logFailure);
    if (ending.signal.aborted) return;
    timer = setTimeout(() => {
      running = round();
    }, pauseMs);
    timer.unref();
  };
  let running = round();
  return async () => {
    ending.abort();
    clearTimeout(timer);
    await running;
  };
}

// ---- Recalculates counts of receivers that changed station, or whose station moved. The database requests it in the transaction of
// the change, so that a crash loses none.

const atOnce = 20;

/** Resolves to the number of receivers. The rest is left to the next start when the server is `ending`. Idempotent. */
export async function recountDue(db: Database, ending?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    if (ending?.aborted) return done;
    const due = await db.query<{ receiver: string; requestedAt: string }>(
      `select receiver, asked_at::text as "requestedAt" from receiver_recounts order by asked_at, receiver limit ${atOnce}`,
    );
    if (due.length === 0) return done;
    await recountReceivers(
      db,
      due.map(({ receiver }) => receiver),
    );
    // A recount requested during this one stays.
    await db.query(
      `delete from receiver_recounts d using unnest($1::text[], $2::text[]) as done (receiver, asked_at)
       where d.receiver = done.receiver collate "C" and d.asked_at = done.asked_at::timestamptz`,
      [due.map(({ receiver }) => receiver), due.map(({ requestedAt }) => requestedAt)],
    );
    done += due.length;
  }
}

// ---- Detects silent and recovered stations and queues an email, once per event, also across restarts (decision 17).
// The server's own downtime never counts as a station's.

type Watched = {
  readonly recordId: number;
  readonly state: 'feeding' | 'silent';
  readonly lastReceptionAt: Date;
  readonly silentAfter: Date | null;
};

export class StationWatch {
  readonly #db: Database;
  readonly #publicUrl: () => string;
  readonly #hooks: StationHooks;
  #lookedAtMs: number | null = null;
  #watchedSinceMs = 0;

  constructor(db: Database, publicUrl: () => string, hooks: StationHooks = noHooks) {
    this.#db = db;
    this.#publicUrl = publicUrl;
    this.#hooks = hooks;
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
      await this.#tell(tx, { recordId, to: 'silent', lastReceptionAt });
    });
  }

  async #lookAtSilent({ recordId, lastReceptionAt }: Watched, nowMs: number): Promise<void> {
    // Buffered messages sent late do not make a station feeding.
    const afterMs = Math.max(lastReceptionAt.getTime(), nowMs - silenceLimits.backWithinMs);
    if ((await slotsWithReceptions(this.#db, { recordId, afterMs, toMs: nowMs })) < silenceLimits.slotsToBeBack) return;
    await this.#db.transaction(async (tx) => {
      if (!(await turn(tx, recordId, 'feeding', new Date(nowMs)))) return;
      await this.#tell(tx, { recordId, to: 'feeding', lastReceptionAt });
    });
  }

  async #tell(tx: Transaction, turned: StationTurn): Promise<void> {
    const station = await noticeRecipient(tx, turned.recordId);
    if (station) {
      const notice = turned.to === 'silent' ? silentNotice : backNotice;
      const heldUntilMs = await this.#hooks.quietUntil(tx, station.feederId, clock.now());
      await writeNotice(
        tx,
        station,
        notice(this.#publicUrl(), station, instantOf(turned.lastReceptionAt)),
        heldUntilMs,
      );
    }
    await this.#hooks.onTurn(tx, turned);
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
