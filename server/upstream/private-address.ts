/**
 * Which addresses of the internet protocol lie in the server's own machine or network.
 * Must not: resolve names.
 */
import { BlockList, isIPv6 } from 'node:net';

/** Loopback, private, shared (RFC 6598), documentation, benchmark, multicast, reserved; and addresses that wrap IPv4 ones. */
const ownNetworks = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  ownNetworks.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['ff00::', 8],
] as const)
  ownNetworks.addSubnet(net, bits, 'ipv6');

/** Where machines of a cloud find what they may know: never reached through a name. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

export function isLinkLocal(address: string): boolean {
  return linkLocal.check(address, family(address));
}
export function isPrivate(address: string): boolean {
  return isLinkLocal(address) || ownNetworks.check(address, family(address));
}
