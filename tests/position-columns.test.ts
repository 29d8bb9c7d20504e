import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Location } from '../contract/entities/map.ts';
import { locationWith } from '../contract/location-for-test.ts';
import { writeInstant } from '../contract/params.ts';
import { encodeColumns, icaoOf, type PositionRow, positionRow } from '../contract/position-columns.ts';
import { type ColumnState, readColumns, readPositions } from '../src/charts/positions/read-positions.ts';

const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { nil: null });
const instant = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }).map((seconds) => writeInstant(seconds * 1000));
const degrees = (limit: number) => fc.integer({ min: -limit * 1e5, max: limit * 1e5 }).map((value) => value / 1e5);
const positionKind = fc.constantFrom('ADS-B', 'MLAT', 'other', null);

/** Few aircraft, so that most of them are in several responses. */
const location: fc.Arbitrary<Location> = fc
  .record({
    id: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0x1000001, max: 0x1000003 })),
    lat: degrees(90),
    lon: degrees(180),
    angle: orNull(fc.integer({ min: 0, max: 3599 }).map((value) => value / 10)),
    seenAt: orNull(instant),
    callsign: orNull(fc.constantFrom('ROT391', 'WZZ7PD')),
    altitudeFt: orNull(fc.integer({ min: -1000, max: 50_000 })),
    groundSpeedKt: orNull(fc.nat(600)),
    verticalRateFtMin: orNull(fc.integer({ min: -3000, max: 3000 })),
    isOnGround: orNull(fc.boolean()),
    squawk: orNull(fc.constantFrom('7700', '1000')),
    lastMessageAt: orNull(instant),
    lastFaultAt: orNull(instant),
    typeCode: orNull(fc.constantFrom('A320', 'B738')),
    isDoubtful: fc.boolean(),
    isAltitudeGeometric: fc.boolean(),
    emergency: orNull(fc.constantFrom('general', 'nordo')),
    positionKind,
    registration: orNull(fc.constantFrom('YR-BGA')),
    airline: orNull(fc.constantFrom('TAROM')),
    category: orNull(fc.constantFrom('A3', 'A7')),
    messages: fc.nat(99),
  })
  .map((row) => ({ ...row, icao: icaoOf(row.id), isMlat: row.positionKind === 'MLAT' }));
const sky = fc.uniqueArray(location, { selector: ({ id }) => id, maxLength: 12 });

const byId = (a: { readonly id: number }, b: { readonly id: number }): number => a.id - b.id;

test('MAP-16: responses by column, each as what changed since one before, are the same positions as rows', () => {
  fc.assert(
    fc.property(fc.array(sky, { minLength: 1, maxLength: 5 }), (skies) => {
      let base: { readonly tag: string; readonly rows: readonly PositionRow[] } | null = null;
      let state: (ColumnState & { readonly tag: string }) | null = null;
      skies.forEach((rows, at) => {
        const sorted = rows.toSorted(byId);
        const before: readonly PositionRow[] = base?.rows ?? [];
        // An unchanged aircraft is the same object, as on the server.
        const next = sorted.map((one) => {
          const row = positionRow(one);
          const old = before.find(({ id }) => id === row.id);
          return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
        });
        const sent = JSON.parse(JSON.stringify(encodeColumns(base, next)));
        const read: ColumnState | 'other' | null = readColumns(sent, state);
        if (read === null || read === 'other') throw new Error('The response was not read.');
        expect(read.fixes).toEqual(readPositions({ currentLocations: sorted }));
        const tag = `W/"${at}"`;
        base = { tag, rows: next };
        state = { ...read, tag };
      });
    }),
  );
});

const locationOf = (id: number, altitudeFt: number) =>
  positionRow(locationWith({ id, icao: icaoOf(id), seenAt: '2026-11-20T14:32:00Z', altitudeFt }));

test('a response that continues another one or the same one again, or is cut, changes nothing', () => {
  const rows = [1, 2].map((id) => locationOf(id, 100));
  const full = encodeColumns(null, rows);
  const state = readColumns(full, null) as ColumnState;
  const tag = 'W/"1"';
  const changes = encodeColumns({ tag, rows }, [locationOf(2, 900)]);
  expect(readColumns(changes, null)).toBe('other');
  expect(readColumns(changes, { ...state, tag: 'W/"2"' })).toBe('other');
  expect(readColumns({ ...changes, gone: [5] }, { ...state, tag })).toBe('other');
  expect(readColumns(changes, { ...state, tag })).toMatchObject({ fixes: [{ icao: '000002', altitudeFt: 900 }] });
  expect(readColumns(changes, { ...state, tag })).toBe('other');
  expect(readColumns({ currentLocations: [] }, null)).toBeNull();
});
