/**
 * Reassembly and consensus in the database: reads candidates, applies assembly/, corrects stored rows. One query and at most one
 * update per batch. Own file: reassembly changes apart from storing (decision 11).
 */
import { decoderVersion } from '../../contract/entities/meaning.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { inPieces } from '../base/pieces.ts';
import type { Transaction } from '../database/pool.ts';
import { type Assembled, Assembly, aloneFields, maxReceptions } from './assembly/assemble.ts';
import { burstsOf, type OtherReception, otherOf } from './assembly/one-burst.ts';
import { assemblyKey, assemblyKeyText, type Reception, reachSeconds, secondsOf } from './assembly/reception.ts';
import { meanings, textToDecode } from './meanings/meanings.ts';
import type { StorableMeaning } from './meanings/storable-meaning.ts';
import { lookUpReceptions, type StoredReception, type Window, windowsOf } from './stored-receptions.ts';

/**
 * Values of a new row besides the received ones. `key` null = cannot be joined. `others` = further receptions of it by its station. Without
 * `isNew` it replaces a stored row that was weaker.
 */
export type AssembledRow = {
  readonly fields: Assembled;
  readonly key: number | null;
  others?: readonly OtherReception[];
  isNew?: boolean;
};
type Change = { readonly stored: StoredReception; readonly fields: Assembled };
/** Undefined = the text is the same. null = it could not be decoded. */
type ReadChange = Change & { readonly meaning?: StorableMeaning | null };

/** Writers of the same messages wait for each other, others mostly do not. */
const lockStripes = 64;
const lockClass = 0x61736d62;

/** New rows of one message candidate, and its stored rows. */
type Group = { readonly key: number; fresh: AcarsMessage[]; known: StoredReception[] };

/**
 * Fields for each of `rows`, all of which are new, but for those that belong to another reception of their station. Corrects stored rows. Until the transaction ends no one else assembles the same keys,
 * so that concurrent writers get the same result as sequential ones. Locks are taken in order: no deadlock.
 */
export async function assembleBatch(
  tx: Transaction,
  rows: readonly AcarsMessage[],
): Promise<Map<AcarsMessage, AssembledRow>> {
  const result = new Map<AcarsMessage, AssembledRow>();
  const { groups, alone } = groupsOf(rows);
  const bursts: Bursts = { others: new Map(), ofStored: [], replaced: [] };
  if (groups.size > 0) {
    await lock(tx, groups);
    await addStored(tx, groups);
    const changes: Change[] = [];
    await inPieces([...groups.values()], (group) => {
      joinBursts(group, bursts);
      changes.push(...assembleGroup(group, result));
    });
    if (changes.length) await update(tx, await read(changes));
  }
  const rest: Group = { key: 0, fresh: alone, known: [] };
  joinBursts(rest, bursts);
  for (const row of rest.fresh) result.set(row, asSent(row, null));
  for (const [row, others] of bursts.others) {
    const made = result.get(row);
    if (made) made.others = others;
  }
  if (bursts.ofStored.length > 0) await addReceptions(tx, bursts.ofStored);
  if (bursts.replaced.length > 0) await replaceStored(tx, bursts.replaced, result);
  return result;
}

/** Receptions of one burst by one station. */
type Bursts = {
  /** Of new rows. */
  readonly others: Map<AcarsMessage, readonly OtherReception[]>;
  readonly ofStored: { readonly stored: StoredReception; readonly others: readonly OtherReception[] }[];
  readonly replaced: { readonly stored: StoredReception; readonly by: AcarsMessage }[];
};

