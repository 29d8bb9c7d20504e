import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Metar, readMetarText } from './metar.ts';

const head = 'METAR KXYZ 170556Z';
const windOf = (group: string) => {
  const { windDirection, windSpeed, windGust, windUnit } = readMetarText(`${head} ${group} 9999 12/03 Q1018`);
  return [windDirection?.value, windSpeed?.value, windGust?.value, windUnit];
};
const visibilityOf = (groups: string) => {
  const { value, repr, unit, bound } = readMetarText(`${head} 00000KT ${groups} 12/03 Q1018`).visibility ?? {};
  return [value, repr, unit, bound];
};
const temperaturesOf = (group: string) => {
  const { temperature, dewPoint } = readMetarText(`${head} 00000KT 9999 ${group} Q1018`);
  return [temperature?.value, dewPoint?.value];
};

describe('WX-02: groups of a METAR', () => {
  test.each([
    ['24015G25KT', [240, 15, 25, 'kt']],
    ['090105G140KT', [90, 105, 140, 'kt']],
    ['240P49MPS', [240, 49, undefined, 'mps']],
    ['240P99KT', [240, 99, undefined, 'kt']],
    ['24030GP99KT', [240, 30, 99, 'kt']],
    ['12050KMH', [120, 50, undefined, 'kmh']],
    ['VRB03KT', [null, 3, undefined, 'kt']],
    ['00000KT', [0, 0, undefined, 'kt']],
    ['/////KT', [null, null, undefined, 'kt']],
    ['370105KT', [null, 105, undefined, 'kt']],
    ['E24015KT', [undefined, undefined, undefined, null]],
  ])('wind %s', (group, expected) => {
    expect(windOf(group)).toEqual(expected);
  });
  test('as received: more than 49 m/s, and a direction that is none', () => {
    expect(readMetarText(`${head} 370P49MPS 9999`)).toMatchObject({
      windDirection: { value: null, repr: '370' },
      windSpeed: { value: 49, repr: 'P49' },
    });
  });

  test.each([
    ['10SM', [10, '10', 'sm', null]],
    ['20KM', [20_000, '20KM', 'm', null]],
    ['3/16SM', [3 / 16, '3/16', 'sm', null]],
    ['1 5/16SM', [1 + 5 / 16, '1 5/16', 'sm', null]],
    ['M1/4SM', [1 / 4, 'M1/4', 'sm', 'less']],
    ['M1 1/4SM', [1.25, 'M1 1/4', 'sm', 'less']],
    ['P6SM', [6, 'P6', 'sm', 'more']],
    ['0400', [400, '0400', 'm', null]],
    ['4000 1200NE', [4000, '4000', 'm', null]],
    ['9999NDV', [9999, '9999', 'm', 'more']],
    ['0000', [0, '0000', 'm', 'less']],
    ['CAVOK', [9999, 'CAVOK', 'm', 'more']],
    ['////', [null, '////', 'm', null]],
    ['////SM', [null, '////', 'sm', null]],
    // Not of the format: no value.
    ['11/2SM', [null, '11/2', 'sm', null]],
    ['1/0SM', [null, '1/0', 'sm', null]],
    ['P 6SM', [null, 'P 6', 'sm', null]],
    ['R24/0600 BR', [undefined, undefined, undefined, undefined]],
    ['180V240 3000 R06L/P2000U +TSRA VV/// SCT015CB', [3000, '3000', 'm', null]],
  ])('visibility %s', (groups, expected) => {
    expect(visibilityOf(groups)).toEqual(expected);
  });

  test.each([
    ['12/03', [12, 3]],
    ['M00/M12', [0, -12]],
    ['12/', [12, null]],
    ['12///', [12, null]],
    ['/03', [null, 3]],
    ['/////', [null, null]],
    ['XX/03', [null, 3]],
    ['1O/05', [undefined, undefined]],
  ])('temperature %s', (group, expected) => {
    expect(temperaturesOf(group)).toEqual(expected);
  });

  test('pressure in inches and hectopascals, and without a value', () => {
    const altimeter = (group: string) => readMetarText(`${head} 00000KT 9999 12/03 ${group} NOSIG`).altimeter;
    expect(altimeter('A2992')).toEqual({ value: 29.92, repr: 'A2992', unit: 'inHg' });
    expect(altimeter('Q0998')).toEqual({ value: 998, repr: 'Q0998', unit: 'hPa' });
    expect(altimeter('Q////')).toMatchObject({ value: null, repr: 'Q////' });
    expect(altimeter('Q998')).toBeNull();
  });

  test('forecasts, remarks, recent weather and older reports are no observation', () => {
    for (const end of [
      'TEMPO 36030G50KT 0800 FG',
      'BECMG 0400',
      'RMK AO2 PK WND 28045/15 1/4SM 05/05 A2950',
      'NOSIG KXYZ 170526Z 36030KT 0800 05/05 Q0998',
      'METAR KXYZ 170526Z 36030KT 0800 05/05 Q0998',
    ]) {
      const { windSpeed, visibility, temperature, altimeter, time } = readMetarText(`${head} AUTO RERA WS R03 ${end}`);
      expect([windSpeed, visibility, temperature, altimeter], end).toEqual([null, null, null, null]);
      expect(time).toEqual({ day: 17, hour: 5, minute: 56 });
    }
  });

  test('tenths of a degree count if they agree with the group', () => {
    const tenths = (remark: string) => readMetarText(`${head} 00000KT 10SM M01/M07 A2992 RMK AO2 ${remark}`).tenths;
    expect(tenths('T10061067')).toEqual({ temperature: -0.6, dewPoint: -6.7 });
    expect(tenths('T01060067')).toBeNull();
  });
});

