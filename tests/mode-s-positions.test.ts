/** Positions that the Mode S decoder returns or refuses, for frames of our own encoder. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decoded, type DecoderOptions, ModeSDecoder } from '../server/input/mode-s/decode.ts';
import { compact, type Fields, otherSquitter, squitter } from './recordings/mode-s-encoder.ts';

const address = 0x4b1234;
const startMs = Date.UTC(2026, 10, 21, 12);
const unplaced: DecoderOptions = { station: null, repairs: false };

const airborne = (lat: number, lon: number, isOdd: boolean, type = 11): Fields => [
  [type, 5],
  [0, 3],
  [0xc38, 12],
  [0, 1],
  ...compact(lat, lon, isOdd).fields,
];
/** `movement` 1 = stopped, 39 = 15 kt. */
const surface = (lat: number, lon: number, isOdd: boolean, movement = 39): Fields => [
  [7, 5],
  [movement, 7],
  [0, 8],
  [0, 1],
  ...compact(lat, lon, isOdd, true).fields,
];
const velocity = (eastKt: number): Fields => [
  [19, 5],
  [1, 3],
  [0, 5],
  [0, 1],
  [eastKt + 1, 10],
  [0, 1],
  [1, 10],
  [0, 21],
];

type Step = readonly [second: number, content: Fields, capability?: number];
function run(steps: readonly Step[], options = unplaced): Decoded[] {
  const decoder = new ModeSDecoder(options);
  return steps.map(([second, content, capability]) => {
    const decoded = decoder.decode(squitter(address, content, capability ?? 7), startMs + second * 1000);
    if (typeof decoded === 'string') throw new Error(decoded);
    return decoded;
  });
}
const by = (steps: readonly Step[], options = unplaced) =>
  run(steps, options).map(({ located }) => located?.by ?? null);
const last = (steps: readonly Step[], options = unplaced) => run(steps, options).at(-1)?.located ?? null;

describe('ADSB-03: a position equals the place of the aircraft', () => {
  const steps = 1e-4;
  test('everywhere in the air, from a pair and then from each half', () => {
    const places = fc.record({
      lat: fc.double({ min: -89.9, max: 89.9, noNaN: true }),
      lon: fc.double({ min: -180, max: 179.999, noNaN: true }),
      isOdd: fc.boolean(),
    });
    fc.assert(
      fc.property(places, ({ lat, lon, isOdd }) => {
        const located = last([
          [0, airborne(lat, lon, !isOdd)],
          [1, airborne(lat, lon, isOdd)],
        ]);
        // Rounded halves can be in different zones: then there is no position, never a wrong one.
        if (!located) return;
        expect(located.by).toBe('global');
        if (located.by === 'bad') return;
        expect(Math.abs(located.lat - lat)).toBeLessThan(steps);
        const off = Math.abs(located.lon - lon);
        expect(Math.min(off, 360 - off) * Math.cos((lat * Math.PI) / 180)).toBeLessThan(steps);
        expect(located.lon).toBeGreaterThanOrEqual(-180);
        expect(located.lon).toBeLessThan(180);
      }),
      { numRuns: 3000 },
    );
  });

  test('everywhere on the surface, next to the station', () => {
    const places = fc.record({
      lat: fc.double({ min: -89, max: 89, noNaN: true }),
      lon: fc.double({ min: -180, max: 179.999, noNaN: true }),
    });
    fc.assert(
      fc.property(places, ({ lat, lon }) => {
        const station = { lat: Math.max(-89.5, Math.min(89.5, lat + 0.4)), lon: lon - 0.3 };
        const located = last(
          [
            [0, surface(lat, lon, false)],
            [1, surface(lat, lon, true)],
          ],
          { ...unplaced, station },
        );
        if (!located) return;
        if (located.by === 'bad') throw new Error('bad');
        expect(Math.abs(located.lat - lat)).toBeLessThan(steps);
        const off = Math.abs(located.lon - lon);
        expect(Math.min(off, 360 - off) * Math.cos((lat * Math.PI) / 180)).toBeLessThan(steps);
      }),
      { numRuns: 2000 },
    );
  });

  test('across the date line and near the poles, one half after another', () => {
    for (const [lat, lon] of [
      [10, 179.995],
      [-45, -179.999],
      [86.999, 30],
      [88.5, -120],
      [-89.5, 77],
    ] as const) {
      const flown = Array.from({ length: 10 }, (_, n) => [n, airborne(lat, lon + n * 0.002, n % 2 === 1)] as const);
      for (const { located } of run(flown).slice(1)) expect(located?.by, `${lat} ${lon}`).toBe('global');
    }
  });
});

