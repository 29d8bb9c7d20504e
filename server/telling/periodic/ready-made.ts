/** The rule that each feeder of a station gets once. A feeder who removes it does not get it again. */
import type { RuleBody } from '../../../contract/entities/rules.ts';
import type { Database } from '../../database/pool.ts';

/** Emails about the station are those of its notices (decision 17). */
const myStation: Omit<RuleBody, 'owner'> = {
  name: 'My station is silent',
  isEnabled: true,
  all: [{ field: 'silent', of: 'station', minutes: null }],
  not: [],
  scope: 'every',
  quiet: null,
  ways: { push: true, email: 'none', webhooks: [], mqtt: false },
};

export async function giveReadyMade(db: Database): Promise<void> {
  const { name, isEnabled, all, not, scope, quiet, ways } = myStation;
  await db.query(
    `with given as (
       insert into feeder_rules (user_id)
       select distinct feeder_user_id from stations s
       where feeder_user_id is not null and not exists (select from feeder_rules f where f.user_id = s.feeder_user_id)
       order by 1 on conflict do nothing returning user_id)
     insert into watch_rules (owner, user_id, written_by, is_demo, name, is_enabled, body)
     select 'user', u.id, u.user_name, u.is_demo, $1, $2, $3::jsonb from given join users u on u.id = given.user_id`,
    [name, isEnabled, JSON.stringify({ all, not, scope, quiet, ways })],
  );
}
