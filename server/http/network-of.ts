import { isIPv6 } from 'node:net';

/**
 * Whoever is behind an address: an IPv4 address itself, of IPv6 the first 64 bits (`2001:db8:0:1::/64`). A household or a rented machine has all
 * 2^64 addresses of these to change between.
 */
export function networkOf(ip: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (v4) return v4;
  const [address = ''] = ip.split('%', 1);
  if (!isIPv6(address)) return ip;
  const [before = '', after] = address.split('::', 2);
  const first = before === '' ? [] : before.split(':');
  // A dotted end stands for two groups.
  const last = after ? after.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split(':') : [];
  const groups =
    after === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
