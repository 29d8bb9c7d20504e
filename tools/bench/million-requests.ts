/** Queries of the million bench: every declared filter of a list, with a common and a rare value. New filters are included at once. */
import type { Filter, FilterParam } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../../server/database/pool.ts';
import type { MessageList } from '../../server/messages/message-page.ts';

/** `query` = the filters in wire format. The window is added when it is requested. */
export type BenchRequest = { readonly name: string; readonly query: Readonly<Record<string, string>> };
/** `rare` null: there is only one value. */
type Values = { readonly common: string; readonly rare: string | null };
type Single = { readonly name: string; readonly values: Values };
type Window = { readonly fromMs: number; readonly toMs: number };

/** One query without filter, two for each parameter of each filter, and two of each with its neighbour. */
export async function requestsOf(
  db: Database,
  list: MessageList,
  filters: readonly Filter[],
  window: Window,
): Promise<BenchRequest[]> {
  const singles: Single[] = [];
  for (const filter of filters)
    for (const param of filter.params)
      if (param.value !== 'instant')
        singles.push({ name: param.name, values: await valuesOf(db, list, filter, param, window) });
  return [
    { name: 'no filter', query: {} },
    ...singles.flatMap((single, at) => requestsAbout(single, singles[(at + 1) % singles.length])),
  ];
}

function requestsAbout({ name, values }: Single, neighbour: Single | undefined): BenchRequest[] {
  return (['common', 'rare'] as const).flatMap((which) => {
    const value = values[which];
    if (value === null || !neighbour) return [];
    return [
      { name: `${name} ${which}`, query: { [name]: value } },
      {
        name: `${name} ${which}, ${neighbour.name} common`,
        query: { [name]: value, [neighbour.name]: neighbour.values.common },
      },
    ];
  });
}

/** Codes and flags: the most and the least frequent. Bounds: nine of ten rows and one of ten thousand. Texts: a word in many and in few. */
async function valuesOf(
  db: Database,
  { table, columns }: MessageList,
  filter: Filter,
  param: FilterParam,
  window: Window,
): Promise<Values> {
  if (param.op === 'exists') return { common: 'true', rare: null };
  const column = columns[filter.field]?.name ?? '';
  const there = `from ${table.name} where ${table.time} between $1::timestamptz and $2::timestamptz and ${column} is not null`;
  const [found] = await db.query<{ common: string; rare: string }>(valuesSql(param, column, there), [
    writeInstant(window.fromMs),
    writeInstant(window.toMs),
  ]);
  if (!found || found.common === null) throw new Error(`The generated messages have nothing in ${column}`);
  return { common: String(found.common), rare: String(found.rare) };
}

function valuesSql(param: FilterParam, column: string, there: string): string {
  if (param.op === 'min' || param.op === 'max') {
    const [common, rare] = param.op === 'min' ? [0.1, 0.9999] : [0.9, 0.0001];
    return `select percentile_disc(${common}) within group (order by ${column}) as common, percentile_disc(${rare}) within group (order by ${column}) as rare ${there}`;
  }
  const value =
    param.op === 'contains'
      ? `select word as v, count(*) as n from (select distinct ctid, regexp_split_to_table(${column}, '[^A-Z0-9a-z]+') as word ${there}) words where length(word) > 2 group by 1`
      : `select ${column}::text as v, count(*) as n ${there} group by 1`;
  return `with counted as (${value})
    select (select v from counted order by n desc, v limit 1) as common, (select v from counted order by n, v limit 1) as rare`;
}
