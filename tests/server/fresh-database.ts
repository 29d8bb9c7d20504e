/** A migrated, empty database for one test file. */
import { afterAll, beforeAll } from 'vitest';
import { blankRow } from '../../contract/blank-row.ts';
import { type AcarsMessage, acarsMessage, adsbMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import { createDatabase, dropDatabase, type Template } from '../support/cluster.ts';

/** Without accounts and reference data. */
export const migrated: Template = {
  name: 'migrated',
  async fill(url) {
    const db = openDatabase({ url });
    await migrate(db);
    await db.close();
  },
};

/** Call it at the top of a file; the database exists in every test of the file. */
export function databaseForFile(): { readonly db: Messages; readonly url: string } {
  const held: { db?: Messages; url?: string } = {};
  beforeAll(async () => {
    held.url = await createDatabase(migrated);
    held.db = openMessages(openDatabase({ url: held.url }));
  });
  afterAll(async () => {
    await held.db?.close();
    if (held.url) await dropDatabase(held.url);
  });
  return held as { db: Messages; url: string };
}

/** Settings of retention. Counts are retained for the default time. */
export const keptDays = (retentionDays: number, countsDays = 400, archiveDays = 0) => ({
  retentionDays,
  archiveDays,
  countsDays,
  rawDays: 15,
  maxBytes: null,
});

const messageTables = [
  ...['acars', 'message_key', 'link_event', 'link_event_key', 'adsb', 'adsb_key', 'rx_hour', 'range_hour', 'range_day'],
  ...['kept_counts', 'frame_hour', 'level_hour', 'text_day', 'text_due', 'tail_last', 'adsb_raw'],
];
const fewRows = 2000;

/** Deletes all messages, their keys and their counts. The rows are few: truncating 200 files costs twenty times as much. */
export async function emptyMessages(db: Database): Promise<void> {
  const [row] = await db.query<{ few: boolean }>(
    `select count(*) < ${fewRows} as few from ((select 1 from acars limit ${fewRows}) union all (select 1 from adsb limit ${fewRows})) as messages`,
  );
  if (row?.few) await db.query(messageTables.map((table) => `delete from ${table}`).join('; '));
  else await truncateMessages(db);
}

/** The same, without dead rows: sizes and estimates are those of an empty database. */
export async function truncateMessages(db: Database): Promise<void> {
  await db.query(`truncate ${messageTables.join(', ')}`);
}

/** A message with only a time, and `fields`. */
export function messageAt(ms: number, fields: Partial<AcarsMessage> = {}): AcarsMessage {
  return {
    ...blankRow(acarsMessage),
    acarsDateTime: writeInstant(ms),
    timestamp: ms / 1000,
    ...fields,
  };
}

/** A frame without any value, not even a time. */
export const blankFrame = blankRow(adsbMessage);
