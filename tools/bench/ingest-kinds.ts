/**
 * What the ingest bench stores of each kind of message: rows of the million, as if heard within the last two hours, with keys that no round had.
 * Must not: measure.
 */
import { api } from '../../contract/api.ts';
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import type { Filter } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../../server/database/pool.ts';
import { acarsList } from '../../server/store/acars.ts';
import { adsbList } from '../../server/store/adsb.ts';
import type { MessageList } from '../../server/store/message-page.ts';
import type { StoredCount } from '../../server/store/new-rows.ts';
import { storeAcars } from '../../server/store/store-acars.ts';
import { storeAdsb } from '../../server/store/store-adsb.ts';

export const windowMs = 7_200_000;

export type IngestKind<M> = {
  readonly title: string;
  readonly list: MessageList;
  readonly filters: readonly Filter[];
  /** The default page that readers ask meanwhile. */
  readonly path: string;
  /** Null: the figure is told and does not gate. */
  readonly limit: number | null;
  readonly fresh: (rows: readonly M[], round: number) => M[];
  readonly store: (db: Database, rows: readonly M[]) => Promise<StoredCount>;
};

export const acarsKind: IngestKind<AcarsMessage> = {
  title: 'messages',
  list: acarsList,
  filters: api.acarsMessage.allUsers.list.filters,
  path: api.acarsMessage.allUsers.path,
  limit: 0.3,
  fresh: freshMessages,
  store: (db, rows) =>
    storeAcars(
      db,
      rows.map((row) => ({ row })),
    ),
};

export const adsbKind: IngestKind<AdsbMessage> = {
  title: 'ADS-B frames',
  list: adsbList,
  filters: api.acarsMessage.adsb.list.filters,
  path: api.acarsMessage.adsb.path,
  limit: null,
  fresh: (rows, round) =>
    rows.map((row, at) => {
      const ms = instantMs(at, rows.length, round);
      return { ...row, adsbDateTime: writeInstant(ms), timestamp: ms / 1000 };
    }),
  store: (db, rows) =>
    storeAdsb(
      db,
      rows.map((row) => ({ row })),
    ),
};

/** Row `at` of `count`: evenly over the window, in each round a little later. */
const instantMs = (at: number, count: number, round: number): number =>
  Date.now() - windowMs + (at * windowMs) / count + round / 1000;

const aircraft = 2000;
/** A third of the messages are heard twice, a tenth have two blocks: as many receptions as these come of 30 messages. */
const messagesPerPattern = 30;

/** Aircraft take turns, and each counts its messages; a third of the messages are heard by a second station, a tenth have a second block. */
function freshMessages(rows: readonly AcarsMessage[], round: number): AcarsMessage[] {
  const fresh: AcarsMessage[] = [];
  for (let message = 0; fresh.length < rows.length; message++) {
    const turn = message % messagesPerPattern;
    const number = Math.floor(message / aircraft) % 100;
    const blocks = turn % 10 === 0 ? ['A', 'B'] : ['A'];
    const first = rows[fresh.length] as AcarsMessage;
    for (const [part, letter] of blocks.entries())
      for (const station of turn % 3 === 0 ? ['', '-2'] : ['']) {
        const ms = instantMs(fresh.length, rows.length, round);
        fresh.push({
          ...(rows[fresh.length] ?? first),
          ...unassembled,
          acarsDateTime: writeInstant(ms),
          timestamp: ms / 1000,
          tail: `N${message % aircraft}R${round}`,
          stationId: `${first.stationId}${station}`,
          label: first.label,
          text: part === 0 ? first.text : (rows[fresh.length] ?? first).text,
          blockId: String((number + part) % 10),
          msgno: `M${String(number).padStart(2, '0')}${letter}`,
          type: first.type,
          end: part + 1 < blocks.length,
        });
      }
  }
  return fresh.slice(0, rows.length);
}

const unassembled = { aggregatedText: null, aggregationStatus: null, consensusStatus: null, consensusResult: null };
