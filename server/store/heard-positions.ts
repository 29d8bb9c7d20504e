/**
 * What stored messages tell of positions: of the last minutes for the map, of the last hours for one aircraft's trail.
 * Must not: keep anything, or decide what is shown.
 */
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import {
  frameFields,
  type HeardFrame,
  type PlacedMessage,
  placedMessageFields,
  saidByFrame,
  saidByMessage,
} from '../positions/frame-report.ts';
import type { Said } from '../positions/report.ts';
import { adsbColumns } from './adsb-columns.ts';
import { acarsColumns, type Column, type Columns } from './columns.ts';
import { type CompanyMarks, companySql } from './company-scope.ts';
import { isTextSql, Values } from './filter-sql.ts';
import { fieldsSql } from './message-page.ts';
import { acarsTable, adsbTable, type MessageTable } from './message-tables.ts';

/** A table with the columns that tell of positions, and how one of its rows is read. */
type Source = {
  readonly table: MessageTable;
  readonly address: Column;
  readonly fields: string;
  readonly read: (row: never) => Said;
};
const sources: readonly Source[] = [
  {
    table: adsbTable,
    address: adsbColumns.icao,
    fields: fieldsSql(columnsOf(adsbColumns, frameFields)),
    read: (row: HeardFrame) => saidByFrame(row),
  },
  {
    table: acarsTable,
    address: acarsColumns.icao,
    fields: fieldsSql(columnsOf(acarsColumns, placedMessageFields)),
    read: (row: PlacedMessage) => saidByMessage(row),
  },
];

function columnsOf(columns: Columns, fields: readonly string[]): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([field]) => fields.includes(field)));
}

const isPlaced = 'icao is not null and lat is not null and lon is not null';
/** A frame of ADS-B without a place still tells how fast, or under which callsign; a message of ACARS does not. */
const tellsOf: Readonly<Record<MessageTable['name'], string>> = { adsb: 'icao is not null', acars: isPlaced };

/** So many rows are read at once: where more come in, each aircraft tells its place again within seconds. */
const maxRead = 20_000;

/** Heard from `fromMs` to `toMs`, the oldest first. */
export async function heardBetween(db: Pick<Database, 'query'>, fromMs: number, toMs: number): Promise<Said[]> {
  const said: Said[] = [];
  for (const { table, fields, read } of sources) {
    const rows = await db.query(
      `select ${fields} from ${table.name} where ${table.time} >= $1::timestamptz and ${table.time} <= $2::timestamptz and ${tellsOf[table.name]}
       order by ${table.time} desc, id desc limit ${maxRead}`,
      [writeInstant(fromMs), writeInstant(toMs)],
    );
    for (const row of rows.reverse()) said.push(read(row as never));
  }
  return said;
}

export type TrailQuestion = {
  readonly icao: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Of each such span the first place. */
  readonly stepMs: number;
  /** null = all messages. */
  readonly marks: CompanyMarks | null;
};

/** Where one aircraft was, in no order. */
export async function heardOf(db: Pick<Database, 'query'>, question: TrailQuestion): Promise<Said[]> {
  const found = await Promise.all(
    sources.map(async ({ table, address, fields, read }) => {
      const values = new Values();
      const step = `floor(extract(epoch from ${table.time}) * 1000 / ${question.stepMs})`;
      const conditions = [
        `${table.time} >= ${values.add(writeInstant(question.fromMs), 'timestamptz')}`,
        `${table.time} <= ${values.add(writeInstant(question.toMs), 'timestamptz')}`,
        isTextSql(address, question.icao, values),
        isPlaced,
        ...companySql(question.marks, table.name, values),
      ];
      const rows = await db.query(
        `select distinct on (${step}) ${fields} from ${table.name} where ${conditions.join(' and ')}
         order by ${step}, ${table.time}, id`,
        values.list,
      );
      return rows.map((row) => read(row as never));
    }),
  );
  return found.flat();
}
