/** Who may see a hit: asked when it is written, read and sent (decision 45). Own file: rules, inbox and ways need it. */
import { api } from '../../contract/api.ts';
import { type Audience, permissionFor } from '../../contract/audience.ts';
import type { Query } from '../database/pool.ts';
import { type CompanyScope, companyOfMessages } from '../http/company-scope.ts';
import { companyMarks, companySql } from '../messages/company-sql.ts';
import type { Values } from '../query/filter-sql.ts';

/** An account, as it is now. */
export type Reader = { readonly userId: string; readonly audience: Audience; readonly company: string | null };

const mayReadMessages = ({ audience }: Reader): boolean =>
  [api.acarsMessage.allUsers, api.acarsMessage.company].some(({ id }) => permissionFor(id, audience, true) === 'yes');
const mayReadStations = ({ audience }: Reader): boolean =>
  permissionFor(api.station.health.id, audience, true) === 'yes';

/**
 * Conditions on rows of `watch_hits` joined with `watch_rules`: the rule tells this reader, and the reader may see the message or
 * the station.
 */
export async function hitScope(
  db: Query,
  reader: Reader,
  companyScope: CompanyScope,
  values: Values,
): Promise<readonly string[]> {
  const user = values.add(reader.userId, 'text');
  const own = reader.company?.trim();
  const isTold = [
    `(watch_rules.owner = 'user' and watch_rules.user_id = ${user})`,
    ...(own
      ? [`(watch_rules.owner = 'company' and lower(trim(watch_rules.company)) = lower(${values.add(own, 'text')}))`]
      : []),
    `watch_rules.owner = 'all'`,
  ];
  const isOwnStation = `exists (select from stations s where s.station_id = watch_hits.station_number and s.feeder_user_id = ${user})`;
  const company = companyOfMessages({ caller: reader, companyScope });
  const marks = await companyMarks(db, company);
  const isVisible = [
    mayReadStations(reader) ? `watch_hits.kind = 'silent'` : `(watch_hits.kind = 'silent' and ${isOwnStation})`,
    ...(mayReadMessages(reader)
      ? [`(${["watch_hits.kind <> 'silent'", ...companySql(marks, 'watch_hits', values)].join(' and ')})`]
      : []),
    // About the rule itself, such as a pause.
    `watch_hits.kind = 'rule'`,
  ];
  return [`(${isTold.join(' or ')})`, `(${isVisible.join(' or ')})`];
}
