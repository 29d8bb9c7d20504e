import { expect, test } from 'vitest';
import { extraFacts } from './extra-facts.ts';

const linesOf = (extra: Record<string, unknown>) => extraFacts(extra).map(({ label, value }) => `${label}: ${value}`);

test('known values have labels and units, the skew that of its link', () => {
  const radio = { noise: -39.75, skew: 3.25, fec: 0, octets: 131 };
  expect(linesOf({ radio, app: { name: 'dumpvdl2', ver: '2.4.0' }, via: 'acars_router' })).toEqual([
    'Noise level: −39.8 dB',
    'Frequency skew: 3.3 ppm',
    'Burst length: 131 octets',
    'Corrected octets: 0',
    'Decoder: dumpvdl2 2.4.0 via acars_router',
  ]);
  expect(linesOf({ radio: { skew: -14.5, slot: 'D', bps: 300 } })).toEqual([
    'Frequency skew: −14.5 Hz',
    'Bit rate: 300 bit/s',
    'Slot: double (D)',
  ]);
});

test('decoded parts are named; unknown keys and values of other kinds are omitted', () => {
  expect(linesOf({ sub: { label: 'DF', mfi: [1] }, decoded: { arinc622: {}, new: {} }, other: { a: 1 } })).toEqual([
    'Sublabel: DF',
    'Decoded part: ARINC 622, new',
  ]);
  expect(linesOf({ decoded: { cut: true }, radio: 'x', app: 3 })).toEqual(['Decoded part: too large, not stored']);
});

test('tables of the receiver, a log-on that named the aircraft, and a time without a zone are named as such', () => {
  const aircraft = { reg: 'YR-ABC', type: 'A320' };
  const ground = { airport: 'LROP' };
  expect(linesOf({ link: { addressBy: 'log-on' }, aircraft, ground, time: { zone: 'none' } })).toEqual([
    'Address from: log-on',
    'Registration (receiver): YR-ABC',
    'Type (receiver): A320',
    'Ground station airport: LROP',
    'Time zone: not stated, read as UTC',
  ]);
});
