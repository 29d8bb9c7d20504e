/**
 * Resolving names so that a name leads out of the server's own network, unless the owner named it.
 * Must not: connect.
 */
import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLinkLocal, isPrivate } from './private-address.ts';
import { UpstreamError } from './upstream-error.ts';

/** Names that are being resolved: each takes one of the few threads of the process, for seconds when there is no network. */
const underWay = new Map<string, Promise<LookupAddress[]>>();

function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const asked =
    underWay.get(hostname) ??
    new Promise<LookupAddress[]>((resolve, reject) => {
      resolveName(hostname, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
    }).finally(() => underWay.delete(hostname));
  underWay.set(hostname, asked);
  return asked;
}

/** For `http.request`: the address that was checked is the one that is connected to. */
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

/** Numbers in place of a name are not looked up. @throws UpstreamError */
export function refuseOwnAddress({ hostname }: URL, isOwners: boolean): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isOwners && isPrivate(host)) throw ownNetwork();
}

function ownNetwork(): UpstreamError {
  return new UpstreamError('wrong', "the name of the service leads into the server's own network.");
}
