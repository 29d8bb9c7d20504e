/** Most frequent labels, aircraft and airlines of text messages, in whole days. */
import type { FirstSight, NamedCount, SightDays } from '../../contract/entities/first-sight.ts';
import type { Database } from '../database/pool.ts';
import { hourMs } from '../statistics/period.ts';

type Query = Pick<Database, 'query'>;

const shown = 10;
type Row = NamedCount & { readonly kind: 'label' | 'tail' | 'airline' };

export async function mostFrequent(
  db: Query,
  receivers: readonly string[] | null,
  days: SightDays,
  nowMs: number,
): Promise<FirstSight['tops']> {
  const from = new Date(nowMs - days * 24 * hourMs).toISOString().slice(0, 10);
  const rows = await db.query<Row>(
    `select kind, name, messages::float8 as messages, case kind when 'airline' then (
         select airline_name from airlines where name in (lower(icao), lower(iata)) order by is_active desc, airline_id limit 1) end as title
     from (
       select kind, name, sum(messages) as messages, row_number() over (partition by kind order by sum(messages) desc, name) as place
       from text_day where day >= $2::date and day <= $3::date and ($1::text[] is null or receiver = any($1)) group by 1, 2) t
     where place <= ${shown} order by place`,
    [receivers, from, new Date(nowMs).toISOString().slice(0, 10)],
  );
  const of = (kind: Row['kind']): NamedCount[] =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ name, title, messages }) => ({
        name: kind === 'airline' ? name.toUpperCase() : name,
        title,
        messages,
      }));
  return { from, labels: of('label'), aircraft: of('tail'), airlines: of('airline') };
}
