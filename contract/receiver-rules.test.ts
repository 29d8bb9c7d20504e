import { expect, test } from 'vitest';
import { hostFault, pathFault, portFault, receiverAddress, receiverFaults } from './receiver-rules.ts';

test.each(['192.168.1.20', 'roof.lan', 'roof', 'acars_router', '::1', 'fe80::1', 'a-b.example.org'])(
  '%s is a host',
  (host) => {
    expect(hostFault(host, 'beast')).toBe(null);
  },
);
test.each([
  '',
  '999.1.1.1',
  '1.2.3',
  'roof.lan:30005',
  'http://roof',
  'roof lan',
  '-roof',
  'a..b',
  'x'.repeat(64),
  'roof/..',
  '[::1]',
  'roof\0',
])('%j is not a host', (host) => {
  expect(hostFault(host, 'beast')).not.toBe(null);
});
test('a listener needs an address', () => {
  expect(hostFault('0.0.0.0', 'beast-listen')).toBe(null);
  expect(hostFault('::', 'acars-listen')).toBe(null);
  expect(hostFault('roof.lan', 'beast-listen')).toMatch(/address of the server/);
});
test('ports, paths and addresses', () => {
  expect([0, 65_536, 1.5, Number.NaN, -1].map(portFault)).not.toContain(null);
  expect([1, 65_535].map(portFault)).toEqual([null, null]);
  expect(['', 'data', '/a?b=c', '/a#b', '/a b', '/ä'].map((path) => pathFault(path, 'aircraft.json'))).not.toContain(
    null,
  );
  expect(pathFault('/data/aircraft.json', 'aircraft.json')).toBe(null);
  expect(pathFault('/data', 'beast')).not.toBe(null);
  const router = { kind: 'acars', host: '::1', port: 15_550, station: '', path: '' } as const;
  expect(receiverAddress(router)).toBe('acars://[::1]:15550');
  expect(receiverFaults({ ...router, station: '1001' }).map(([field]) => field)).toEqual(['station']);
});
