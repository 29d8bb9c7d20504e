import ipaddr from 'ipaddr.js';

/**
 * Network of a client: an IPv4 address itself, the first 64 bits of IPv6 (`2001:db8:0:1::/64`), because a household or a rented
 * machine can use all 2^64 addresses of these.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const first = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${first.join(':')}::/64`;
}

/** An address of this machine, or its name. */
export const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.|localhost$)/.test(address);
