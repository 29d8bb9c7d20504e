import { expect, test } from 'vitest';
import { readForward } from './forward-config.ts';

const read = (FORWARD: string) => readForward({ FORWARD });

test('destinations with options', () => {
  expect(readForward({})).toEqual([]);
  expect(read('acars-tcp://host:5550?types=VDLM2+hfdl&dedupe=2, beast-serve://[::]:0?stations=1001+Roof')).toEqual([
    {
      kind: 'acars-tcp',
      host: 'host',
      port: 5550,
      stations: null,
      types: new Set(['VDLM2', 'HFDL']),
      dedupeMs: 2000,
      address: 'acars-tcp://host:5550?types=VDLM2+hfdl&dedupe=2',
    },
    {
      kind: 'beast-serve',
      host: '::',
      port: 0,
      stations: new Set(['1001', 'roof']),
      types: null,
      dedupeMs: null,
      address: 'beast-serve://[::]:0?stations=1001+Roof',
    },
  ]);
});

test.each([
  'http://host:80',
  'acars-tcp://host',
  'acars-tcp://host:0',
  'acars-tcp://host:99999',
  'acars-udp://user@host:5550',
  'acars-udp://host:5550/path',
  'beast-udp://host:5550',
  'beast-tcp://host:5550?types=VDLM2',
  'beast-tcp://host:5550?dedupe=2',
  'acars-tcp://host:5550?types=ADSB',
  'acars-tcp://host:5550?types=',
  'acars-tcp://host:5550?dedupe=0',
  'acars-tcp://host:5550?dedupe=1.5',
  'acars-tcp://host:5550?station=1001',
])('%s is refused with the name of the setting', (text) => {
  expect(() => read(text)).toThrow('FORWARD');
});
