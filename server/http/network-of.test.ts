import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test('an IPv4 address is its own network, also within IPv6; IPv6 uses the first 64 bits in any notation', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  const one = '2001:db8:0:1::/64';
  for (const address of [
    '2001:db8:0:1::7',
    '2001:0DB8:0000:0001:ffff:1:2:3',
    '2001:db8::1:0:0:0:7',
    '2001:db8:0:1::1.2.3.4',
  ])
    expect(networkOf(address), address).toBe(one);
  expect(networkOf('2001:db8:0:2::7')).not.toBe(one);
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(networkOf('no address')).toBe('no address');
});
