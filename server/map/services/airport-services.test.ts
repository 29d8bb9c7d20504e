import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { humidity } from '../../../decoder/metar.ts';
import { metarOf, readMetar, readWeather } from './airport-services.ts';

const now = Date.UTC(2026, 0, 17, 12);

describe('WX-02: a raw METAR in the shape of the weather service', () => {
  test('metres, degrees, a fraction, and when it was observed', () => {
    expect(readMetar('LROP', 'METAR LROP 170530Z 04010KT 8000 BKN020 12/M03 Q1018 NOSIG', now)).toMatchObject({
      station: 'LROP',
      time: { dt: '2026-01-17T05:30:00.000Z' },
      temperature: { value: 12 },
      dewpoint: { value: -3 },
      visibility: { value: 8000, repr: '8000' },
      units: { visibility: 'm', temperature: 'C', altimeter: 'hPa', wind_speed: 'kt' },
    });
  });

  test('statute miles keep their unit, fractions and "more than"', () => {
    const visibility = (raw: string) => {
      const { visibility: seen, units } = readMetar('KSFO', raw, now);
      return [seen?.value, seen?.repr, units?.visibility];
    };
    expect(visibility('KSFO 170556Z 00000KT 1 1/2SM BR 09/08 A3001')).toEqual([1.5, '1 1/2', 'sm']);
    expect(visibility('KSFO 170556Z 00000KT P6SM 09/08 A3001')).toEqual([6, 'P6', 'sm']);
    expect(visibility('KSFO 170556Z 00000KT CAVOK 09/08 Q1001')).toEqual([9999, 'CAVOK', 'm']);
  });

  test('WX-04: missing values are null, whatever the text', () => {
    const { temperature, relative_humidity, visibility, time } = readMetar('LROP', 'LROP 170530Z NIL', now);
    expect({ temperature, relative_humidity, visibility }).toEqual({
      temperature: null,
      relative_humidity: null,
      visibility: null,
    });
    expect(time?.dt).toBe('2026-01-17T05:30:00.000Z');
    fc.assert(
      // The unit 'binary' of fast-check would first make a map of all characters: a second of CPU.
      fc.property(fc.uint16Array({ maxLength: 200 }), (units) => {
        const report = readMetar('LROP', String.fromCharCode(...units), now);
        const value = report.relative_humidity;
        return value === null || value === undefined || (value >= 0 && value <= 1);
      }),
    );
  });

  test('the day of the month belongs to the month in which it is not in the future', () => {
    const at = (raw: string, nowMs: number) => readMetar('LROP', raw, nowMs).time?.dt;
    expect(at('LROP 312330Z 04010KT 9999 12/03 Q1018', Date.UTC(2026, 2, 1, 0, 10))).toBe('2026-01-31T23:30:00.000Z');
    expect(at('LROP 282330Z 04010KT 9999 12/03 Q1018', Date.UTC(2026, 2, 1, 0, 10))).toBe('2026-02-28T23:30:00.000Z');
    expect(at('LROP 010010Z 04010KT 9999 12/03 Q1018', Date.UTC(2025, 11, 31, 23, 50))).toBe(
      '2026-01-01T00:10:00.000Z',
    );
    // A day later than tomorrow's is of the month before.
    expect(at('LROP 010030Z 04010KT 9999 12/03 Q1018', Date.UTC(2026, 10, 30, 13, 0))).toBe('2026-11-01T00:30:00.000Z');
    expect(at('LROP 330010Z 04010KT 9999 12/03 Q1018', now)).toBeUndefined();
  });

  test('a report of an airport that reports no more has its own date, where the service states one', () => {
    const raw = 'LROP 170520Z 04010KT 9999 12/03 Q1018';
    // A file of the US weather service (tgftp.nws.noaa.gov), and a row of aviationweather.gov.
    const file = `2019/05/17 05:20\n${raw}\n`;
    const row = JSON.stringify([{ icaoId: 'LROP', obsTime: Date.UTC(2019, 4, 17, 5, 20) / 1000, rawOb: raw }]);
    for (const text of [file, row]) expect(readWeather('LROP', text, now).time?.dt).toBe('2019-05-17T05:20:00.000Z');
    // One that is not possible, or ahead, dates nothing.
    for (const text of [raw, `2019/15/40 05:20\n${raw}`, `2031/01/17 05:20\n${raw}`])
      expect(readWeather('LROP', text, now).time?.dt, text).toBe('2026-01-17T05:20:00.000Z');
  });

  test('humidity: saturated air is 1, and a table value of the weather service agrees', () => {
    expect(humidity(10, 10)).toBe(1);
    // 20 degrees with a dew point of 9.3 is 50 % in psychrometric tables.
    expect(humidity(20, 9.3)).toBeCloseTo(0.5, 2);
    expect(humidity(null, 3)).toBeNull();
    expect(humidity(10, 12)).toBe(1);
  });

  test('the line of the airport is found among others; an HTML page gives none', () => {
    const text = 'METAR EGLL 170520Z 09011KT 9999 10/05 Q1016=\nSPECI LROP 170535Z  04010KT CAVOK 12/03 Q1018=\n';
    expect(metarOf('LROP', text)?.raw).toBe('SPECI LROP 170535Z 04010KT CAVOK 12/03 Q1018');
    expect(metarOf('KJFK', text)).toBeNull();
    expect(() => readWeather('LROP', '<html>Sign in</html>', now)).toThrow(/is not a report/);
  });
});

