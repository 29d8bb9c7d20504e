/**
 * Times in typed words: `yesterday`, `3 d`, `last week`, `monday`, `28 nov`. All days are those of UTC.
 * Own file: pure, tested on its own.
 */
import { dayMs } from '../../contract/durations.ts';
import { utcDay, windowLabel } from '../lib/time.ts';

/** Hours up to now, or whole days. Epoch ms, `to` is exclusive. */
export type When = { readonly pill: string } & (
  | { readonly hours: number }
  | { readonly hours: null; readonly from: number; readonly to: number }
);
type Read = { readonly words: number; readonly when: When };

/** Lists show no longer range. */
const maxHours = 31 * 24;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = 'january february march april may june july august september october november december'.split(' ');
const hoursOf: Readonly<Record<string, number>> = {
  h: 1,
  hr: 1,
  hrs: 1,
  hour: 1,
  hours: 1,
  d: 24,
  day: 24,
  days: 24,
  w: 168,
  week: 168,
  weeks: 168,
};

/** What the first words mean. null = no time. `words` are folded, `now` = epoch ms. */
export function readWhen(words: readonly string[], now: number): Read | null {
  const [first = '', ...rest] = words;
  if (first === 'last' || first === 'past' || first === 'this') {
    const found = calendarOf(first, rest[0] ?? '', now) ?? (first === 'this' ? null : moving(rest));
    return found && { ...found, words: found.words + 1 };
  }
  return moving(words) ?? dayOf(words, now);
}

const days = (from: number, count: number): When => {
  const last = from + (count - 1) * dayMs;
  return {
    pill: count === 1 ? utcDay(from) : `${utcDay(from)} to ${utcDay(last)}`,
    hours: null,
    from,
    to: from + count * dayMs,
  };
};
const midnight = (now: number): number => now - (now % dayMs);
/** 0 = Sunday. */
const weekdayOf = (day: number): number => new Date(day).getUTCDay();
const mondayOf = (day: number): number => day - ((weekdayOf(day) + 6) % 7) * dayMs;

/** `last week` is the week before, from Monday on. `last monday` is not today. */
function calendarOf(first: string, second: string, now: number): Read | null {
  const today = midnight(now);
  const monday = mondayOf(today);
  if (second === 'week' && first !== 'past') {
    if (first === 'last') return { words: 1, when: days(monday - 7 * dayMs, 7) };
    return { words: 1, when: days(monday, Math.round((today - monday) / dayMs) + 1) };
  }
  const weekday = weekdays.indexOf(second);
  if (weekday < 0) return null;
  const back = (weekdayOf(today) - weekday + 7) % 7;
  return { words: 1, when: days(today - (back === 0 && first === 'last' ? 7 : back) * dayMs, 1) };
}

const numbers = 'zero one two three four five six seven eight nine ten'.split(' ');

/** `3 d`, `12h`, `2 weeks`, `three days`. */
function moving([word = '', second = '']: readonly string[]): Read | null {
  const first = numbers.includes(word) ? String(numbers.indexOf(word)) : word;
  const [, digits = '', unit = ''] =
    /^(\d{1,3}) ?([a-z]+)$/.exec(/^\d{1,3}$/.test(first) ? `${first} ${second}` : first) ?? [];
  const hours = Number(digits) * (Object.hasOwn(hoursOf, unit) ? (hoursOf[unit] ?? 0) : 0);
  if (hours < 1) return null;
  const words = /^\d+$/.test(first) ? 2 : 1;
  if (hours <= maxHours) return { words, when: { pill: `last ${windowLabel(hours)}`, hours } };
  return { words, when: { pill: `last ${windowLabel(maxHours)}, the longest`, hours: maxHours } };
}

function dayOf([first = '', second = '', third = '']: readonly string[], now: number): Read | null {
  const today = midnight(now);
  if (first === 'today') return { words: 1, when: days(today, 1) };
  if (first === 'yesterday') return { words: 1, when: days(today - dayMs, 1) };
  const weekday = weekdays.indexOf(first);
  if (weekday >= 0) return { words: 1, when: days(today - ((weekdayOf(today) - weekday + 7) % 7) * dayMs, 1) };
  const [, isoYear, isoMonth, isoDay] = /^(\d{4}) ?(\d\d) ?(\d\d)$/.exec(first) ?? [];
  if (isoYear) return dated(1, Number(isoYear), Number(isoMonth) - 1, Number(isoDay));
  const month = second.length < 3 ? -1 : months.findIndex((name) => name.startsWith(second));
  if (!/^\d{1,2}$/.test(first) || month < 0) return null;
  if (/^\d{4}$/.test(third)) return dated(3, Number(third), month, Number(first));
  // Without a year the newest such day.
  const year = new Date(now).getUTCFullYear();
  const isLater = Date.UTC(year, month, Number(first)) > now;
  return dated(2, isLater ? year - 1 : year, month, Number(first));
}

function dated(words: number, year: number, month: number, day: number): Read | null {
  const at = Date.UTC(year, month, day);
  return new Date(at).getUTCDate() === day && new Date(at).getUTCMonth() === month
    ? { words, when: days(at, 1) }
    : null;
}
