/**
 * Answers whether data may be deleted because of its age: only with a clock that agrees with what this server, the others and the database
 * know (decision 31). Whatever deletes by age asks here first, and uses the time that it gets.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { clock } from '../base/clock.ts';
import type { Database, Query } from '../database/pool.ts';
import {
  type ClockFault,
  type ClockMark,
  clockFault,
  clockText,
  earliestNow,
  nextMark,
  type Reading,
} from './clock-rules.ts';

/** `uptimeMs` includes the time that the machine slept, and does not depend on its clock. */
type Machine = {
  readonly boot: string;
  readonly uptimeMs: () => number;
  /** A time server has set the clock since the start of the machine. */
  readonly isSynced: () => boolean;
};
type Row = {
  readonly databaseMs: number;
  readonly at: Date | null;
  readonly boot: string;
  readonly uptimeMs: number;
  readonly databaseAheadMs: number | null;
  readonly confirmations: number | null;
};

const writeEveryMs = 60_000;
/** While the clock is in doubt, messages of receivers may be this much later than its time: they are right. */
const doubtMs = 400 * 86_400_000;

export class ClockTrust {
  readonly #db: Query;
  readonly #machine: Machine;
  /** Last trusted moment. null = not checked yet, or there is none. */
  #mark: ClockMark | null = null;
  #fault: ClockFault | null = null;
  #isChecked = false;
  #confirmations = 0;
  #writtenAtMs = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;

  constructor(db: Query, machine: Machine = thisMachine) {
    this.#db = db;
    this.#machine = machine;
  }

  /** What this clock would delete at once, as text, as far as it is known. */
  consequence: string | null = null;

  /** What the last check found. null = nothing. */
  get fault(): ClockFault | null {
    return this.#fault;
  }

  /** Beyond the doubt whether Downlink was off. */
  get isWrong(): boolean {
    return this.#fault !== null && this.#fault.kind !== 'off';
  }

  /** For /health. null = the clock is right. */
  get problem(): string | null {
    return this.#fault && clockText(this.#fault, this.consequence);
  }

  /** The time by which data may be deleted now. null = nothing may be deleted. @throws errors of the database */
  async trustedTime(): Promise<number | null> {
    await this.check();
    return this.knownTime();
  }

  /** As `trustedTime`, without the database: the last check was good, and the clock has not jumped since. */
  knownTime(): number | null {
    const reading = this.#read(0);
    return this.#isChecked && !this.#fault && clockFault(this.#mark, reading) === null ? reading.nowMs : null;
  }

  /** One at a time, every few seconds. @throws errors of the database */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** An Admin has compared the clock: it is right, for every server. `db` names the Admin for the audit trail. */
  async confirm(db: Pick<Database, 'transaction'>): Promise<void> {
    const { databaseMs } = await this.#readRow();
    const { nowMs, boot, uptimeMs } = this.#read(0);
    await db.transaction(async (tx) => {
      await tx.query(
        `insert into clock_mark as m (at, boot, uptime_ms, database_ahead_ms, confirmations) values ($1, $2, $3, $4, 1)
         on conflict (one_row) do update set at = excluded.at, boot = excluded.boot, uptime_ms = excluded.uptime_ms,
           database_ahead_ms = excluded.database_ahead_ms, confirmations = m.confirmations + 1`,
        [new Date(nowMs), boot, uptimeMs, databaseMs - nowMs],
      );
      await tx.query(`select audit('confirmed', 'clock', $1, null)`, [new Date(nowMs).toISOString()]);
    });
    // One that began before does not know of it.
    await this.#checking?.catch(() => {});
    await this.check();
  }

  async #check(): Promise<void> {
    const row = await this.#readRow();
    const reading = this.#read(row.databaseMs - clock.now() - (row.databaseAheadMs ?? 0));
    const stored = await this.#storedMark(row);
    const isConfirmed = this.#confirmations !== (row.confirmations ?? 0);
    this.#confirmations = row.confirmations ?? 0;
    const known = isConfirmed || !this.#mark ? stored : this.#mark;
    let fault = clockFault(known, reading) ?? behindOthers(stored, reading);
    const isSet = fault?.kind === 'off' && this.#machine.isSynced();
    if (isSet) fault = null;
    this.#isChecked = true;
    this.#fault = fault;
    // A clock in doubt is compared with the same moment until it is right.
    this.#mark = fault ? known : nextMark(isSet ? null : known, reading);
    clock.doubtMs = fault ? doubtMs + Math.max(0, known ? earliestNow(known, reading) - reading.nowMs : 0) : 0;
    if (!fault && reading.uptimeMs - this.#writtenAtMs >= writeEveryMs) await this.#write(reading);
  }

  async #readRow(): Promise<Row> {
    const [row] = await this.#db.query<Row>(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as "databaseMs", at, boot, uptime_ms as "uptimeMs",
         database_ahead_ms as "databaseAheadMs", confirmations
       from (values (1)) one left join clock_mark on true`,
    );
    if (!row) throw new Error('The database returned no time.');
    return row;
  }

  /** Without a mark, of an earlier version: the newest slot in which a server ran, or the newest stored row. null = an empty database. */
  async #storedMark({ at, boot, uptimeMs }: Row): Promise<ClockMark | null> {
    if (at) return { atMs: at.getTime(), boot, uptimeMs, slackMs: 0 };
    if (this.#isChecked) return null;
    const [newest] = await this.#db.query<{ at: Date | null }>(
      `select coalesce((select max(slot) from server_slot),
         greatest((select max(stored_at) from acars), (select max(stored_at) from adsb))) as at`,
    );
    return newest?.at ? { atMs: newest.at.getTime(), boot: '', uptimeMs: 0, slackMs: 0 } : null;
  }

  async #write({ nowMs, boot, uptimeMs }: Reading): Promise<void> {
    await this.#db.query(
      `insert into clock_mark as m (at, boot, uptime_ms) values ($1, $2, $3)
       on conflict (one_row) do update set at = excluded.at, boot = excluded.boot, uptime_ms = excluded.uptime_ms
       where m.at <= excluded.at and m.confirmations = $4`,
      [new Date(nowMs), boot, uptimeMs, this.#confirmations],
    );
    this.#writtenAtMs = uptimeMs;
  }

  #read(databaseAheadMs: number): Reading {
    return { nowMs: clock.now(), boot: this.#machine.boot, uptimeMs: this.#machine.uptimeMs(), databaseAheadMs };
  }
}

/** Another server with a trusted clock is later than this one. */
function behindOthers(stored: ClockMark | null, reading: Reading): ClockFault | null {
  const fault = clockFault(stored, reading);
  return fault?.kind === 'behind' ? fault : null;
}

function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Another system: what passed between two starts of this program is unknown.
    return randomUUID();
  }
}

const thisMachine: Machine = {
  boot: bootOf(),
  uptimeMs: () => uptime() * 1000,
  // Of systemd-timesyncd, empty after each start of the machine.
  isSynced: () => clock.offsetMs === 0 && existsSync('/run/systemd/timesync/synchronized'),
};