describe('WX-02 WX-04: made reports over the whole range', () => {
  const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
  const windArbitrary = fc
    .record({
      direction: fc.oneof(fc.integer({ min: 0, max: 360 }), fc.constant(null)),
      speed: fc.integer({ min: 0, max: 250 }),
      gust: fc.option(fc.integer({ min: 0, max: 250 })),
      unit: fc.constantFrom('KT', 'MPS', 'KMH'),
      isMore: fc.boolean(),
    })
    .map(({ direction, speed, gust, unit, isMore }) => ({
      text: `${direction === null ? 'VRB' : String(direction).padStart(3, '0')}${isMore ? 'P' : ''}${String(speed).padStart(2, '0')}${gust === null ? '' : `G${String(gust).padStart(2, '0')}`}${unit}`,
      values: { direction, speed, gust },
    }));
  const visibilityArbitrary = fc.oneof(
    fc.integer({ min: 1, max: 9998 }).map((m) => ({ text: String(m).padStart(4, '0'), value: m })),
    fc
      .record({
        whole: fc.integer({ min: 0, max: 15 }),
        above: fc.integer({ min: 0, max: 15 }),
        sign: fc.constantFrom('', 'P', 'M'),
      })
      .map(({ whole, above, sign }) => ({
        text: `${sign}${[whole > 0 || above === 0 ? whole : '', above > 0 ? `${above}/16` : ''].filter((part) => part !== '').join(' ')}SM`,
        value: whole + above / 16,
      })),
  );
  const degrees = fc.integer({ min: -60, max: 60 });
  const degreesText = (n: number): string => `${n < 0 ? 'M' : ''}${String(Math.abs(n)).padStart(2, '0')}`;
  const others = fc.subarray([
    'R24L/P2000U',
    '+TSRA',
    'VCFG',
    'BKN012CB',
    '//////',
    'VV002',
    'NSC',
    'FEW///',
    '0800SW',
  ]);

  test('each value is that of its group', () => {
    fc.assert(
      fc.property(
        windArbitrary,
        visibilityArbitrary,
        others,
        degrees,
        degrees,
        two(31),
        (wind, visibility, more, t, d, day) => {
          const raw = `KXYZ ${day}0556Z AUTO ${wind.text} ${visibility.text} ${more.join(' ')} ${degreesText(t)}/${degreesText(d)} Q1013 RERA TEMPO 0100 FG`;
          const metar = readMetarText(raw);
          expect([metar.windDirection?.value, metar.windSpeed?.value, metar.windGust?.value ?? null], raw).toEqual([
            wind.values.direction,
            wind.values.speed,
            wind.values.gust,
          ]);
          expect(metar.visibility?.value, raw).toBe(visibility.value);
          expect([metar.temperature?.value, metar.dewPoint?.value], raw).toEqual([t, d]);
        },
      ),
      { numRuns: 300, seed: 41 },
    );
  });

  test('a damaged report never throws, and never states a value whose digits it does not contain', () => {
    const base = 'METAR KXYZ 170556Z 090105G140KT 1 5/16SM R24L/P2000U +TSRA BKN012CB M03/M12 A2992 RMK T10301122';
    const damage = fc.array(
      fc.record({ at: fc.nat(base.length), to: fc.constantFrom('', ' ', '/', 'M', 'P', '0', 'X', 'SM') }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(damage, (changes) => {
        const raw = changes.reduce((text, { at, to }) => text.slice(0, at) + to + text.slice(at + 1), base);
        const metar = readMetarText(raw);
        const groups = [
          metar.windDirection,
          metar.windSpeed,
          metar.windGust,
          metar.temperature,
          metar.dewPoint,
          metar.visibility,
        ];
        for (const group of groups) if (group?.value != null) expect(raw, JSON.stringify(group)).toContain(group.repr);
      }),
      { numRuns: 500, seed: 41 },
    );
    for (const text of ['', '=', '170556Z', 'NIL', '/////', 'KXYZ 170556Z NIL='])
      expect(() => readMetarText(text) satisfies Metar).not.toThrow();
  });
});
