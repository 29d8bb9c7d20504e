/**
 * A migrated database without a row, for one test file. Must not: start a server (tests/support/server.ts does).
 */
import { afterAll, beforeAll } from 'vitest';
import { type AcarsMessage, type AdsbMessage, adsbMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { createDatabase, dropDatabase } from '../support/cluster.ts';

/** Call it at the top of a file; the database is there in every test of the file. */
export function databaseForFile(): { readonly db: Database; readonly url: string } {
  const held: { db?: Database; url?: string } = {};
  beforeAll(async () => {
    held.url = await createDatabase('empty');
    held.db = openDatabase({ url: held.url });
    await migrate(held.db);
  });
  afterAll(async () => {
    await held.db?.close();
    if (held.url) await dropDatabase(held.url);
  });
  return held as { db: Database; url: string };
}

/** Takes all messages, their keys and their counts away. */
export async function emptyMessages(db: Database): Promise<void> {
  await db.query('truncate acars, message_key, adsb, adsb_key, rx_hour, range_hour');
}

/** A message with nothing said but when; `fields` say the rest. */
export function messageAt(ms: number, fields: Partial<AcarsMessage> = {}): AcarsMessage {
  return {
    acarsDateTime: writeInstant(ms),
    timestamp: ms / 1000,
    tail: null,
    flight: null,
    text: null,
    aggregatedText: null,
    aggregationStatus: null,
    freq: null,
    stationId: null,
    channel: null,
    level: null,
    error: null,
    mode: null,
    label: null,
    blockId: null,
    ack: null,
    msgno: null,
    end: null,
    alt: null,
    dsta: null,
    icao: null,
    isOnground: null,
    isResponse: null,
    lat: null,
    lon: null,
    toAddr: null,
    type: null,
    consensusStatus: null,
    consensusResult: null,
    ...fields,
  };
}

/** A frame with nothing said, not even when. */
export const blankFrame = Object.fromEntries(
  Object.keys(adsbMessage).map((field) => [field, null]),
) as unknown as AdsbMessage;
