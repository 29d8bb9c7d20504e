/**
 * When something was received, as a receiver's clock said it. Must not: guess a time that nobody said.
 */
import { withoutDust } from './clean-text.ts';
import { Unusable } from './json-values.ts';

const dayMs = 86_400_000;
const earliestMs = Date.UTC(1990, 0, 1);

/** `ms` = epoch ms of the whole second, which lists sort by; `seconds` = epoch seconds to the microsecond. */
export type ReceptionTime = { readonly ms: number; readonly seconds: number };

/** The fault of a line that says no time. */
export const noTime = 'no time of reception';

/** `nowMs` bounds the future: a receiver whose clock runs more than a day ahead is refused. @throws Unusable */
export function receptionTime(epochSeconds: number | null, nowMs: number): ReceptionTime {
  if (epochSeconds === null) throw new Unusable(noTime);
  const ms = Math.floor(withoutDust(epochSeconds, 6)) * 1000;
  if (!(ms >= earliestMs)) throw new Unusable('the time of reception is before 1990');
  if (ms > nowMs + dayMs) throw new Unusable('the time of reception is more than a day ahead');
  return { ms, seconds: withoutDust(epochSeconds, 6) };
}
