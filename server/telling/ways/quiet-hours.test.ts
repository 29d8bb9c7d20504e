import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../contract/durations.ts';
import type { QuietHours } from '../../../contract/entities/rules.ts';
import { nextDigest, quietEnd } from './quiet-hours.ts';

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const at = (text: string): number => Date.parse(text);
const quiet = (from: string, to: string, days: readonly number[] = everyDay): QuietHours => {
  const minute = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  return { from: minute(from), to: minute(to), days: [...days], passEmergencies: false };
};
const endOf = (hours: QuietHours, zone: string, now: string): string | null => {
  const end = quietEnd(hours, zone, at(now));
  return end === null ? null : new Date(end).toISOString();
};

test.each<[string, QuietHours, string, string, string | null]>([
  ['within', quiet('12:00', '14:00'), 'UTC', '2026-06-01T13:59:59.999Z', '2026-06-01T14:00:00.000Z'],
  ['at the end', quiet('12:00', '14:00'), 'UTC', '2026-06-01T14:00:00Z', null],
  ['before the start', quiet('12:00', '14:00'), 'UTC', '2026-06-01T11:59:59.999Z', null],
  [
    'over midnight, in the evening',
    quiet('22:00', '07:00'),
    'Europe/Berlin',
    '2026-06-01T20:00:00Z',
    '2026-06-02T05:00:00.000Z',
  ],
  [
    'over midnight, in the morning',
    quiet('22:00', '07:00'),
    'Europe/Berlin',
    '2026-06-02T04:00:00Z',
    '2026-06-02T05:00:00.000Z',
  ],
  ['the whole day', quiet('07:00', '07:00'), 'UTC', '2026-06-01T06:00:00Z', '2026-06-01T07:00:00.000Z'],
  // 2026-06-06 is a Saturday: its night ends on Sunday.
  [
    'the night of a Saturday, on Sunday',
    quiet('22:00', '07:00', [6]),
    'UTC',
    '2026-06-07T06:00:00Z',
    '2026-06-07T07:00:00.000Z',
  ],
  ['the night of a Saturday, on Saturday morning', quiet('22:00', '07:00', [6]), 'UTC', '2026-06-06T06:00:00Z', null],
  ['no day', quiet('00:00', '23:59', []), 'UTC', '2026-06-06T06:00:00Z', null],
  // Berlin: at 02:00 on 29 March the clock goes to 03:00, at 03:00 on 25 October to 02:00.
  ['a shorter night', quiet('22:00', '07:00'), 'Europe/Berlin', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['a longer night', quiet('22:00', '07:00'), 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z'],
  [
    'an end that the clock skips',
    quiet('22:00', '02:30'),
    'Europe/Berlin',
    '2026-03-28T22:00:00Z',
    '2026-03-29T01:30:00.000Z',
  ],
  [
    'an end that occurs twice',
    quiet('22:00', '02:30'),
    'Europe/Berlin',
    '2026-10-25T00:45:00Z',
    '2026-10-25T01:30:00.000Z',
  ],
  [
    'a start that occurs twice',
    quiet('02:30', '05:00'),
    'Europe/Berlin',
    '2026-10-25T00:30:00Z',
    '2026-10-25T04:00:00.000Z',
  ],
  [
    'an unknown zone is UTC',
    quiet('12:00', '14:00'),
    'Mars/Olympus',
    '2026-06-01T13:00:00Z',
    '2026-06-01T14:00:00.000Z',
  ],
])('quiet hours: %s', (_what, hours, zone, now, end) => {
  expect(endOf(hours, zone, now)).toBe(end);
});

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
];
const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', weekday: 'short', hour: '2-digit', minute: '2-digit' },
    }),
  ]),
);

/** Minutes of the local day and its weekday, by another implementation of time zones. */
function localOf(ms: number, zone: string): { readonly minute: number; readonly day: number } {
  const parts = formats.get(zone)?.formatToParts(ms) ?? [];
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday'));
  return { minute: Number(part('hour')) * 60 + Number(part('minute')), day };
}

const minute = fc.nat(24 * 60 - 1);
const anyHours = fc.record<QuietHours>({
  from: minute,
  to: minute,
  days: fc.subarray(everyDay),
  passEmergencies: fc.boolean(),
});
/** Also the days on which clocks change. */
const anyTime = fc.oneof(
  fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') }),
  ...['2026-03-29', '2026-10-25', '2026-04-05', '2026-10-04', '2026-03-08', '2026-11-01'].map((day) =>
    fc.integer({ min: at(`${day}T00:00:00Z`) - dayMs, max: at(`${day}T00:00:00Z`) + dayMs }),
  ),
);

test('quiet hours agree with the wall clock on all days whose clock does not change, and end within a day and an hour on all', () => {
  fc.assert(
    fc.property(anyHours, fc.constantFrom(...zones), anyTime, (hours, zone, ms) => {
      const end = quietEnd(hours, zone, ms);
      if (end !== null) {
        expect(end).toBeGreaterThan(ms);
        expect(end - ms).toBeLessThanOrEqual(dayMs + hourMs);
        // Held until the end, not longer.
        expect(quietEnd(hours, zone, end - 1)).toBeGreaterThanOrEqual(end);
      }
      const isUsual = [-dayMs, dayMs].every((away) => localOf(ms + away, zone).minute === localOf(ms, zone).minute);
      if (!isUsual) return;
      const { minute: now, day } = localOf(ms, zone);
      const [isToday, isYesterday] = [hours.days.includes(day), hours.days.includes((day + 6) % 7)];
      const isOver = hours.to <= hours.from;
      const expected = isOver
        ? (isToday && now >= hours.from) || (isYesterday && now < hours.to)
        : isToday && now >= hours.from && now < hours.to;
      expect(end !== null).toBe(expected);
      if (end !== null && isUsual && end - ms < dayMs - hourMs) expect(localOf(end, zone).minute).toBe(hours.to);
    }),
    { numRuns: 1000 },
  );
});

test('a digest is sent at the full hour, or at 08:00 of the user, always later', () => {
  expect(nextDigest('hour', 'UTC', at('2026-06-01T10:00:00Z'))).toBe(at('2026-06-01T11:00:00Z'));
  expect(nextDigest('day', 'Europe/Berlin', at('2026-10-25T06:59:59Z'))).toBe(at('2026-10-25T07:00:00Z'));
  expect(nextDigest('day', 'Europe/Berlin', at('2026-10-24T06:00:00Z'))).toBe(at('2026-10-25T07:00:00Z'));
  expect(nextDigest('day', 'Europe/Berlin', at('2026-03-28T07:00:00Z'))).toBe(at('2026-03-29T06:00:00Z'));
  fc.assert(
    fc.property(fc.constantFrom(...zones), anyTime, (zone, ms) => {
      const next = nextDigest('day', zone, ms);
      expect(next - ms).toBeGreaterThan(0);
      expect(next - ms).toBeLessThanOrEqual(dayMs + hourMs);
      expect(localOf(next, zone).minute).toBe(8 * 60);
      expect(nextDigest('hour', zone, ms) - ms).toBeLessThanOrEqual(60 * minuteMs);
    }),
  );
});
