/**
 * Where positions were received in the last hours: stored ADS-B by cells of the earth. Each hour is read by time and bounded, so that a busy
 * day costs no more than a quiet one. Own file: SQL with the scope of messages.
 */
import { hourMs } from '../../contract/durations.ts';
import type { Coverage } from '../../contract/entities/map.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Query } from '../database/pool.ts';
import { companyMarks, companySql } from '../messages/company-sql.ts';
import { Values } from '../query/filter-sql.ts';

const hours = 24;
/** Newest positions of an hour that are counted: those of every aircraft in range. */
const maxRowsOfHour = 5000;
const cellDeg = 0.25;
/** With more cells they are larger. */
const coarseDeg = 1;
const maxCells = 6000;
const cachedMs = 10 * 60_000;

type Cell = Coverage['cells'][number];

export class MapCoverage {
  readonly #db: Query;
  readonly #cache = new ShortCache<Coverage>({ maxAgeMs: cachedMs, max: 50 });

  constructor(db: Query) {
    this.#db = db;
  }

  /** `company` null = all messages. */
  of(company: string | null): Promise<Coverage> {
    return this.#cache.respond(JSON.stringify(company), () => this.#read(company));
  }

  async #read(company: string | null): Promise<Coverage> {
    const toMs = clock.now();
    const marks = await companyMarks(this.#db, company);
    const values = new Values();
    const within = [
      'icao is not null and lat between -90 and 90 and lon between -180 and 180 and not (lat = 0 and lon = 0)',
      ...companySql(marks, 'adsb', values),
    ].join(' and ');
    const bound = (ms: number): string => values.add(writeInstant(ms), 'timestamptz');
    // A select for each hour: a limit within a join is refused by a distributed database (decision 3).
    const ofHour = (n: number): string => `
      (select ${n} as hour, lat, lon from adsb
       where adsb_date_time > ${bound(toMs - (n + 1) * hourMs)} and adsb_date_time <= ${bound(toMs - n * hourMs)} and ${within}
       order by adsb_date_time desc, id desc limit ${maxRowsOfHour})`;
    const counted = await this.#db.query<{ hour: number; cell: [number, number]; count: number }>(
      `select hour, array[floor(lat / ${cellDeg})::int, floor(lon / ${cellDeg})::int] as cell, count(*)::int as count
       from (${Array.from({ length: hours }, (_, n) => ofHour(n)).join(' union all ')}) placed group by 1, 2`,
      values.list,
    );
    const ofHours = new Map<number, number>();
    for (const { hour, count } of counted) ofHours.set(hour, (ofHours.get(hour) ?? 0) + count);
    const counts = [...ofHours.values()];
    const fine = counted.map(({ cell: [row, column], count }): Cell => [row, column, count]);
    return {
      asOf: writeInstant(toMs),
      hours,
      positions: counts.reduce((sum, count) => sum + count, 0),
      isSampled: counts.some((count) => count === maxRowsOfHour),
      ...fitting(fine),
    };
  }
}

/** Exported for its test. */
export function fitting(fine: readonly Cell[]): Pick<Coverage, 'cellDeg' | 'cells'> {
  const cells = joined(fine, 1);
  if (cells.length <= maxCells) return { cellDeg, cells };
  const coarse = joined(cells, coarseDeg / cellDeg);
  // The world has more cells than are drawn: those with the most positions.
  return { cellDeg: coarseDeg, cells: coarse.sort((a, b) => b[2] - a[2]).slice(0, maxCells) };
}

/** Cells `by` times as wide and high. */
function joined(cells: readonly Cell[], by: number): Cell[] {
  const sums = new Map<string, Cell>();
  for (const [row, column, count] of cells) {
    const [toRow, toColumn] = [Math.floor(row / by), Math.floor(column / by)];
    const key = `${toRow} ${toColumn}`;
    sums.set(key, [toRow, toColumn, (sums.get(key)?.[2] ?? 0) + count]);
  }
  return [...sums.values()];
}
