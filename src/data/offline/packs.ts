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

/** Next to the packs: one that the user removed, or whose download the user cancelled, at this time (epoch ms of the server). */
const unwanted = z.object({ packId: z.string(), at: z.number() });

function readAs<S extends z.ZodMiniType>(schema: S, text: string): z.output<S>[] {
  try {
    const read = z.safeParse(schema, JSON.parse(text));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}

const textsOf = (session: AbortSignal): Promise<readonly string[] | undefined> =>
  inStore(session, async ({ packs }) => (await packs.toArray()).map(({ text }) => text)).catch(() => undefined);

/** The newest first. null = there is no store. Never throws. */
export async function storedPacks(session: AbortSignal): Promise<readonly Pack[] | null> {
  const texts = await textsOf(session);
  return texts?.flatMap((text) => readAs(pack, text)).sort((a, b) => b.at - a.at) ?? null;
}

/** In place of an id: each pack. No id of a pack is without a space. */
export const everyPack = 'all';

/** When each pack was last stored, removed or cancelled, by its id or `everyPack`: an event before it is no reason to store it. Never throws. */
export async function packTimes(session: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for (const text of (await textsOf(session)) ?? []) {
    const known = [...readAs(pack, text).map(({ id, at }) => ({ packId: id, at })), ...readAs(unwanted, text)];
    for (const { packId, at } of known) times.set(packId, Math.max(at, times.get(packId) ?? 0));
  }
  return times;
}

/** Notes that the user does not want this pack, or `everyPack`. Never throws. */
export async function refusePack(packId: string, at: number, session: AbortSignal): Promise<void> {
  const record = { id: `unwanted ${packId}`, ids: [], text: JSON.stringify({ packId, at }) };
  await inStore(session, ({ packs }) => packs.put(record)).catch(() => undefined);
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
