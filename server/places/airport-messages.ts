/** Messages of 24 hours that name an airport: labels that can, by the index of the labels, then their texts. */
import { destinationLabels } from '../../decoder/message-words.ts';
import { movementLabels } from '../../decoder/movement-texts.ts';
import type { Database } from '../database/pool.ts';
import { acarsColumns } from '../messages/acars-columns.ts';
import { companyMarks, companySql } from '../messages/company-sql.ts';
import { fieldsSql } from '../messages/message-page.ts';
import type { Reception } from '../overview/wire.ts';
import { Values } from '../query/filter-sql.ts';
import { acarsTable } from '../query/message-tables.ts';

/** Labels with a movement, a destination, an ATIS or a weather request. */
const labels = [...new Set([...movementLabels, ...destinationLabels, 'A9', 'B9', '5U'])].filter((one) => one !== 'H1');
/** Labels whose texts name airports by their IATA code. Three letters occur in other texts by chance. */
const iataLabels = ['4T', 'RA'];
const { time } = acarsTable;
const dayMs = 24 * 3_600_000;
/** Messages whose text is read, the newest. H1 is frequent and names airports in flight plans only, which matter for hours. */
const maxTexts = 20_000;
const maxPlans = 5000;
const maxFound = 2000;

export type AirportReception = Reception & { readonly icao: string | null };
type AirportMessages = {
  readonly receptions: readonly AirportReception[];
  /** Epoch ms: the oldest text read. null = all of 24 hours. */
  readonly sinceMs: number | null;
};

const { acarsDateTime, stationId, tail, flight, label, msgno, blockId, text, aggregatedText, icao } = acarsColumns;
const fields = fieldsSql({ acarsDateTime, stationId, tail, flight, label, msgno, blockId, text, aggregatedText, icao });

/** Newest first. `company` = only its messages. null = all. */
export async function airportMessages(
  db: Pick<Database, 'query'>,
  codes: { readonly icao: string; readonly iata: string | null },
  company: string | null,
  now: number,
): Promise<AirportMessages> {
  const values = new Values();
  const own = companySql(await companyMarks(db, company), 'acars', values);
  const [from, to] = [now - dayMs, now].map((ms) => values.add(new Date(ms), 'timestamptz'));
  const window = `${time} >= ${from} and ${time} <= ${to}`;
  const whole = `coalesce("aggregatedText", text)`;
  const named = [
    `strpos(${whole}, ${values.add(codes.icao, 'text')}) > 0`,
    ...(codes.iata === null
      ? []
      : [
          `label = any(${values.add(iataLabels, 'text[]')}) and strpos(${whole}, ${values.add(codes.iata, 'text')}) > 0`,
        ]),
  ];
  const newest = (ofLabel: string, limit: number): string =>
    `select ${fields}, id::text as id, ${time} as page_time, id as page_id from acars
     where ${[window, ofLabel, ...own].join(' and ')} order by ${time} desc, acars.id desc limit ${limit}`;
  const [row] = await db.query<{ found: AirportReception[]; since: Date | null }>(
    `with movements as materialized (${newest(`label = any(${values.add(labels, 'text[]')})`, maxTexts)}),
     plans as materialized (${newest(`label = 'H1'`, maxPlans)})
     select (select min(page_time) from movements having count(*) = ${maxTexts}) as since,
       coalesce((select json_agg(r) from (
         select * from (select * from movements union all select * from plans) t
         where ${named.join(' or ')} order by page_time desc, page_id desc limit ${maxFound}) r), '[]') as found`,
    values.list,
  );
  return { receptions: row?.found ?? [], sinceMs: row?.since?.getTime() ?? null };
}
