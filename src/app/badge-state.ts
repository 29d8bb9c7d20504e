/** Content of the status badge in the header. Only a current response of a reachable server counts as live (invariant 9). Pure. */
import type { Connection } from '../api/connection.ts';
import { ageText, utcClock, utcMoment, utcShort } from '../lib/time.ts';
import { type DataAge, staleAfterMs } from '../ui/data-age.ts';
import type { BadgeKind } from '../ui/StateBadge.tsx';

/** Older responses are not live, even if the server is reachable. */
export const liveForMs = 60_000;

type BadgeState = {
  readonly kind: BadgeKind;
  readonly word: string;
  readonly detail: string;
  readonly short: string;
};

/** null = the screen has no data. */
export function badgeState(age: DataAge, connection: Connection['state'], now: number): BadgeState | null {
  if (!age) return null;
  if (age.source === 'loading') return { kind: 'loading', word: 'Loading', detail: '', short: '' };
  const at = age.at;
  if (age.source === 'failed') {
    const clock = at === null ? '' : `${utcClock(at)}Z`;
    return { kind: 'failed', word: 'Failed', detail: clock, short: '' };
  }
  if (at === null) return null;
  if (age.source === 'past') return { kind: 'stale', word: 'Past', detail: utcMoment(at, now), short: utcShort(at) };
  const span = Math.max(0, now - at);
  const old = ageText(span);
  const isReached = connection === 'reached';
  if (age.source === 'live' && isReached && span < liveForMs)
    return { kind: 'live', word: 'Live', detail: `${old} ago`, short: old };
  const word = age.source === 'live' ? 'Loaded' : 'Stored';
  const detail = isReached ? `${utcShort(at)}, ${old} ago` : old;
  return { kind: span < staleAfterMs ? 'stored' : 'stale', word, detail, short: old };
}
