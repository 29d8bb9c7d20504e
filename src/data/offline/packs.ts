/** What the user took along, in the user's store: its list, and which responses belong to it. Own file: the table of packs. */
import * as z from 'zod/mini';
import { isRunning } from '../../session/session-signal.ts';
import { dropFirstRows, removeRecord } from './cached-responses.ts';
import { inStore } from './database.ts';
import { callOf, type PageRecord } from './records.ts';
import { forgetRows } from './stored-pages.ts';

const pack = z.object({
  /** `tail N900XX`, or `list` and its address. */
  id: z.string(),
  title: z.string(),
  /** Screen that shows it. */
  path: z.string(),
  /** Epoch ms of the server. */
  at: z.number(),
  /** On this device, tiles included. */
  bytes: z.number(),
  /** Rows of its lists. */
  rows: z.number(),
  /** Offline areas of the map. */
  areas: z.array(z.string()),
  by: z.enum(['hand', 'arrival']),
  ids: z.array(z.string()),
});
export type Pack = z.output<typeof pack>;

function readPack(text: string): Pack[] {
  try {
    const read = pack.safeParse(JSON.parse(text));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}

/** The newest first. null = there is no store. Never throws. */
export async function storedPacks(session: AbortSignal): Promise<readonly Pack[] | null> {
  const found = await inStore(session, ({ packs }) => packs.toArray()).catch(() => undefined);
  return found?.flatMap(({ text }) => readPack(text)).sort((a, b) => b.at - a.at) ?? null;
}

/** In place of an earlier one with its id. False: it is not on the device. Never throws. */
export async function keepPack(next: Pack, session: AbortSignal): Promise<boolean> {
  const isDone = await inStore(session, async ({ packs }) => {
    await packs.put({ id: next.id, ids: next.ids, text: JSON.stringify(next) });
    return true;
  }).catch(() => false);
  return isDone === true;
}

/** Removes its responses, except those of other packs. False: it could not be removed. */
export async function dropPack(gone: Pack, session: AbortSignal): Promise<boolean> {
  const isDone = await inStore(session, async ({ packs }) => {
    await packs.delete(gone.id);
    return true;
  }).catch(() => false);
  if (!isDone) return false;
  const others = new Set((await storedPacks(session))?.flatMap(({ ids }) => ids));
  forgetRows();
  for (const id of gone.ids) if (!others.has(id)) await removeRecord(id, session);
  await dropFirstRows(session);
  return isRunning(session);
}

/** Fewer rows give no mean. */
const enoughRows = 20;

/** Mean size of a stored row of a list. null = too few are stored. */
export async function meanRowBytes(call: string, session: AbortSignal): Promise<number | null> {
  const found = await inStore(session, ({ responses }) => responses.toArray()).catch(() => undefined);
  const pages = (found ?? []).filter(
    (one): one is PageRecord => one.kind === 'page' && callOf(one.part) === call && one.rowCount > 0,
  );
  const rows = pages.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return rows < enoughRows ? null : pages.reduce((sum, { bytes }) => sum + bytes, 0) / rows;
}
