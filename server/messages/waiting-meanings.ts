/**
 * Fills messages without a meaning: stored by a version without meanings, or their thread failed. Newest first, in small batches. Own file: work of the leader.
 */
import { decoderVersion } from '../../contract/entities/meaning.ts';
import { readAgain, replaceFaults, type StoredMessage, storedMessageSql } from './decode-again.ts';
import { Meanings } from './meanings/meanings.ts';
import type { Messages } from './messages.ts';

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
