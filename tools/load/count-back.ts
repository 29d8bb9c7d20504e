/** Counts the messages of a run back through the API: each number once, or it is lost or duplicated. */
import { api } from '../../contract/api.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { callApi } from './measured-calls.ts';
import type { LoadOptions, Way } from './options.ts';
import { addressOf, loadCategory, numberIn, type Run, type Sender } from './stations.ts';

/** `lost` = delivered, but not stored. `undelivered` = still waiting in its station at the end, and not stored. */
export type Counted = {
  readonly found: number;
  readonly duplicated: number;
  readonly lost: number;
  readonly undelivered: number;
};
type Row = Readonly<Record<string, unknown>>;
type Requested = {
  readonly options: LoadOptions;
  readonly token: string;
  readonly stationIds: readonly string[];
  readonly run: Run;
};

const maxCounts = 10;
const betweenCountsMs = 5000;
const pageRows = 10_000;
const tries = 5;
const pauseMs = 3000;

/** Of each way. Counts until two counts are equal: a busy server still stores what it has received. */
export async function countBack(requested: Requested, senders: readonly Sender[]): Promise<ReadonlyMap<Way, Counted>> {
  let before = '';
  for (let attempt = 1; ; attempt++) {
    const counted = await countNow(requested, senders);
    const text = JSON.stringify([...counted]);
    if (text === before || isWhole(counted) || attempt === maxCounts) return counted;
    before = text;
    await new Promise((resolve) => setTimeout(resolve, betweenCountsMs));
  }
}

/** What is stored at this moment. */
export const countNow = async (requested: Requested, senders: readonly Sender[]): Promise<ReadonlyMap<Way, Counted>> =>
  countedOf(senders, await idsByNumber(requested, senders));

const isWhole = (counted: ReadonlyMap<Way, Counted>): boolean =>
  [...counted.values()].every(({ lost, duplicated, undelivered }) => lost + duplicated + undelivered === 0);

/** Of each sender: the ids of the rows with each number. A row may be read twice while others are stored, but has one id. */
async function idsByNumber(
  requested: Requested,
  senders: readonly Sender[],
): Promise<readonly Map<number, Set<unknown>>[]> {
  const found = senders.map(() => new Map<number, Set<unknown>>());
  const note = (index: number, number: number, id: unknown): void => {
    const of = found[index];
    if (!of || !Number.isInteger(number)) return;
    const known = of.get(number);
    if (known) known.add(id);
    else of.set(number, new Set([id]));
  };
  if (senders.some(({ way }) => way !== 'beast'))
    for (const stationId of requested.stationIds)
      for await (const { text, id } of rowsOf(requested, api.acarsMessage.allUsers, `stationId=${stationId}`)) {
        const [, run, index, number] = /^LOAD (\S+) (\d+) (\d+)$/.exec(String(text)) ?? [];
        if (run === requested.run.id) note(Number(index), Number(number), id);
      }
  if (senders.some(({ way }) => way === 'beast')) {
    const isOfRun = addressesOf(requested, senders);
    for await (const { icao, identification, id } of rowsOf(
      requested,
      api.acarsMessage.adsb,
      `aircraftType=${loadCategory}`,
    ))
      if (isOfRun(String(icao))) note(...numberIn(String(identification)), id);
  }
  return found;
}

/** What waits in a station are its last numbers. */
function countedOf(senders: readonly Sender[], found: readonly Map<number, Set<unknown>>[]): Map<Way, Counted> {
  const counted = new Map<Way, Counted>();
  for (const [index, { way, sent, waiting }] of senders.entries()) {
    const ids = found[index] ?? new Map<number, Set<unknown>>();
    const delivered = sent - waiting;
    const inTime = [...ids.keys()].filter((number) => number < delivered).length;
    const before = counted.get(way) ?? { found: 0, duplicated: 0, lost: 0, undelivered: 0 };
    counted.set(way, {
      found: before.found + ids.size,
      duplicated: before.duplicated + [...ids.values()].reduce((sum, { size }) => sum + size - 1, 0),
      lost: before.lost + delivered - inTime,
      undelivered: before.undelivered + waiting - (ids.size - inTime),
    });
  }
  return counted;
}

/** Earlier runs used other addresses. */
function addressesOf({ options, run }: Requested, senders: readonly Sender[]): (icao: string) => boolean {
  const perStation = Math.ceil(options.rate * options.seconds + 60);
  const known = new Set<number>();
  for (const [index, { way, sent }] of senders.entries())
    if (way === 'beast') for (let at = 0; at < sent; at++) known.add(addressOf(run, index * perStation + at));
  return (icao) => known.has(Number.parseInt(icao, 16));
}

/** All rows of the run's time, page by page. A row that is stored meanwhile moves the others to later pages: none is missed. */
async function* rowsOf(
  { options, token, run }: Requested,
  { path, list }: ListEndpoint,
  filter: string,
): AsyncGenerator<Row, void> {
  const instant = (ms: number): string => encodeURIComponent(new Date(ms).toISOString().slice(0, 19).replace('T', ' '));
  const window = `acarsMessageDateTimeMin=${instant(run.beganMs - 2000)}&acarsMessageDateTimeMax=${instant(Date.now() + 60_000)}`;
  for (let offset = 0; ; offset += pageRows) {
    const url = `${options.apiBase}${path}?${filter}&${window}&offset=${offset}&limit=${pageRows}`;
    const page = await readPage(url, token, list.rows);
    yield* page;
    if (page.length < pageRows) return;
  }
}

async function readPage(url: string, token: string, rows: string): Promise<readonly Row[]> {
  for (let attempt = 1; ; attempt++) {
    const response = await callApi(url, { token, deadlineMs: 120_000 }).catch((error: Error) => error);
    if (!(response instanceof Error) && response.status === 200)
      return (JSON.parse(response.text) as Record<string, readonly Row[]>)[rows] ?? [];
    if (attempt === tries) {
      const reason = response instanceof Error ? response.message : `HTTP ${response.status} ${response.text}`;
      throw new Error(`The messages cannot be counted back: ${reason}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
