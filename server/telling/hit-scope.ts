/** Who may see a hit: asked when it is written, read and sent (decision 45). Own file: rules, inbox and ways need it. */
import { api } from '../../contract/api.ts';
import { type Audience, permissionFor } from '../../contract/audience.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Query } from '../database/pool.ts';
import { type CompanyScope, companyOf, companyOfMessages } from '../http/company-scope.ts';
import { type CompanyMarks, companyMarks, companySql } from '../messages/company-sql.ts';
import type { Values } from '../query/filter-sql.ts';

/** An account, as it is now. */
export type Reader = { readonly userId: string; readonly audience: Audience; readonly company: string | null };
/** All rows, those of a company, or none. */
type Part = 'all' | 'none' | { readonly company: string };
/** What accounts with the same rights see, whoever they are. A station that the reader feeds is always visible. */
export type Access = {
  readonly messages: Part;
  readonly positions: Part;
  readonly faults: Part;
  readonly stations: Part;
  /** Notices about rules of everyone, such as a pause. */
  readonly rulesOfAll: boolean;
};

export function accessOf(reader: Pick<Reader, 'audience' | 'company'>, companyScope: CompanyScope): Access {
  const may = ({ id }: Endpoint): boolean => permissionFor(id, reader.audience, true) === 'yes';
  const part = (isPermitted: boolean, company: string | null): Part => {
    if (!isPermitted) return 'none';
    return company === null ? 'all' : { company };
  };
  const { allUsers, company, adsb, adsbCompany } = api.acarsMessage;
  return {
    messages: part(may(allUsers) || may(company), companyOfMessages({ caller: reader, companyScope })),
    // As in the lists of ADS-B.
    positions: part(may(adsb) || may(adsbCompany), companyOf(reader, undefined, !may(adsb), companyScope)),
    // As in the ledger.
    faults: part(may(api.faults.list), companyOf(reader, undefined, reader.audience === 'companyUser', companyScope)),
    // As in the health of stations.
    stations: part(may(api.station.health), companyOf(reader, undefined, false, companyScope)),
    rulesOfAll: reader.audience === 'admin',
  };
}

/** SQL of an account: a bound value, or a column. */
type Who = { readonly userId: string; readonly company: string };

/** A condition on `watch_rules`: it tells this account. Never unknown. */
export const toldSql = ({ userId, company }: Who): string => `case watch_rules.owner
  when 'user' then coalesce(watch_rules.user_id = ${userId}, false)
  when 'company' then coalesce(lower(trim(watch_rules.company)) = nullif(lower(trim(${company})), ''), false)
  else true end`;

/** A condition on `watch_hits`: about a station that this account feeds. */
export const ownStationSql = ({
  userId,
}: Pick<Who, 'userId'>): string => `(watch_hits.station_number is not null and exists (
  select from stations s where s.station_id = watch_hits.station_number and s.feeder_user_id = ${userId}))`;

/**
 * `isVisible` = a condition on `watch_hits` and `watch_rules`: accounts with these rights see it. `reception` = id of the first reception that
 * they see, in `watch_receptions`, null = none: a receiver of another company is not named.
 */
export type Visible = { readonly isVisible: string; readonly reception: string };

/** SQL of what accounts with these rights see. Several receptions of one message belong to several companies. */
export async function visibleSql(db: Query, access: Access, values: Values): Promise<Visible> {
  const known = new Map<string, CompanyMarks | null>();
  const among = async (part: Part, isCallsign = false): Promise<Visible> => {
    if (part === 'none') return nothing;
    if (part !== 'all' && !known.has(part.company)) known.set(part.company, await companyMarks(db, part.company));
    const marks = part === 'all' ? null : (known.get(part.company) ?? null);
    const receptions = `from watch_receptions where ${[
      'watch_receptions.hit_id = watch_hits.id',
      ...companySql(marks, 'watch_receptions', values, isCallsign),
    ].join(' and ')}`;
    return {
      isVisible: part === 'all' ? 'true' : `exists (select ${receptions})`,
      reception: `(select watch_receptions.id ${receptions} order by watch_receptions.id limit 1)`,
    };
  };
  const ofStation = (): string => {
    const { stations } = access;
    if (typeof stations === 'string') return String(stations === 'all');
    return `exists (select from stations s join users f on f.id = s.feeder_user_id where s.station_id = watch_hits.station_number
         and lower(trim(f.company)) = lower(${values.add(stations.company, 'text')}))`;
  };
  const kinds: readonly (readonly [string, Visible])[] = [
    [`watch_hits.kind = 'rule'`, { ...nothing, isVisible: access.rulesOfAll ? 'true' : `watch_rules.owner <> 'all'` }],
    [`watch_hits.station_number is not null`, { ...nothing, isVisible: ofStation() }],
    [`watch_hits.kind = 'fault'`, await among(access.faults)],
    ['watch_hits.is_position', await among(access.positions, true)],
    ['true', await among(access.messages)],
  ];
  // The first that applies: a hit is of one kind.
  const cases = (part: keyof Visible): string =>
    `case ${kinds.map(([is, visible]) => `when ${is} then ${visible[part]}`).join(' ')} end`;
  return { isVisible: `(${cases('isVisible')}) is true`, reception: `(${cases('reception')})` };
}
const nothing: Visible = { isVisible: 'false', reception: 'null::bigint' };

/**
 * `conditions` on rows of `watch_hits` joined with `watch_rules`: the rule notifies this reader, and the reader may see the message or
 * the station. `receiver` = SQL of the receiver that the reader may see, '' = none.
 */
export async function hitScope(
  db: Query,
  reader: Reader,
  companyScope: CompanyScope,
  values: Values,
): Promise<{ readonly conditions: readonly string[]; readonly receiver: string }> {
  const who = { userId: values.add(reader.userId, 'text'), company: values.add(reader.company, 'text') };
  const { isVisible, reception } = await visibleSql(db, accessOf(reader, companyScope), values);
  return { conditions: [toldSql(who), `(${isVisible} or ${ownStationSql(who)})`], receiver: receiverSql(reception) };
}

/** `reception` = SQL of an id. */
const receiverSql = (reception: string): string =>
  `coalesce((select seen.station_id from watch_receptions seen where seen.id = ${reception}), '')`;
/** For programs of the owner, which see everything. */
export const firstReceiverSql = receiverSql(
  '(select min(watch_receptions.id) from watch_receptions where watch_receptions.hit_id = watch_hits.id)',
);
