/** Time of the map: that of a replay, otherwise now. Positions age and move by it. */
import { serverNow } from '../../../api/send.ts';
import { useNow } from '../../../api/use-now.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';

const replayed = valueStore<number | null>(null);

/** null = now. */
export const setMapTime = (at: number | null): void => replayed.set(at);

export const mapNow = (): number => replayed.get() ?? serverNow();

/** Updated every `everyMs`, in a replay with it. */
export function useMapNow(everyMs: number): number {
  const now = useNow(everyMs);
  return useValue(replayed) ?? now;
}
