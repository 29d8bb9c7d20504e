/**
 * The questions of the million bench: every filter that the contract declares for a list, with a common and a rare value of the data.
 * Must not: name a filter, so that a new one is asked the day it is declared.
 */
import type { Filter, FilterParam } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../../server/database/pool.ts';
import { acarsColumns } from '../../server/store/columns.ts';

/** `query` = the filters asked, as they travel; the window is added when it is asked. */
export type Question = { readonly name: string; readonly query: Readonly<Record<string, string>> };
type Values = { readonly common: string; readonly rare: string };

/** One question for no filter, two for each parameter of each filter, and two of each with its neighbour. */
export async function questionsOf(
  db: Database,
  filters: readonly Filter[],
  window: { readonly fromMs: number; readonly toMs: number },
): Promise<Question[]> {
  const singles: { name: string; values: Values }[] = [];
  for (const filter of filters)
    for (const param of filter.params)
      if (param.value !== 'instant')
        singles.push({ name: param.name, values: await valuesOf(db, filter, param, window) });
  const questions: Question[] = [{ name: 'no filter', query: {} }];
  singles.forEach(({ name, values }, index) => {
    const other = singles[(index + 1) % singles.length];
    if (!other) return;
    questions.push({ name: `${name} common`, query: { [name]: values.common } });
    questions.push({ name: `${name} rare`, query: { [name]: values.rare } });
    questions.push({
      name: `${name} common, ${other.name} common`,
      query: { [name]: values.common, [other.name]: other.values.common },
    });
    questions.push({
      name: `${name} rare, ${other.name} common`,
      query: { [name]: values.rare, [other.name]: other.values.common },
    });
  });
  return questions;
}

/** Codes and flags: the most and the least frequent. Bounds: nine of ten rows and one of ten thousand. Texts: a word in many and in few. */
async function valuesOf(
  db: Database,
  filter: Filter,
  param: FilterParam,
  window: { readonly fromMs: number; readonly toMs: number },
): Promise<Values> {
  const column = acarsColumns[filter.field as keyof typeof acarsColumns].name;
  const there = `from acars where acars_date_time between $1::timestamptz and $2::timestamptz and ${column} is not null`;
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