/** Leaves the strongest of each burst in the group. */
function joinBursts(group: Group, { others, ofStored, replaced }: Bursts): void {
  const { fresh, known } = group;
  if (fresh.length + known.length < 2 || fresh.length + known.length > maxReceptions) return;
  const isStored = new Set<unknown>(known);
  const gone = new Set<unknown>();
  for (const [strongest, weaker] of burstsOf<AcarsMessage | StoredReception>([...fresh, ...known])) {
    const added = weaker.filter((one) => !isStored.has(one));
    const stored = weaker.filter((one) => isStored.has(one)) as StoredReception[];
    if (isStored.has(strongest)) {
      // Two stored rows stay as they are.
      if (added.length > 0) ofStored.push({ stored: strongest as StoredReception, others: added.map(otherOf) });
      for (const one of added) gone.add(one);
      continue;
    }
    const by = strongest as AcarsMessage;
    others.set(by, weaker.map(otherOf));
    for (const one of weaker) gone.add(one);
    for (const one of stored) replaced.push({ stored: one, by });
  }
  if (gone.size === 0) return;
  group.fresh = fresh.filter((one) => !gone.has(one));
  group.known = known.filter((one) => !gone.has(one));
}

/** Receptions of other channels that arrived after a stronger one. */
async function addReceptions(tx: Transaction, all: Bursts['ofStored']): Promise<void> {
  await tx.query(
    `update acars as a set extra = jsonb_set(coalesce(a.extra, '{}'), '{receptions}',
       coalesce(a.extra -> 'receptions', '[]') || c.others)
     from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::jsonb[]) as c (station_id, acars_date_time, id, others)
     where a.station_id = c.station_id and a.acars_date_time = c.acars_date_time and a.id = c.id`,
    [...placesOf(all), all.map(({ others }) => JSON.stringify(others))],
  );
}

/** A stronger reception takes the place of a stored one, with what was received with that. */
async function replaceStored(
  tx: Transaction,
  all: Bursts['replaced'],
  result: ReadonlyMap<AcarsMessage, AssembledRow>,
): Promise<void> {
  const removed = await tx.query<{ id: string; others: OtherReception[] | null }>(
    `delete from acars as a using unnest($1::text[], $2::timestamptz[], $3::bigint[]) as c (station_id, acars_date_time, id)
     where a.station_id = c.station_id and a.acars_date_time = c.acars_date_time and a.id = c.id
     returning a.id::text as id, a.extra -> 'receptions' as others`,
    placesOf(all),
  );
  const othersById = new Map(removed.map(({ id, others }) => [id, others ?? []]));
  for (const { stored, by } of all) {
    const made = result.get(by);
    if (!made) continue;
    made.isNew = false;
    made.others = [...(made.others ?? []), ...(othersById.get(stored.id) ?? [])];
  }
}

const placesOf = (all: readonly { readonly stored: StoredReception }[]): [string[], string[], string[]] => [
  all.map(({ stored }) => stored.stationId ?? ''),
  all.map(({ stored }) => stored.acarsDateTime),
  all.map(({ stored }) => stored.id),
];

/** By the text of their key. `alone` = those without one. */
function groupsOf(rows: readonly AcarsMessage[]): { groups: Map<string, Group>; alone: AcarsMessage[] } {
  const groups = new Map<string, Group>();
  const alone: AcarsMessage[] = [];
  for (const row of rows) {
    const text = assemblyKeyText(row);
    if (text === null) {
      alone.push(row);
      continue;
    }
    const group = groups.get(text);
    if (group) group.fresh.push(row);
    else groups.set(text, { key: assemblyKey(text), fresh: [row], known: [] });
  }
  return { groups, alone };
}

/** The receiver's value stays where assembly has none. */
const asSent = (row: AcarsMessage, key: number | null): AssembledRow => ({
  key,
  fields: {
    aggregatedText: row.aggregatedText,
    aggregationStatus: row.aggregationStatus,
    consensusStatus: row.consensusStatus as Assembled['consensusStatus'],
    consensusResult: row.consensusResult,
  },
});

async function lock(tx: Transaction, groups: ReadonlyMap<string, Group>): Promise<void> {
  const stripes = new Set<number>();
  for (const { key } of groups.values()) stripes.add(key % lockStripes);
  await tx.query('select pg_advisory_xact_lock($1::int, stripe) from unnest($2::int[]) as stripe', [
    lockClass,
    [...stripes].sort((a, b) => a - b),
  ]);
}

