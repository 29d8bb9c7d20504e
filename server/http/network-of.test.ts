import { expect, test } from 'vitest';
import { networkOf, trustedProxies } from './network-of.ts';

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

test('only the listed proxies are trusted, in any notation; a neighbour in the same private network is not', () => {
  const isTrusted = (setting: string, address: string): boolean | undefined => trustedProxies(setting)?.(address);
  expect([trustedProxies(undefined), trustedProxies(''), trustedProxies('false')]).toEqual([null, null, null]);
  expect(
    ['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.0.0.5', '192.168.1.2', 'fd00::1'].map((one) => isTrusted('true', one)),
  ).toEqual([true, true, true, false, false, false]);
  const setting = '10.0.0.4, 172.18.0.0/16,2001:db8::/64';
  for (const one of ['10.0.0.4', '::ffff:10.0.0.4', '172.18.255.1', '2001:db8::7'])
    expect(isTrusted(setting, one), one).toBe(true);
  for (const one of ['10.0.0.5', '127.0.0.1', '172.19.0.1', '2001:db8:1::7', 'no address', ''])
    expect(isTrusted(setting, one), one).toBe(false);
  for (const wrong of [
    'yes',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    'proxy.lan',
    '10.4',
    '0x0a000004',
    '10.0.0.4;10.0.0.5',
  ])
    expect(() => trustedProxies(wrong), wrong).toThrow('TRUST_PROXY must be');
});