describe('WX-01 WX-04: responses of weather services', () => {
  test('the whole body passes through; invalid values become null', () => {
    const body = {
      meta: { timestamp: '2026-01-17T05:51:00Z' },
      temperature: { repr: '11', value: '11', spoken: 'one one' },
      relative_humidity: 71,
      visibility: null,
      units: { visibility: 'sm' },
      flight_rules: 'VFR',
    };
    expect(readWeather('KJFK', JSON.stringify(body), now)).toMatchObject({
      meta: { timestamp: '2026-01-17T05:51:00Z' },
      flight_rules: 'VFR',
      temperature: { repr: '11', value: null },
      relative_humidity: null,
      visibility: null,
      units: { visibility: 'sm' },
      time: null,
    });
  });

  test('the unit of visibility is read from the METAR if the response has none', () => {
    const unitOf = (body: object) => readWeather('KJFK', JSON.stringify(body), now).units?.visibility;
    const visibility = { value: 10 };
    expect(unitOf({ visibility, raw: 'KJFK 170551Z 36007KT 10SM FEW085 11/07 A2979' })).toBe('sm');
    expect(unitOf({ visibility, raw: 'EGLL 170550Z AUTO 09011KT 9999 NCD 10/05 Q1016' })).toBe('m');
    // A unit that disagrees with the report.
    expect(unitOf({ visibility, raw: 'EGLL 170550Z 9999', units: { visibility: 'sm' } })).toBe('m');
    expect(unitOf({ visibility })).toBeUndefined();
  });

  test('the values are those of the groups of the first METAR, not those of older reports that the service appends', () => {
    const body = {
      raw: 'KJFK 170551Z 36007KT P6SM FEW085 11/07 A2979 RMK AO2 T01110072 KJFK 170451Z 35007KT 2SM 17/07 A2977 RMK T01700072',
      temperature: { repr: '11', value: 11, spoken: 'one one' },
      relative_humidity: 0.52,
      visibility: { repr: '6', value: 6 },
      wind_gust: { value: 40 },
      units: { visibility: 'sm', accumulation: 'in' },
    };
    // 11.1 and 7.2 degrees are 76.9 % in psychrometric tables.
    expect(readWeather('KJFK', JSON.stringify({ data: body }), now)).toMatchObject({
      temperature: { repr: '11', value: 11, spoken: 'one one' },
      visibility: { repr: 'P6', value: 6 },
      relative_humidity: expect.closeTo(0.769, 2),
      wind_gust: null,
      units: { visibility: 'sm', accumulation: 'in' },
    });
  });

  test('null, a list without the airport and an empty object are unknown weather', () => {
    for (const text of ['null', '[]', '{}', '[null,{"icaoId":"EGLL","rawOb":"EGLL 170520Z 10/05"}]', 'No data'])
      expect(readWeather('KJFK', text, now), text).toMatchObject({ temperature: null, visibility: null, raw: null });
    expect(() => readWeather('KJFK', '{"temperature":', now)).toThrow(/cannot be read/);
  });
});
