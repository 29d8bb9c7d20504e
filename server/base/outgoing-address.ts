/**
 * The one check of the addresses to which the server connects (decision 20): as written and normalised, as resolved, and as connected. Every
 * outgoing connection is made with it, whatever its kind.
 */
import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { connect, isIP, type LookupFunction, Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';

export type Reach = {
  /** An owner or Admin named the host: it may be in the own network. Otherwise it must be on the internet. */
  readonly isOwners: boolean;
};
const owners: Reach = { isOwners: true };

/** Services with secrets of the machine at providers of servers. The first two are link-local. */
const metadata = ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32'].map((text) => ipaddr.parseCIDR(text));
const metadataHosts = new Set(['100.100.100.200', '168.63.129.16', '192.0.0.192']);

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Forms of IPv6 that lead to an IPv4 address: prefix, and the two parts of 16 bits that contain it. */
const embedding: readonly (readonly [ipaddr.IPv6, number, number])[] = [
  ['::', 96, 6],
  ['64:ff9b::', 96, 6],
  ['64:ff9b:1::', 48, 6],
  ['::ffff:0:0:0', 96, 6],
  ['2002::', 16, 1],
].map(([text, bits, part]) => [ipaddr.IPv6.parse(text as string), bits as number, part as number]);

function embedded(address: Address): ipaddr.IPv4 | null {
  if (address instanceof ipaddr.IPv4) return null;
  const { parts } = address;
  const form = embedding.find(([prefix, bits]) => address.match(prefix, bits));
  // Teredo inverts the address. ISATAP has it behind its mark.
  const isTeredo = parts[0] === 0x2001 && parts[1] === 0;
  const isIsatap = (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
  const at = form?.[2] ?? (isTeredo || isIsatap ? 6 : null);
  if (at === null) return null;
  const bytes = [parts[at] ?? 0, parts[at + 1] ?? 0].flatMap((part) => [part >> 8, part & 255]);
  return new ipaddr.IPv4(isTeredo ? bytes.map((byte) => byte ^ 255) : bytes);
}

const isMetadata = (address: Address): boolean =>
  metadataHosts.has(address.toString()) ||
  metadata.some(([prefix, bits]) => prefix.kind() === address.kind() && address.match(prefix as never, bits));

/** Whether a host as written is an address of any form (127.1, 0x7f000001, ::ffff:7f00:1) to which no connection is made. False for a name. */
export function isRefusedAddress(text: string, { isOwners }: Reach): boolean {
  const host = text.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(host)) return false;
  const address = ipaddr.process(host);
  const inner = embedded(address);
  if (isMetadata(address) || (inner && isMetadata(inner))) return true;
  return !isOwners && (inner !== null || address.range() !== 'unicast');
}

/** In its usual form, so that one address has one text. A name in lower case. */
export const normalHost = (text: string): string => {
  const host = text.replace(/^\[|\]$/g, '').toLowerCase();
  return ipaddr.isValid(host) ? ipaddr.process(host).toString() : host;
};

export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
  constructor() {
    super('the host is an address to which no connection is made');
  }
}

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

/** A DNS lookup whose checked address is the one connected to. Datagram sockets pass the family as a number. */
export function checkedLookup(reach: Reach): LookupFunction {
  return (hostname, options, callback) => {
    const family = typeof options === 'number' ? options : options.family;
    const isAsked = (one: LookupAddress): boolean => (family === 4 || family === 6 ? one.family === family : true);
    addressesOf(hostname).then(
      (found) => {
        const addresses = found.filter((one) => isAsked(one) && !isRefusedAddress(one.address, reach));
        const [first] = addresses;
        if (!first)
          callback(
            found.some(isAsked) ? new AddressRefused() : Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }),
            '',
          );
        else if (typeof options === 'object' && options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

/** As `net.connect`. A refused host is an error of the socket, before anything is sent. */
export function connectTo(place: TcpNetConnectOpts, reach: Reach = owners): Socket {
  if (isRefusedAddress(place.host ?? '', reach)) {
    const socket = new Socket();
    process.nextTick(() => socket.destroy(new AddressRefused()));
    return socket;
  }
  const socket = connect({ ...place, lookup: checkedLookup(reach) });
  socket.once('connect', () => {
    if (isRefusedAddress(socket.remoteAddress ?? '', reach)) socket.destroy(new AddressRefused());
  });
  return socket;
}

/** TLS on such a connection, with the certificate checked for the host. */
export function connectSecurelyTo(place: TcpNetConnectOpts, reach: Reach = owners): TLSSocket {
  const { host = '' } = place;
  return connectTls({ socket: connectTo(place, reach), host, ...(isIP(host) ? {} : { servername: host }) });
}

/** A socket for a library that connects it itself, by port and host or by the path of a local socket. */
export function checkedSocket(): Socket {
  const socket = new Socket();
  const open = socket.connect.bind(socket) as (...args: unknown[]) => Socket;
  const connectChecked = (port: unknown, host?: unknown): Socket => {
    if (typeof host !== 'string') return open(port);
    if (!isRefusedAddress(host, owners)) return open({ port, host, lookup: checkedLookup(owners) });
    process.nextTick(() => socket.destroy(new AddressRefused()));
    return socket;
  };
  return Object.assign(socket, { connect: connectChecked as Socket['connect'] });
}

/** Reasons of failed connections in words. */
const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: no program listens on this port',
  ECONNRESET: 'the other side closed the connection',
  EPIPE: 'the other side closed the connection',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  EHOSTDOWN: 'the host is unreachable',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEDOUT: 'no answer',
  EADDRINUSE: 'the port is already in use on the server',
  EACCES: 'the server may not use this port',
  ENOENT: 'the file does not exist',
  ADDRESS_REFUSED: 'the host is an address to which no connection is made',
  EADDRNOTAVAIL: 'this is not an address of the server',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not trusted',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
};

/** A code of the system, or a text, which stays. */
export const reasonInWords = (reason: string): string =>
  texts[reason] ?? (reason.startsWith('HPE_') ? 'the response is not HTTP' : reason);

/** Never more than the code: other texts of the system contain addresses. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined) return reasonInWords(code);
  return error instanceof AggregateError ? reasonOf(error.errors[0]) : 'the connection failed';
}
