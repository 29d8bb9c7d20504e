/** The time range of the session: as text for the address, for people and for inputs, its store, and its place in every address. */

import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { parseInstant } from '../../contract/params.ts';
import { utcDay, utcShort } from '../lib/time.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { useValue } from '../ui/value-store.ts';

/** Epoch ms. `to` is exclusive. */
export type TimeRange = { readonly from: number; readonly to: number };

/** A slot of the time band. */
export const minRangeMs = 600_000;

const minuteText = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

/** `2026-11-22T10:00/14:00`, with the second day if it is another one. */
export function writeRange({ from, to }: TimeRange): string {
  const [begin, end] = [minuteText(from), minuteText(to)];
  return `${begin}/${begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`;
}

/** null = not a range. */
export function readRange(text: unknown): TimeRange | null {
  if (typeof text !== 'string') return null;
  const [begin = '', end = '', ...more] = text.split('/');
  const from = parseInstant(begin);
  const to = parseInstant(end.length > 5 ? end : `${begin.slice(0, 11)}${end}`);
  return more.length === 0 && from !== null && to !== null && to - from >= minRangeMs ? { from, to } : null;
}

/** `10:00Z to 14:00Z`, with the day unless it is today. */
export function rangeText({ from, to }: TimeRange, now: number): string {
  const day = (ms: number): string => utcDay(ms);
  const [begin, end] = [`${utcShort(from)}`, `${utcShort(to)}`];
  if (day(from) !== day(to)) return `${day(from)}, ${begin} to ${day(to)}, ${end}`;
  return day(to) === day(now) ? `${begin} to ${end}` : `${day(from)}, ${begin} to ${end}`;
}

/** From and To of an input, to the minute. */
export const rangeTexts = ({ from, to }: TimeRange): readonly [from: string, to: string] => [
  minuteText(from),
  minuteText(to),
];

// ---- the range of the session, for every list, chart and map

/** `unfollowed` = names of the lists that were reset to their own window. */
type Chosen = { readonly range: TimeRange | null; readonly unfollowed: ReadonlySet<string> };
const store = sessionScoped((): Chosen => ({ range: null, unfollowed: new Set() }));

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

/** The range is part of every address: a shared link contains it, and navigation keeps it. Once, in the frame. */
export function useRangeAddress(): void {
  const router = useRouter();
  const { range } = useRange();
  const text = range && writeRange(range);
  const href = useLocation({ select: ({ href }) => href });
  const written = useLocation({ select: ({ search }) => (search as { range?: unknown }).range });
  const seen = useRef<{ readonly href: string; readonly text: string | null } | null>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = { href, text };
    const inAddress = readRange(written);
    const asWritten = inAddress && writeRange(inAddress);
    if (asWritten === text) return;
    // Another address (a link, back) contains its own range. One without a range gets that of the session.
    if (asWritten !== null && (before === null || before.text === text)) setRange(inAddress);
    else
      void router.navigate({
        to: '.',
        search: ((now: Record<string, unknown>) => ({ ...now, range: text ?? undefined })) as never,
        replace: true,
      });
  }, [router, href, written, text]);
}
