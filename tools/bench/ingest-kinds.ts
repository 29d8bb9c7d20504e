/** Messages of the ingest bench: rows of the million, moved into the last two hours, with new keys. */
import { api } from '../../contract/api.ts';
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import type { Filter } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { acarsList } from '../../server/messages/acars.ts';
import { adsbList } from '../../server/messages/adsb.ts';
import type { MessageList } from '../../server/messages/message-page.ts';
import type { Messages } from '../../server/messages/messages.ts';
import type { StoredCount } from '../../server/messages/new-rows.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';

export const windowMs = 7_200_000;

export type IngestKind<M> = {
  readonly title: string;
  readonly list: MessageList;
  readonly filters: readonly Filter[];
  /** The default page that the readers request. */
  readonly path: string;
  /** Null: the figure is reported and does not gate. */
  readonly limit: number | null;
  readonly fresh: (rows: readonly M[], round: number) => M[];
  readonly store: (db: Messages, rows: readonly M[]) => Promise<StoredCount>;
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

/** A fleet as forty stations hear it: each aircraft has one address and one airline, and three stations hear it in turn. */
const aircraft = 2000;
const stations = 40;
const airlines = 60;
const stationsOfAircraft = 3;
/** A third of the messages have two receptions, a tenth two blocks: receptions of 30 messages. */
const messagesPerPattern = 30;

/** Aircraft take turns, and each counts its messages; a third of the messages reach a second station, a tenth have a second block. */
function freshMessages(rows: readonly AcarsMessage[], round: number): AcarsMessage[] {
  const fresh: AcarsMessage[] = [];
  for (let message = 0; fresh.length < rows.length; message++) {
    const turn = message % messagesPerPattern;
    const one = message % aircraft;
    const number = Math.floor(message / aircraft) % 100;
    const airline = one % airlines;
    const flight = `${String.fromCharCode(65 + (airline % 26), 65 + Math.floor(airline / 26))}${1000 + one}`;
    const station = `BENCH-${(one + (number % stationsOfAircraft)) % stations}`;
    const blocks = turn % 10 === 0 ? ['A', 'B'] : ['A'];
    const first = rows[fresh.length] as AcarsMessage;
    for (const [part, letter] of blocks.entries())
      for (const second of turn % 3 === 0 ? ['', '-2'] : ['']) {
        const ms = instantMs(fresh.length, rows.length, round);
        fresh.push({
          ...(rows[fresh.length] ?? first),
          ...unassembled,
          acarsDateTime: writeInstant(ms),
          timestamp: ms / 1000,
          tail: `N${one}R${round}`,
          icao: (0xa00000 + round * aircraft + one).toString(16).toUpperCase(),
          flight,
          stationId: `${station}${second}`,
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
