/** The records of the user's store: facts and bodies apart, so that counting, coverage and eviction read no body. */
import type { Dexie, Table, Transaction } from 'dexie';
import type { StoredAs } from '../../../contract/endpoint.ts';
import { type ColumnRecord, isColumnRecord, sizeOfColumns } from './column-record.ts';
import type { Span } from './coverage.ts';
import { type FirstRowsRecord, firstRowsTable } from './first-rows.ts';
import { rowsIn } from './rows-text.ts';

type Facts = {
  readonly id: string;
  /** The list with its scope; of a response without a list its id. Starts with the id of the call. */
  readonly part: string;
  /** Epoch ms of the server at which it sent this. */
  readonly storedAt: number;
  /** About: characters of the body. */
  readonly bytes: number;
};
/** A page of a list, or its prefetched rows. */
export type PageRecord = Facts & {
  readonly kind: 'page';
  /** Filter parameters as sent. */
  readonly asked: Readonly<Record<string, string>>;
  readonly windowHours: number | null;
  readonly offset: number;
  readonly limit: number | null;
  /** The server's count. null = it is of messages, not of the stored rows. */
  readonly count: number | null;
  readonly rowCount: number;
  /** Times of its rows; null = they have none; absent in records of earlier versions. */
  readonly rowSpan?: Span | null;
};
/** Every row of a list. `version` = the server's name of this state; `storedAt` = when that was last confirmed. */
export type FullCopyRecord = Facts & { readonly kind: 'full'; readonly version: string; readonly rowCount: number };
/** Any other response, or the last positions of a map. */
export type PlainRecord = Facts & { readonly kind: 'response' | 'positions'; readonly rowCount: number | null };
export type ResponseRecord = PageRecord | FullCopyRecord | PlainRecord;

/** `text` = rows (rows-text.ts) of a page and of positions, JSON of a response. `record` = a full copy. */
export type Body = { readonly text: string } | { readonly record: ColumnRecord };
type BodyRecord = { readonly id: string } & Body;

/** A change that was made here and is not on the server yet, as JSON. Never evicted. */
type ChangeRecord = { readonly id: string; readonly text: string };

/** What a user took along, as JSON (packs.ts), and the ids of its responses: they are evicted last. */
type PackRecord = { readonly id: string; readonly text: string; readonly ids: readonly string[] };

export type Tables = {
  readonly responses: Table<ResponseRecord, string>;
  /** Bodies; the name is that of earlier versions. */
  readonly rows: Table<BodyRecord, string>;
  readonly changes: Table<ChangeRecord, string>;
  readonly packs: Table<PackRecord, string>;
  readonly firstRows: Table<FirstRowsRecord, string>;
};

export const positionsPart = 'positions';
export const storedPositions: StoredAs = { title: 'Last positions on the map', each: 'maps' };
/** Of `API-12 [["id","7"]]` the call. */
export const callOf = (part: string): string => part.split(' ', 1)[0] ?? '';

/** Declares every version. The tables of version 4 are emptied into `responses`; the bodies of pages, up to 50 MB, stay where they are. */
export function declareVersions(database: Dexie): void {
  database.version(1).stores({ pages: 'id, list, storedAt', rows: 'id' });
  database.version(2).stores({ wholes: 'id' });
  database.version(3).stores({ positions: 'id' });
  database.version(4).stores({ answers: 'id, storedAt' });
  database
    .version(5)
    .stores({ responses: 'id, part', pages: null, wholes: null, positions: null, answers: null })
    .upgrade(upgradeFrom4);
  database.version(6).stores({ changes: 'id' });
  database.version(7).stores({ packs: 'id' });
  database.version(8).stores({ [firstRowsTable]: 'id' });
}

type Old = Readonly<Record<string, unknown>> & { readonly id: string };

async function upgradeFrom4(change: Transaction): Promise<void> {
  const read = async (name: string): Promise<readonly Old[]> =>
    ((await change.table(name).toArray()) as Old[]).filter(({ id }) => typeof id === 'string');
  const moved = [
    ...(await read('wholes')).flatMap(fullCopyOf),
    ...(await read('positions')).flatMap((old) => plainOf('positions', `${positionsPart} ${old.id}`, old)),
    ...(await read('answers')).flatMap((old) => plainOf('response', old.id, old)),
  ];
  const pages = (await read('pages')).map(({ list, ...facts }) => ({ ...facts, kind: 'page', part: list }));
  await change.table('responses').bulkPut([...pages, ...moved.map(({ facts }) => facts)]);
  await change.table('rows').bulkPut(moved.map(({ facts, body }) => ({ id: facts.id, ...body })));
}

type Moved = { readonly facts: ResponseRecord; readonly body: Body };

function fullCopyOf({ id, version, confirmedAt, record }: Old): Moved[] {
  if (!isColumnRecord(record) || typeof version !== 'string') return [];
  const facts = { id, part: id, kind: 'full', storedAt: Number(confirmedAt), version } as const;
  return [{ facts: { ...facts, rowCount: record.n, bytes: sizeOfColumns(record) }, body: { record } }];
}

function plainOf(kind: PlainRecord['kind'], id: string, { storedAt, text }: Old): Moved[] {
  if (typeof text !== 'string') return [];
  const rowCount = kind === 'positions' ? rowsIn(text) : lengthOf(text);
  return [{ facts: { id, part: id, kind, storedAt: Number(storedAt), rowCount, bytes: text.length }, body: { text } }];
}

/** Of a response that is nothing but rows. */
function lengthOf(text: string): number | null {
  if (!text.startsWith('[')) return null;
  try {
    return (JSON.parse(text) as unknown[]).length;
  } catch {
    return null;
  }
}
