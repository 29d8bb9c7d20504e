import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acarsMessage, adsbMessage } from './entities/messages.ts';
import { rowSchema, tolerantRow } from './kinds.ts';

test('RAW-04: an ACARS message has the 29 fields in the order of the columns', () => {
  expect(Object.keys(acarsMessage).join(', ')).toBe(
    'acarsDateTime, tail, flight, text, aggregatedText, aggregationStatus, freq, timestamp, stationId, channel, level, error, mode, label, blockId, ack, msgno, end, alt, dsta, icao, isOnground, isResponse, lat, lon, toAddr, type, consensusStatus, consensusResult',
  );
});
test('ADSB-03: an ADS-B message has 53 fields', () => expect(Object.keys(adsbMessage)).toHaveLength(53));

test('whatever a server sends, a row comes out with every field and of the right types', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.record({ tail: fc.anything(), freq: fc.anything(), text: fc.anything(), end: fc.anything() }),
      ),
      (sent) => {
        const row = tolerantRow(acarsMessage, sent);
        expect(Object.keys(row).filter((key) => key !== 'id')).toEqual(Object.keys(acarsMessage));
        const known = rowSchema(acarsMessage).safeParse({ ...row, acarsDateTime: '2026-02-01T23:58:00Z' });
        expect(known.error?.issues ?? []).toEqual([]);
      },
    ),
  );
});
test('a good row comes through unchanged, unknown keys do not', () => {
  const row = tolerantRow(acarsMessage, {
    acarsDateTime: '2026-02-01T23:58:00Z',
    tail: 'N163US',
    freq: 131.55,
    colour: 'red',
    stationId: 12,
  });
  expect(row).toMatchObject({ tail: 'N163US', freq: 131.55, stationId: '12', text: null });
  expect(row).not.toHaveProperty('colour');
});
