/** Choices of a user that follow the account from device to device (decision 35). */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { type Preference, preferenceLimits } from '../../contract/entities/preference.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';

export const preferenceHandlers: Handlers<Api['preferences'], Context> = {
  merge: ({ body, ...context }) => {
    const { userId } = callerOf(context);
    const { names, values, versions } = columnsOf(body.preferences);
    return context.db.transaction(async (tx) => {
      if (names.length > 0) {
        // Two devices at once take turns: together they could exceed the limit, or lock the names of each other.
        await tx.query('select 1 from users where id = $1 for update', [userId]);
        await tx.query(
          `insert into user_preference as p (user_id, name, value)
           select $1, name, value from unnest($2::text[], $3::text[], $4::bigint[]) as c (name, value, version)
           where version = 0 or exists (select from user_preference e where e.user_id = $1 and e.name = c.name)
           on conflict (user_id, name) do update set value = excluded.value, version = p.version + 1
           where p.version = (select version from unnest($2::text[], $4::bigint[]) as c (name, version) where c.name = p.name)`,
          [userId, names, values, versions],
        );
      }
      const all = await tx.query<Preference>(
        'select name, value, version::float8 as version from user_preference where user_id = $1 order by name',
        [userId],
      );
      if (all.length > preferenceLimits.perUser)
        throw new HttpError(
          409,
          `An account stores ${preferenceLimits.perUser} preferences. The change is not stored.`,
        );
      return all;
    });
  },
};

/** The last one of a name counts. */
function columnsOf(changes: readonly Preference[]) {
  const rows = [...new Map(changes.map((change) => [change.name, change])).values()];
  return {
    names: rows.map(({ name }) => name),
    values: rows.map(({ value }) => value),
    versions: rows.map(({ version }) => version),
  };
}
