/**
 * Fills messages without a meaning: stored by a version without meanings, or their thread failed. Newest first, in small batches. Rules are
 * asked about those of the last day. Own file: work of the leader.
 */
import { dayMs } from '../../contract/durations.ts';
import { decoderVersion } from '../../contract/entities/meaning.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { clock } from '../base/clock.ts';
import type { Transaction } from '../database/pool.ts';
import { acarsColumns } from './acars-columns.ts';
import { readAgain, replaceFaults, type StoredMessage, storedMessageSql } from './decode-again.ts';
import { Meanings } from './meanings/meanings.ts';
import type { StorableMeaning } from './meanings/storable-meaning.ts';
import { fieldsSql } from './message-page.ts';
import type { Messages, StoredAcars } from './messages.ts';

const batchRows = 500;
/** Of one run. */
const maxBatches = 40;

/** With threads of its own: a text that blocks one does not delay storing. Resolves to the number of filled messages. */
export async function fillWaiting(
  db: Messages,
  { signal = new AbortController().signal, start }: FillOptions = {},
): Promise<number> {
  const meanings = new Meanings({ start });
  let filled = 0;
  try {
    for (let batch = 0; batch < maxBatches && !signal.aborted; batch++) {
      const messages = await readWaiting(db);
      if (messages.length === 0) break;
      const read = await readAgain(meanings, messages);
      if (read === null) break;
      await db.transaction(async (tx) => {
        await tx.query(
          `update acars a set meaning = r.meaning, meaning_kind = r.kind, decode_level = r.level, decoder_version = $1
           from unnest($2::text[], $3::timestamptz[], $4::bigint[], $5::jsonb[], $6::text[], $7::text[]) as r (station_id, at, id, meaning, kind, level)
           where a.station_id = r.station_id and a.acars_date_time = r.at and a.id = r.id and a.decoder_version is null
             and a.acars_date_time between $8::timestamptz and $9::timestamptz`,
          [
            decoderVersion,
            messages.map(({ stationId }) => stationId),
            messages.map(({ acarsDateTime }) => acarsDateTime),
            messages.map(({ id }) => id),
            read.map(({ json }) => json),
            read.map(({ kind }) => kind),
            read.map(({ level }) => level),
            messages.at(-1)?.acarsDateTime,
            messages[0]?.acarsDateTime,
          ],
        );
        await replaceFaults(tx, messages, read);
        const nowMs = clock.now();
        const { onAcars } = db.memory.hooks;
        if (onAcars) await onAcars(tx, await readFresh(tx, messages, read, nowMs), nowMs);
      });
      filled += messages.length;
      if (messages.length < batchRows) break;
    }
  } finally {
    await meanings.close();
  }
  if (filled > 0) db.memory.pages.clear();
  return filled;
}
type FillOptions = { readonly signal?: AbortSignal } & NonNullable<ConstructorParameters<typeof Meanings>[0]>;

const readWaiting = (db: Messages): Promise<StoredMessage[]> =>
  db.query<StoredMessage>(
    `select ${storedMessageSql} from acars where decoder_version is null
     order by acars.acars_date_time desc, acars.id desc limit ${batchRows}`,
  );

const { meaning: _, ...sentColumns } = acarsColumns;
/** As they are stored with their meaning. Older ones are history: no rule is asked about an archive. */
async function readFresh(
  tx: Transaction,
  messages: readonly StoredMessage[],
  read: readonly StorableMeaning[],
  nowMs: number,
): Promise<StoredAcars[]> {
  const fresh = new Map(
    messages.flatMap((message, at) =>
      Date.parse(message.storedAt) >= nowMs - dayMs ? [[message.id, { message, meaning: read[at] }] as const] : [],
    ),
  );
  if (fresh.size === 0) return [];
  const times = [...fresh.values()].map(({ message }) => message.acarsDateTime).sort();
  const rows = await tx.query<AcarsMessage & { readonly rowId: string; readonly extra: string | null }>(
    `select ${fieldsSql(sentColumns)}, id::text as "rowId", extra::text as extra from acars
     where id = any($1::bigint[]) and acars_date_time between $2::timestamptz and $3::timestamptz`,
    [[...fresh.keys()], times[0], times.at(-1)],
  );
  return rows.flatMap(({ rowId, extra, ...row }) => {
    const found = fresh.get(rowId);
    if (!found) return [];
    const { text, assemblyKey, storedAt } = found.message;
    return [
      {
        ...{ row, extra, text, meaning: found.meaning, storedAt, key: rowId },
        assemblyKey: assemblyKey === null ? null : Number(assemblyKey),
      },
    ];
  });
}
