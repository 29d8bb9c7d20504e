/** Random and damaged frames: none throws, and none creates an aircraft. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ModeSDecoder } from '../server/input/mode-s/decode.ts';
import { rowOf } from '../server/input/mode-s/row.ts';
import { flights } from './recordings/mode-s-flights.ts';

const startMs = Date.UTC(2026, 10, 21, 12);
const known = flights.flatMap(({ frames }) => frames.map(({ bytes }) => bytes));
const addresses = new Set(flights.flatMap(({ frames }) => frames.map(({ row }) => row.address)));
const decoderOf = (repairs: boolean) => new ModeSDecoder({ station: { lat: 45, lon: 25 }, repairs });

/** Bytes with the length of their format, or any length. */
const noise = fc
  .tuple(fc.uint8Array({ minLength: 14, maxLength: 14 }), fc.integer({ min: 0, max: 9 }))
  .map(([bytes, kind]) => (kind === 0 ? bytes.slice(0, bytes[13]) : bytes.slice(0, (bytes[0] ?? 0) & 0x80 ? 14 : 7)));

describe.each([false, true])('ADSB-03: with repair %s', (repairs) => {
  test('random bytes never throw and never become a confirmed aircraft', () => {
    fc.assert(
      fc.property(fc.array(noise, { minLength: 500, maxLength: 500 }), (frames) => {
        const decoder = decoderOf(repairs);
        for (const [at, bytes] of frames.entries()) {
          const decoded = decoder.decode(bytes, startMs + at);
          if (typeof decoded === 'string') continue;
          rowOf(decoded);
          expect(decoded.isConfirmed).toBe(false);
          expect(decoded.located?.by ?? 'bad').toBe('bad');
        }
      }),
      { numRuns: 60 },
    );
  });

  test('frames with up to three wrong bits never become another aircraft', () => {
    const damaged = fc.tuple(fc.nat(known.length - 1), fc.uniqueArray(fc.nat(111), { minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(damaged, { minLength: 200, maxLength: 200 }), (all) => {
        const decoder = decoderOf(repairs);
        for (const [at, bytes] of known.entries()) decoder.decode(bytes, startMs + at);
        const before = decoder.addresses;
        for (const [which, bits] of all) {
          const bytes = Uint8Array.from(known[which] ?? []);
          for (const bit of bits)
            if (bit < bytes.length * 8) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
          const decoded = decoder.decode(bytes, startMs + known.length);
          if (typeof decoded !== 'string') expect(addresses).toContain(rowOf(decoded).address);
        }
        expect(decoder.addresses).toBe(before);
      }),
      { numRuns: 40 },
    );
  });
});

test('ADSB-03: a squitter with one wrong bit is refused, whichever bit it is', () => {
  for (const bytes of known.slice(0, 20).filter(([first = 0]) => first >> 3 === 17))
    for (let bit = 5; bit < 112; bit++) {
      const wrong = Uint8Array.from(bytes);
      wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
      expect(decoderOf(false).decode(wrong, startMs)).toBe('parity');
    }
});

test('ADSB-03: frames of different hours are never paired after a jump of the clock', () => {
  const hourMs = 3_600_000;
  const steps = fc.array(fc.tuple(fc.nat(known.length - 1), fc.integer({ min: -1e6, max: 1e6 })), { maxLength: 300 });
  fc.assert(
    fc.property(steps, (frames) => {
      const decoder = decoderOf(false);
      for (const [at, [which, hour]] of frames.entries()) {
        // Each frame has a different hour.
        const decoded = decoder.decode(known[which] ?? new Uint8Array(), startMs + (hour * 301 + at) * hourMs);
        if (typeof decoded !== 'string') expect(decoded.located?.by ?? 'bad').toBe('bad');
      }
    }),
    { numRuns: 50 },
  );
});
