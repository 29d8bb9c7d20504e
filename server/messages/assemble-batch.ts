/**
 * Reassembly and consensus in the database: reads candidates, applies assembly/, corrects stored rows.
 * One query and at most one update per batch.
 */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { inPieces } from '../base/pieces.ts';
import type { Transaction } from '../database/pool.ts';
import { aloneFields } from './assembly/alone.ts';
import { type Assembled, Assembly, maxReceptions } from './assembly/assemble.ts';
import { assemblyKey, assemblyKeyText, type Reception, reachSeconds, secondsOf } from './assembly/reception.ts';
import { lookUpReceptions, type StoredReception, type Window, windowsOf } from './stored-receptions.ts';

/** Values of a new row besides the received ones. `key` null = cannot be joined. */
export type AssembledRow = { readonly fields: Assembled; readonly key: number | null };
type Change = { readonly stored: StoredReception; readonly fields: Assembled };

/** Writers of the same messages wait for each other, others mostly do not. */
const lockStripes = 64;
const lockClass = 0x61736d62;

/** New rows of one message candidate, and its stored rows. */
type Group = { readonly key: number; readonly fresh: AcarsMessage[]; readonly known: StoredReception[] };

/**
 * Fields for each of `rows`, all of which are new. Corrects stored rows. Until the transaction ends no one else assembles the same keys,
 * so that concurrent writers get the same result as sequential ones. Locks are taken in order: no deadlock.
 */
export async function assembleBatch(
  tx: Transaction,
  rows: readonly AcarsMessage[],
): Promise<Map<AcarsMessage, AssembledRow>> {
  const result = new Map<AcarsMessage, AssembledRow>();
  const groups = groupsOf(rows);
  if (groups.size > 0) {
    await lock(tx, groups);
    await addStored(tx, groups);
    const changes: Change[] = [];
    await inPieces([...groups.values()], (group) => changes.push(...assembleGroup(group, result)));
    if (changes.length) await update(tx, changes);
  }
  for (const row of rows) if (!result.has(row)) result.set(row, asSent(row, null));
  return result;
}

/** By the text of their key. */
function groupsOf(rows: readonly AcarsMessage[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const text = assemblyKeyText(row);
    if (text === null) continue;
    const group = groups.get(text);
    if (group) group.fresh.push(row);
    else groups.set(text, { key: assemblyKey(text), fresh: [row], known: [] });
  }
  return groups;
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

/** Bounds besides the join limit the days that the database opens. */
async function update(tx: Transaction, changes: readonly Change[]): Promise<void> {
  const instants = changes.map(({ stored }) => stored.acarsDateTime).sort();
  await tx.query(
    `update acars as a set aggregated_text = c.aggregated_text, aggregation_status = c.aggregation_status,
       consensus_status = c.consensus_status, consensus_result = c.consensus_result
     from unnest($1::text[], $2::timestamptz[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])
       as c (station_id, acars_date_time, id, aggregated_text, aggregation_status, consensus_status, consensus_result)
     where a.station_id = c.station_id and a.acars_date_time = c.acars_date_time and a.id = c.id
       and a.acars_date_time between $8::timestamptz and $9::timestamptz`,
    [
      changes.map(({ stored }) => stored.stationId ?? ''),
      changes.map(({ stored }) => stored.acarsDateTime),
      changes.map(({ stored }) => stored.id),
      changes.map(({ fields }) => fields.aggregatedText),
      changes.map(({ fields }) => fields.aggregationStatus),
      changes.map(({ fields }) => fields.consensusStatus),
      changes.map(({ fields }) => fields.consensusResult),
      instants[0],
      instants.at(-1),
    ],
  );
}