/** Different texts may rarely have the same key: the text decides. */
async function addStored(tx: Transaction, groups: ReadonlyMap<string, Group>): Promise<void> {
  const windows: Window[] = [];
  for (const { key, fresh } of groups.values()) windows.push(...windowsOf(key, fresh));
  for (const stored of await lookUpReceptions(tx, windows))
    groups.get(assemblyKeyText(stored) ?? '')?.known.push(stored);
}

/** Only rows within reach of a new one can change: of others, not all dependencies were read. */
function assembleGroup({ key, fresh, known }: Group, result: Map<AcarsMessage, AssembledRow>): Change[] {
  const [only] = fresh;
  if (only && fresh.length === 1 && known.length === 0) {
    result.set(only, { fields: aloneFields(only), key });
    return [];
  }
  if (fresh.length + known.length > maxReceptions) {
    for (const row of fresh) result.set(row, asSent(row, key));
    return [];
  }
  const assembly = new Assembly<Reception>(known.length ? [...fresh, ...known] : fresh);
  for (const row of fresh) result.set(row, { fields: assembly.fieldsOf(row), key });
  const changes: Change[] = [];
  for (const stored of known) {
    const isInReach = fresh.some((row) => Math.abs(secondsOf(row) - secondsOf(stored)) <= reachSeconds(row));
    const fields = isInReach ? assembly.fieldsOf(stored) : stored.now;
    if (isChanged(stored.now, fields)) changes.push({ stored, fields });
  }
  return changes;
}

const isChanged = (a: Assembled, b: Assembled): boolean =>
  a.aggregatedText !== b.aggregatedText ||
  a.aggregationStatus !== b.aggregationStatus ||
  a.consensusStatus !== b.consensusStatus ||
  a.consensusResult !== b.consensusResult;

/** What the corrected rows say now. */
async function read(changes: readonly Change[]): Promise<ReadChange[]> {
  const isOther = ({ stored, fields }: Change): boolean =>
    textToDecode(stored.text, stored.now) !== textToDecode(stored.text, fields);
  const other = changes.filter(isOther);
  const found = await meanings.read(
    other.map(({ stored, fields }) => {
      const text = textToDecode(stored.text, fields);
      return { extra: null, ...stored, text, msgno: text === stored.text ? stored.msgno : null };
    }),
  );
  return [
    ...changes.filter((change) => !isOther(change)),
    ...other.map((change, at) => ({ ...change, meaning: found[at] ?? null })),
  ];
}

/** Bounds besides the join limit the days that the database opens. */
async function update(tx: Transaction, changes: readonly ReadChange[]): Promise<void> {
  const instants = changes.map(({ stored }) => stored.acarsDateTime).sort();
  await tx.query(
    `update acars as a set aggregated_text = c.aggregated_text, aggregation_status = c.aggregation_status,
       consensus_status = c.consensus_status, consensus_result = c.consensus_result,
       meaning = case when c.is_read then c.meaning else a.meaning end, meaning_kind = case when c.is_read then c.kind else a.meaning_kind end,
       decode_level = case when c.is_read then c.level else a.decode_level end,
       decoder_version = case when c.is_read then c.version else a.decoder_version end
     from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::boolean[], $9::jsonb[], $10::text[], $11::text[], $12::int[])
       as c (station_id, acars_date_time, id, aggregated_text, aggregation_status, consensus_status, consensus_result,
         is_read, meaning, kind, level, version)
     where a.station_id = c.station_id and a.acars_date_time = c.acars_date_time and a.id = c.id
       and a.acars_date_time between $13::timestamptz and $14::timestamptz`,
    [
      ...placesOf(changes),
      changes.map(({ fields }) => fields.aggregatedText),
      changes.map(({ fields }) => fields.aggregationStatus),
      changes.map(({ fields }) => fields.consensusStatus),
      changes.map(({ fields }) => fields.consensusResult),
      changes.map(({ meaning }) => meaning !== undefined),
      changes.map(({ meaning }) => meaning?.json ?? null),
      changes.map(({ meaning }) => meaning?.kind ?? null),
      changes.map(({ meaning }) => meaning?.level ?? null),
      changes.map(({ meaning }) => (meaning ? decoderVersion : null)),
      instants[0],
      instants.at(-1),
    ],
  );
}
