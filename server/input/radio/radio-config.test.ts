import { describe, expect, test } from 'vitest';
import { readRadio } from './radio-config.ts';

const read = (text: string) => readRadio({ RADIO: text }).sources;

test('sources with and without a station', () => {
  expect(read('1001=beast://192.168.1.20:30005, sbs://[::1]:30003 Roof=avr-listen://0.0.0.0:30001')).toEqual([
    {
      station: '1001',
      format: 'beast',
      way: 'connect',
      host: '192.168.1.20',
      port: 30005,
      address: 'beast://192.168.1.20:30005',
    },
    { station: null, format: 'sbs', way: 'connect', host: '::1', port: 30003, address: 'sbs://[::1]:30003' },
    {
      station: 'Roof',
      format: 'avr',
      way: 'listen',
      host: '0.0.0.0',
      port: 30001,
      address: 'avr-listen://0.0.0.0:30001',
    },
  ]);
  expect(read('acars://router:15550')).toMatchObject([{ station: null, format: 'acars', port: 15550 }]);
  expect(readRadio({})).toEqual({ sources: [], repairs: false, keepSeconds: 30, rawDays: 15, maxBytes: null });
  expect(readRadio({ ADSB_MAX_GB: '40' }).maxBytes).toBe(40e9);
});

describe('a source that cannot be read is named', () => {
  test.each([
    'http://host:80',
    '1001=acars://host:15550',
    'acars-listen://host:15550',
    'beast://host',
    'beast://:30005',
    'beast://host:0',
    'beast://host:99999',
    '1001=beast://user:secret@host:30005',
    '1001=beast://host:30005/path',
    '1001=',
    'host:30005',
  ])('%s', (text) => {
    expect(() => read(text)).toThrow(/RADIO must be in the form/);
  });
});

test('the interval of stored positions', () => {
  expect(readRadio({ ADSB_KEEP: 'All' }).keepSeconds).toBe(null);
  expect(readRadio({ ADSB_KEEP: '60', MODE_S_FIX: '1' })).toMatchObject({ keepSeconds: 60, repairs: true });
  for (const wrong of ['45', '20', '5', 'none']) expect(() => readRadio({ ADSB_KEEP: wrong })).toThrow(/ADSB_KEEP/);
});
