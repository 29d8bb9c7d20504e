/** Detects addresses of the server's own machine or network. */
import ipaddr from 'ipaddr.js';

/** Obsolete IPv6 forms of IPv4 addresses. The library counts them as unicast. */
const obsolete = ipaddr.IPv6.parseCIDR('::/96');

function rangeOf(text: string): string {
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv6 && address.match(obsolete) ? 'reserved' : address.range();
}

/** Metadata service of clouds with secrets: never reached through a name. */
export const isLinkLocal = (address: string): boolean => rangeOf(address) === 'linkLocal';
/** Also shared, documentation, multicast, reserved, and those that contain an IPv4 address. */
export const isPrivate = (address: string): boolean => rangeOf(address) !== 'unicast';
