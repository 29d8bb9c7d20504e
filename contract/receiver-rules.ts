/** Rules of a receiver added on the screen, for the form and the server. Pure. */
import type { ReceiverKind } from './receiver-kinds.ts';

export const receiverLimits = { perServer: 100, host: 253, path: 200, station: 100 } as const;

export type ReceiverFields = {
  readonly kind: ReceiverKind;
  readonly host: string;
  readonly port: number;
  /** Station number or receiver name. Blank = none. */
  readonly station: string;
  /** Of an aircraft.json. Blank otherwise. */
  readonly path: string;
};
type ReceiverField = Exclude<keyof ReceiverFields, 'kind'>;

export const isListener = (kind: ReceiverKind): boolean => kind.endsWith('-listen');
/** Lines name their own receivers. */
export const hasStation = (kind: ReceiverKind): boolean => kind !== 'acars' && kind !== 'acars-listen';

export const hasPath = (kind: ReceiverKind): boolean => kind === 'aircraft.json';

export function portFault(port: number): string | null {
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? null : 'Enter a port from 1 to 65535.';
}

/** A listener needs an address of the server, a client any name or address. */
export function hostFault(host: string, kind: ReceiverKind): string | null {
  if (host === '') return 'Enter a host.';
  if (isAddress(host)) return null;
  if (isListener(kind)) return 'Enter an address of the server, such as 0.0.0.0 or 127.0.0.1.';
  return isName(host) ? null : 'Enter a host name or an IP address without a port.';
}

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}(\\.${octet}){3}$`);
/** The server checks the rest. */
const ipv6 = /^[0-9a-f]{0,4}(:[0-9a-f]{0,4}){2,7}$/i;
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const isAddress = (host: string): boolean => ipv4.test(host) || ipv6.test(host);
/** A last label that is a number makes all of it an address: 127.1, 0x7f000001. */
function isName(host: string): boolean {
  const labels = host.split('.');
  return (
    host.length <= receiverLimits.host &&
    labels.every((one) => label.test(one)) &&
    !/^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '')
  );
}

export function pathFault(path: string, kind: ReceiverKind): string | null {
  if (!hasPath(kind)) return path === '' ? null : 'Only an aircraft.json has a path.';
  const isPlain = /^\/[\x21-\x7e]*$/.test(path) && !/[?#\\]/.test(path);
  return isPlain && path.length <= receiverLimits.path ? null : 'Enter a path such as /tar1090/data/aircraft.json.';
}

/** Whether the station exists is checked by the server. */
function stationFault(station: string, kind: ReceiverKind): string | null {
  if (station === '') return null;
  if (!hasStation(kind)) return 'Each line names its receiver. Leave this field empty.';
  return station.length <= receiverLimits.station ? null : `Use at most ${receiverLimits.station} characters.`;
}

/** First fault of each field. */
export function receiverFaults({ kind, host, port, station, path }: ReceiverFields): [ReceiverField, string][] {
  const faults = {
    host: hostFault(host, kind),
    port: portFault(port),
    station: stationFault(station, kind),
    path: pathFault(path, kind),
  };
  return Object.entries(faults).filter((one): one is [ReceiverField, string] => one[1] !== null);
}

/** As in settings: `beast://192.168.1.20:30005`. */
export function receiverAddress({
  kind,
  host,
  port,
  path,
}: Pick<ReceiverFields, 'kind' | 'host' | 'port' | 'path'>): string {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return hasPath(kind) ? `http://${place}${path}` : `${kind}://${place}`;
}
