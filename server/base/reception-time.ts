/** Time of reception by the receiver's clock. Never guessed. */
import { roundTo } from './clean-text.ts';
import { Unusable } from './json-values.ts';

const dayMs = 86_400_000;
const earliestMs = Date.UTC(1990, 0, 1);

/** `ms` = epoch ms of the whole second, for sorting. `seconds` = epoch seconds to the microsecond. */
type ReceptionTime = { readonly ms: number; readonly seconds: number };

/** Error of a line without a time. */
export const noTime = 'no time of reception';

/** `nowMs` bounds the future: a clock more than a day ahead is refused. @throws Unusable */
export function receptionTime(epochSeconds: number | null, nowMs: number): ReceptionTime {
  if (epochSeconds === null) throw new Unusable(noTime);
  const ms = Math.floor(roundTo(epochSeconds, 6)) * 1000;
  if (!(ms >= earliestMs)) throw new Unusable('the time of reception is before 1990');
  if (ms > nowMs + dayMs) throw new Unusable('the time of reception is more than a day ahead');
  return { ms, seconds: roundTo(epochSeconds, 6) };
}
