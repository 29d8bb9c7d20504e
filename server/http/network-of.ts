import ipaddr from 'ipaddr.js';
import { words } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';

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

export type TrustedProxies = (address: string) => boolean;

/** `127.0.0.1,10.0.0.0/24`. `true` = a proxy on this machine. null = none. @throws StartupError */
export function trustedProxies(text: string | undefined): TrustedProxies | null {
  const entries = words(text).filter((word) => word !== 'false' && word !== 'off');
  const networks = entries.flatMap((word) => (word === 'true' ? ['127.0.0.0/8', '::1'] : [word])).map(networkIn);
  if (networks.length === 0) return null;
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const one = ipaddr.process(address);
    return networks.some(([network, bits]) => network.kind() === one.kind() && one.match(network as never, bits));
  };
}

function networkIn(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [network, bits] = ipaddr.isValidCIDR(text)
    ? ipaddr.parseCIDR(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
      ? [ipaddr.process(text), 128]
      : [null, 0];
  // A prefix of 0 would trust every client.
  if (network === null || bits === 0)
    throw new StartupError(
      'TRUST_PROXY must be the addresses of the proxies in front, such as 127.0.0.1 or 10.0.0.4,172.18.0.0/16.',
    );
  return [network, network.kind() === 'ipv4' ? Math.min(bits, 32) : bits];
}

/** An address of this machine, or its name. */
export const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.|localhost$)/.test(address);
