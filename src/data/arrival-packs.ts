/** Packs of aircraft that arrive: stored without a press for the user's own arrival rules, while the connection is good (decision 47). */
import { api } from '../../contract/api.ts';
import { hourMs, minuteMs } from '../../contract/durations.ts';
import { parseInstant } from '../../contract/params.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import { connection } from './connection.ts';
import { isTaking, type PackItem, packIdOf, packMap, takenTimes, takePacks } from './hangar-pack.ts';
import { listCall, sendList } from './list-wire.ts';
import { send, serverNow } from './send.ts';

const lookEveryMs = minuteMs;
/** Rules change seldom. */
const rulesEveryMs = 10 * minuteMs;
/** An older notice is about an aircraft that has left again. */
const recentMs = 2 * hourMs;
const mostNotices = 20;

const ownRules = sessionScoped(() => ({ ids: new Set<string>(), atMs: Number.NEGATIVE_INFINITY, isLooking: false }));

type WithConnection = {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
};
/** Neither slow nor paid by the byte, as far as the browser states it. */
export function isGoodLink(): boolean {
  const { connection: link } = navigator as WithConnection;
  const isFast = link?.effectiveType === undefined || link.effectiveType === '4g';
  return link?.saveData !== true && isFast;
}
const isGood = (): boolean => connection.get().state === 'reached' && isGoodLink();

/** Looks for new arrivals, and takes them. Never throws. */
export async function lookForArrivals(): Promise<void> {
  const own = ownRules.get();
  if (own.isLooking || isTaking() || document.visibilityState === 'hidden' || !isGood()) return;
  own.isLooking = true;
  try {
    const session = sessionSignal();
    const items = await arrivals(own);
    for (const item of items) {
      if (!isRunning(session) || !isGood()) return;
      const map = await packMap(item.tail, session);
      const maps = new Map(typeof map === 'string' ? [] : [[packIdOf(item), map.area] as const]);
      await takePacks([item], { by: 'arrival', maps });
    }
  } catch {
    // The next look finds it again.
  } finally {
    own.isLooking = false;
  }
}

type NoticeRow = { readonly ruleId: string | null; readonly tail: string | null; readonly at: string };

/** Those of which nothing was stored, removed or cancelled since their notice. @throws what `send` throws */
async function arrivals(own: { ids: Set<string>; atMs: number }): Promise<Extract<PackItem, { kind: 'tail' }>[]> {
  const nowMs = serverNow();
  if (nowMs - own.atMs > rulesEveryMs) {
    const rules = await send(api.rules.list, { cause: 'poll' });
    const isOwn = ({ owner, isEnabled, all }: (typeof rules)[number]): boolean =>
      owner === 'user' && isEnabled && all.some(({ field }) => field === 'arrival');
    own.ids = new Set(rules.filter(isOwn).map(({ id }) => id));
    own.atMs = nowMs;
  }
  if (own.ids.size === 0) return [];
  const request = { filters: { kind: 'arrival' }, window: null, sort: null, offset: 0, limit: mostNotices };
  const { rows } = await sendList<NoticeRow>(listCall(api.notices.list, request, {}), { cause: 'poll' });
  const takenAt = await takenTimes();
  const found = new Map<string, Extract<PackItem, { kind: 'tail' }>>();
  for (const { ruleId, tail, at } of rows) {
    const atMs = parseInstant(at) ?? 0;
    if (!tail || !own.ids.has(ruleId ?? '') || nowMs - atMs > recentMs) continue;
    const item = { kind: 'tail', tail } as const;
    if (takenAt(packIdOf(item)) < atMs) found.set(packIdOf(item), item);
  }
  return [...found.values()];
}

/** While a user is logged in. Returns a function that ends it. */
export function followArrivals(): () => void {
  const look = (): void => void lookForArrivals();
  const timer = setInterval(look, lookEveryMs);
  const leave = connection.onRetry(look);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearInterval(timer);
    leave();
    document.removeEventListener('visibilitychange', look);
  };
}
