/** The range of the session, for every list, chart and map. It ends with the session. */
import { onOtherSession } from '../session/session-signal.ts';
import { useValue, valueStore } from '../ui/value-store.ts';
import type { TimeRange } from './range.ts';

/** `unfollowed` = names of the lists that were reset to their own window. */
type Chosen = { readonly range: TimeRange | null; readonly unfollowed: ReadonlySet<string> };
const none: Chosen = { range: null, unfollowed: new Set() };
const store = valueStore<Chosen>(none);
onOtherSession(() => store.set(none));

export const useRange = (): Chosen => useValue(store);

/** A new range is followed by every list again. */
export function setRange(range: TimeRange | null): void {
  const now = store.get().range;
  if (now?.from === range?.from && now?.to === range?.to) return;
  store.set({ range, unfollowed: new Set() });
}

export function follow(list: string, isFollowing: boolean): void {
  const { range, unfollowed } = store.get();
  const next = new Set(unfollowed);
  if (isFollowing) next.delete(list);
  else next.add(list);
  store.set({ range, unfollowed: next });
}
