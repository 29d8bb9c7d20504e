/**
 * Answers that are no lists, each kept whole as one record of the user: what the server said last of one question.
 * Must not: know what they mean (whoever reads one must not trust it), or ask the server.
 */
import { currentEpoch } from '../session/session-store.ts';
import { inStore, isCurrent } from './database.ts';
import { policy } from './policy.ts';
import { reportTrouble } from './storage-trouble.ts';

/** `storedAt` = epoch ms of the server at which it said this. */
export type KeptAnswer = { readonly value: unknown; readonly storedAt: number };

/** Keeps it in place of the one before. `epoch` = that of the request. Resolves when it is on the device, or cannot be; never throws. */
export async function keepAnswer(id: string, { value, storedAt }: KeptAnswer, epoch: number): Promise<void> {
  const text = JSON.stringify(value);
  if (text.length > policy.maxPageBytes) return;
  await inStore((store) =>
    store.database.transaction('rw', store.answers, async () => {
      if (store.epoch !== epoch || !isCurrent(epoch)) return;
      await store.answers.put({ id, storedAt, text });
      const over = (await store.answers.count()) - policy.maxAnswers;
      if (over > 0) await store.answers.orderBy('storedAt').limit(over).delete();
    }),
  ).catch(() => reportTrouble('full'));
}

/** null = it is not held, cannot be read, or the session has ended. */
export async function keptAnswer(id: string): Promise<KeptAnswer | null> {
  const epoch = currentEpoch();
  const held = await inStore((store) => store.answers.get(id)).catch(() => undefined);
  if (!held || !isCurrent(epoch) || !Number.isFinite(held.storedAt) || typeof held.text !== 'string') return null;
  try {
    return { value: JSON.parse(held.text), storedAt: held.storedAt };
  } catch {
    reportTrouble('dropped', 1);
    return null;
  }
}
