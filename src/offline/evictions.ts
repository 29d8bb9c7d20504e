/** Selects what leaves the device when there is too much. Pure. */
import { policy } from './policy.ts';
import { callOf, type ResponseRecord } from './records.ts';

type Limits = { readonly most: number; readonly maxAgeMs: number };
const unlimited: Limits = { most: Infinity, maxAgeMs: Infinity };
const objectPages: Limits = { most: policy.maxObjectPages, maxAgeMs: Infinity };
/** A call with its own limit, otherwise the kind. */
const groupOf = ({ id, kind }: ResponseRecord): string => (Object.hasOwn(limits, callOf(id)) ? callOf(id) : kind);
const limits: Readonly<Record<string, Limits>> = {
  page: { most: policy.maxPages, maxAgeMs: policy.maxPageAgeMs },
  response: { most: policy.maxResponses, maxAgeMs: Infinity },
  'ADD-tail': objectPages,
  'ADD-stationPage': objectPages,
  'ADD-airportPage': objectPages,
  positions: unlimited,
  full: unlimited,
};

/** Ids: what is too old, then the oldest beyond the number of their kind or beyond `maxBytes`, full copies last. `spare` stays. `now` in epoch ms. */
export function selectEvictions(
  stored: readonly ResponseRecord[],
  { maxBytes, now, spare }: { readonly maxBytes: number; readonly now: number; readonly spare: string | null },
): string[] {
  const isFull = ({ kind }: ResponseRecord): number => (kind === 'full' ? 1 : 0);
  const oldestFirst = [...stored].sort((a, b) => isFull(a) - isFull(b) || a.storedAt - b.storedAt);
  const left = new Map<string, number>();
  for (const one of stored) left.set(groupOf(one), (left.get(groupOf(one)) ?? 0) + 1);
  let bytes = stored.reduce((sum, one) => sum + one.bytes, 0);
  return oldestFirst.flatMap((one) => {
    const { id, storedAt, bytes: size } = one;
    const group = groupOf(one);
    const { most, maxAgeMs } = limits[group] ?? unlimited;
    const count = left.get(group) ?? 0;
    const isTooMuch = bytes > maxBytes || count > most || now - storedAt >= maxAgeMs;
    if (!isTooMuch || id === spare) return [];
    bytes -= size;
    left.set(group, count - 1);
    return [id];
  });
}