describe('ADSB-03: an impossible position is refused', () => {
  const here: readonly Step[] = [
    [0, airborne(45, 25, false)],
    [1, airborne(45, 25, true)],
  ];
  test('a jump is bad, and so are all positions until a new pair is consistent', () => {
    // 0.5 degrees in a second are 30 nmi.
    expect(by([...here, [2, airborne(45.5, 25, false)]])).toEqual([null, 'global', 'bad']);
    const after: Step[] = [
      [2, airborne(45.5, 25, false)],
      [3, airborne(45, 25, true)],
      [4, airborne(45, 25, false)],
    ];
    expect(by([...here, ...after]).slice(2)).toEqual(['bad', null, 'global']);
  });

  test('the reported speed limits the distance: a third more is possible, twice as much is not', () => {
    const after10s = (degrees: number) =>
      by([
        ...here,
        [1, velocity(480)],
        [10, airborne(45, 25 + degrees, false)],
        [11, airborne(45, 25 + degrees, true)],
      ]).slice(-2);
    // 480 kt are 1.47 nmi in 11 s. A degree of longitude is 42.4 nmi there.
    expect(after10s(1.47 / 42.4)).toEqual(['global', 'global']);
    expect(after10s((1.47 * 2) / 42.4)).toEqual(['bad', null]);
  });

  test('a minute later any place is possible', () => {
    const later: Step[] = [
      [62, airborne(47, 25, false)],
      [63, airborne(47, 25, true)],
    ];
    expect(by([...here, ...later]).at(-1)).toBe('global');
  });

  test('zeros of a faulty transponder are bad', () => {
    const zeros: Fields = [
      [15, 5],
      [0, 15],
      [0, 2],
      [0, 34],
    ];
    expect(by([[0, zeros]])).toEqual(['bad']);
  });

  test('airborne and surface halves are not paired', () => {
    const station = { lat: 45, lon: 25 };
    expect(
      by(
        [
          [0, airborne(45, 25, false)],
          [1, surface(45, 25, true)],
          [2, surface(45, 25, false)],
        ],
        { ...unplaced, station },
      ),
    ).toEqual([null, null, 'global']);
  });

  test('a wrong capability does not separate the halves of a position', () => {
    const onGround = 4;
    expect(
      by([
        [0, airborne(45, 25, false)],
        [0.5, velocity(100), onGround],
        [1, airborne(45, 25, true)],
      ]),
    ).toEqual([null, null, 'global']);
  });

  test('aircraft with the same address at two places are never shown between them', () => {
    const two = Array.from({ length: 60 }, (_, n): Step => {
      const isFirst = n % 4 < 2;
      return [n * 0.5, airborne(isFirst ? 45 : 47, isFirst ? 25 : 28, n % 2 === 1)];
    });
    for (const { located } of run(two)) {
      if (!located || located.by === 'bad') continue;
      const off = (lat: number, lon: number) => Math.hypot(located.lat - lat, located.lon - lon);
      expect(Math.min(off(45, 25), off(47, 28))).toBeLessThan(0.01);
    }
  });

  test('other addresses have their own positions', () => {
    const decoder = new ModeSDecoder(unplaced);
    const placed = [
      otherSquitter(address, airborne(45, 25, false), 1),
      squitter(address, airborne(10, 10, true)),
      otherSquitter(address, airborne(45, 25, true), 1),
    ].map((bytes, n) => decoder.decode(bytes, startMs + n * 1000));
    const located = placed.map((one) => (typeof one === 'string' ? one : one.located));
    expect(located).toMatchObject([null, null, { by: 'global', lat: expect.closeTo(45, 3) }]);
  });
});
