/** Records which settings changed since the last start. */
import type { Database } from '../database/pool.ts';

const isSecret = /SECRET|KEY|TOKEN|PASSWORD|CLIENT_ID/;
/** In every address of a value: user and password, and the query, which may contain a key. */
const withoutSecrets = (value: string): string => value.replace(/\/\/[^/\s,]*@/g, '//…@').replace(/\?[^\s,]*/g, '?…');

/** Values as they may be stored: of a secret only that it is set. */
const shownSettings = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret.test(name) ? 'set' : withoutSecrets(value)]),
  );

/** The database writes the entries (migration 0045). */
export function recordSettings(db: Database, values: Readonly<Record<string, string>>): Promise<void> {
  const text = JSON.stringify(shownSettings(values));
  return db.transaction(async (tx) => {
    await tx.query('delete from server_setting where not $1::jsonb ? name', [text]);
    await tx.query(
      `insert into server_setting (name, value) select key, value from jsonb_each_text($1::jsonb)
       on conflict (name) do update set value = excluded.value where server_setting.value <> excluded.value`,
      [text],
    );
  });
}
