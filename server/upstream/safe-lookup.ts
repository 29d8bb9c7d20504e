/** DNS lookup that refuses private addresses, except for names that the owner configured. */
import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLinkLocal, isPrivate } from './private-address.ts';
import { UpstreamError } from './upstream-error.ts';

/** Pending lookups: each takes one of few threads, for seconds without a network. */
const underWay = new Map<string, Promise<LookupAddress[]>>();

function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const requested =
    underWay.get(hostname) ??
    new Promise<LookupAddress[]>((resolve, reject) => {
      resolveName(hostname, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
    }).finally(() => underWay.delete(hostname));
  underWay.set(hostname, requested);
  return requested;
}

/** For `http.request`: the checked address is the one connected to. */
export function safeLookup(isOwners: boolean): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(hostname).then(
      (found) => {
        const addresses = found.filter(({ address }) => !(isOwners ? isLinkLocal : isPrivate)(address));
        const [first] = addresses;
        if (!first) callback(ownNetwork(), '');
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

/** IP addresses are not looked up. @throws UpstreamError */
export function refuseOwnAddress({ hostname }: URL, isOwners: boolean): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isOwners && isPrivate(host)) throw ownNetwork();
}

function ownNetwork(): UpstreamError {
  return new UpstreamError('wrong', 'the service name resolves to a private address.');
}
