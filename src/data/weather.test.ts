import { expect, test } from 'vitest';
import { unitsOf } from '../lib/units.ts';
import { readWeather } from './weather.ts';

const aviation = unitsOf('aviation');
const now = Date.UTC(2026, 10, 20, 14, 50);
const report = {
  temperature: { value: 7 },
  relative_humidity: 0.8134,
  visibility: { value: 9999, repr: '9999' },
  units: { visibility: 'm' },
  time: { dt: '2026-11-20T14:30:00+00:00' },
  raw: 'LROP 201430Z 06009KT 9999 BKN021 07/04 Q1021 NOSIG',
};
const words = (body: unknown): string[] => {
  const { temperature, humidity, visibility } = readWeather(body, now, aviation);
  return [temperature, humidity, visibility];
};

test('WX-02: temperature, humidity in percent of a fraction, visibility with its unit, time and report', () => {
  expect(words(report)).toEqual(['7\u00a0°C', '81\u00a0%', '≥ 10\u00a0km']);
  expect(readWeather(report, now, aviation)).toMatchObject({
    visibilityExactly: '10\u00a0km or more',
    observedAt: now - 20 * 60_000,
    raw: report.raw,
  });
  expect(words({ ...report, raw: null, temperature: { value: -12 } })[0]).toBe('−12\u00a0°C');
});

test('WX-04: what is missing, null or something else is a dash, and nothing breaks', () => {
  const dashes = ['–', '–', '–'];
  const odd = [
    null,
    undefined,
    [],
    'METAR',
    {},
    { data: null },
    { temperature: null, relative_humidity: null, visibility: null },
    {
      temperature: { value: null },
      relative_humidity: '81',
      visibility: { value: 'far' },
      units: 7,
      time: [],
      raw: {},
    },
    { temperature: { value: Number.NaN }, relative_humidity: -1, visibility: { value: -5 } },
  ];
  for (const body of odd) {
    expect(words(body), JSON.stringify(body)).toEqual(dashes);
    expect(readWeather(body, now, aviation)).toMatchObject({ observedAt: null, raw: null });
  }
});

test('WX-02: visibility in metres, in statute miles, and where only the report states which', () => {
  const visibility = (value: number | null, units?: object, raw?: string): string =>
    words({ visibility: { value }, units, raw })[2] ?? '';
  expect(visibility(3500, { visibility: 'm' })).toBe('3,500\u00a0m');
  expect(visibility(8000, { visibility: 'm' })).toBe('8\u00a0km');
  expect(visibility(10, { visibility: 'sm' })).toBe('10\u00a0SM');
  expect(visibility(0.25, { visibility: 'sm' })).toBe('0.25\u00a0SM');
  expect(visibility(10, undefined, 'KJFK 170551Z 36007KT 10SM FEW085')).toBe('10\u00a0SM');
  expect(visibility(600, undefined, 'EGLL 170550Z 00000KT 0600 FG')).toBe('600\u00a0m');
  expect(visibility(9999)).toBe('≥ 10\u00a0km');
  expect(visibility(6)).toBe('6');
  expect(visibility(null, undefined, 'EHAM 201425Z 24008KT CAVOK 09/04 Q1023')).toBe('≥ 10\u00a0km');
});

test('WX-02: the report in an envelope, as some services send it', () => {
  expect(words({ icao: 'LROP', data: report })).toEqual(['7\u00a0°C', '81\u00a0%', '≥ 10\u00a0km']);
});

test('WX-01: the time of observation out of the report, never 1970 and never ahead', () => {
  const at = (time: unknown, raw?: string): number | null => readWeather({ time, raw }, now, aviation).observedAt;
  expect(at({ repr: '201430Z' })).toBe(Date.UTC(2026, 10, 20, 14, 30));
  expect(at(null, 'LROP 312330Z 06009KT')).toBe(Date.UTC(2026, 9, 31, 23, 30));
  expect(at({ dt: '1970-01-01T00:00:00Z' }, 'LROP 201430Z')).toBe(Date.UTC(2026, 10, 20, 14, 30));
  expect(at({ dt: 'yesterday' })).toBeNull();
  expect(at({ repr: '999999Z' })).toBeNull();
});

test('a temperature and a visibility follow the units of the user, the report does not', () => {
  const american = {
    temperature: { value: 50 },
    visibility: { value: 3, repr: '3SM' },
    units: { temperature: 'F', visibility: 'SM' },
    raw: 'KJFK 201430Z 06009KT 3SM 10/04 A3011',
  };
  const inUnits = (body: unknown, system: 'metric' | 'imperial') => {
    const { temperature, visibility, raw } = readWeather(body, now, unitsOf(system));
    return [temperature, visibility, raw];
  };
  expect(inUnits(american, 'metric')).toEqual(['10\u00a0°C', '4.8\u00a0km', american.raw]);
  expect(inUnits(report, 'imperial')).toEqual(['45\u00a0°F', '≥ 6.2\u00a0mi', report.raw]);
});

test('WX-02: more and less than, sixteenths of a mile, and what its format does not have, as received', () => {
  const seen = (group: string, system: 'aviation' | 'metric' | 'imperial' = 'aviation'): string[] => {
    const raw = `KJFK 201430Z 06009KT ${group} 10/04 A3011`;
    const { visibility, visibilityExactly } = readWeather({ raw }, now, unitsOf(system));
    return [visibility, visibilityExactly ?? ''];
  };
  expect(seen('P6SM')).toEqual(['> 6\u00a0SM', '> 6\u00a0SM']);
  expect(seen('M1/4SM')).toEqual(['< 1/4\u00a0SM', '< 1/4\u00a0SM']);
  expect(seen('1 5/16SM')).toEqual(['1 5/16\u00a0SM', '1 5/16\u00a0SM']);
  expect(seen('M1/4SM', 'metric')).toEqual(['< 0.4\u00a0km', '< 1/4\u00a0SM']);
  expect(seen('P6SM', 'imperial')).toEqual(['> 6\u00a0mi', '> 6\u00a0SM']);
  expect(seen('0000')).toEqual(['< 50\u00a0m', 'less than 50\u00a0m']);
  expect(seen('0000', 'imperial')).toEqual(['< 50\u00a0m', 'less than 50\u00a0m']);
  expect(seen('11/2SM')).toEqual(['11/2', '']);
  expect(seen('////')).toEqual(['–', '']);
});

test('WX-02: a value that disagrees with the group of its report is not shown', () => {
  const wrong = {
    temperature: { value: 70 },
    relative_humidity: 0.1,
    visibility: { value: 3 },
    units: { visibility: 'sm' },
  };
  expect(words({ ...wrong, raw: 'LROP 201430Z 06009KT 3500 07/ Q1021' })).toEqual(['7\u00a0°C', '–', '3,500\u00a0m']);
  expect(words({ ...wrong, raw: 'LROP 201430Z 06009KT Q1021' })).toEqual(['–', '–', '–']);
});
