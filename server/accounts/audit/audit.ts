/** SQL of the audit trail. Entries of rows are written by triggers (trigger `audit`), all others by `record`. */
import { type auditActions, auditEntry, type auditSubjects } from '../../../contract/entities/audit.ts';
import type { Filter } from '../../../contract/filters.ts';
import { maskedSetting } from '../../base/settings.ts';
import type { Database, Query } from '../../database/pool.ts';
import { sqlColumns } from '../../query/columns.ts';
import { Values } from '../../query/filter-sql.ts';
import type { PageRequest } from '../../query/list-page.ts';
import { type ReferenceList, referenceRows } from '../../query/reference-page.ts';

type Entry = {
  readonly action: (typeof auditActions)[number];
  readonly subject: (typeof auditSubjects)[number];
  readonly name: string | null;
  readonly details?: string;
};

/** `db` names the actor (database/acting.ts). */
export async function record(db: Query, { action, subject, name, details = '' }: Entry): Promise<void> {
  await db.query('select audit($1, $2, $3, $4)', [action, subject, name, details]);
}

/** Exports, as a company sees those of its users. */
const exportActions = ['export started', 'exported', 'read many rows'] as const satisfies readonly Entry['action'][];

const trail = (filters: readonly Filter[]): ReferenceList => ({
  from: 'audit_entry',
  id: 'audit_entry.id',
  fields: `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, user_name as "userName", action, subject, name, details,
    address, company`,
  filters,
  columns: sqlColumns(auditEntry, {}),
});

/** Newest first. `company` = only exports of its users, whatever the case of its name (C38). null = all entries. */
export function auditRows(
  filters: readonly Filter[],
  query: Parameters<typeof referenceRows>[1]['query'],
  company: string | null,
): PageRequest {
  const values = new Values();
  const conditions =
    company === null
      ? []
      : [
          `action = any(${values.add(exportActions, 'text[]')})`,
          `lower(company) = lower(trim(${values.add(company, 'text')}))`,
        ];
  return referenceRows(trail(filters), { query, conditions, order: ['at desc', 'audit_entry.id desc'] }, values);
}

type NewestEntry = Readonly<Record<'at' | 'action' | 'subject', string>> &
  Readonly<Record<'userName' | 'name', string | null>>;

export const newestEntries = (db: Query, count: number): Promise<NewestEntry[]> =>
  db.query<NewestEntry>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, user_name as "userName", action, subject, name
     from audit_entry order by audit_entry.at desc, id desc limit $1`,
    [count],
  );

/** Older by the clock of the database, which writes them, and by a trusted one. */
const isAged = `at < least(now(), $2::timestamptz) - make_interval(days => $1::int)`;

/** Entries older than this are the only ones that the database lets the program delete. 0 = none. */
export async function clearAudit(db: Database, days: number, nowMs: number): Promise<void> {
  if (days <= 0) return;
  await db.transaction(async (tx) => {
    await tx.query("select set_config('downlink.audit_days', $1, true)", [String(days)]);
    await tx.query(`delete from audit_entry where ${isAged}`, [days, new Date(nowMs)]);
  });
}

/** Entries that `clearAudit` would delete, as far as this clock is concerned. */
export async function agedEntries(db: Query, days: number, nowMs: number): Promise<number> {
  if (days <= 0) return 0;
  const [row] = await db.query<{ count: number }>(
    'select count(*) as count from audit_entry where at < $2::timestamptz - make_interval(days => $1::int)',
    [days, new Date(nowMs)],
  );
  return row?.count ?? 0;
}

// ---- Records which settings changed since the last start.

/** The database writes the entries (trigger `audit`). */
export function recordSettings(db: Database, values: Readonly<Record<string, string>>): Promise<void> {
  const text = JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskedSetting(name, value)])),
  );
  return db.transaction(async (tx) => {
    await tx.query('delete from server_setting where not $1::jsonb ? name', [text]);
    await tx.query(
      `insert into server_setting (name, value) select key, value from jsonb_each_text($1::jsonb)
       on conflict (name) do update set value = excluded.value where server_setting.value <> excluded.value`,
      [text],
    );
  });
}
