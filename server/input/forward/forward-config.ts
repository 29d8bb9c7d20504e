/** Setting of destinations: messages and frames are sent there as received. */
import { seenValue, words } from '../../base/settings.ts';
import { StartupError } from '../../base/startup-error.ts';

const kinds = ['acars-udp', 'acars-tcp', 'acars-serve', 'beast-tcp', 'beast-serve'] as const;
type DestinationKind = (typeof kinds)[number];
const messageTypes = ['ACARS', 'VDLM2', 'HFDL', 'IMSL', 'IRDM'] as const;
export type MessageType = (typeof messageTypes)[number];

export type Destination = {
  readonly kind: DestinationKind;
  readonly host: string;
  readonly port: number;
  /** Names of receivers in lower case. null = all. */
  readonly stations: ReadonlySet<string> | null;
  /** null = all. */
  readonly types: ReadonlySet<string> | null;
  /** The same message of several stations is sent once in so many milliseconds. null = as often as received. */
  readonly dedupeMs: number | null;
  /** As it was set. */
  readonly address: string;
};

const maxDestinations = 100;
const maxDedupeSeconds = 60;

/** `FORWARD` = `acars-tcp://host:port?types=VDLM2+HFDL,beast-serve://0.0.0.0:30005?stations=1001`. @throws StartupError */
export function readForward(env: NodeJS.ProcessEnv): readonly Destination[] {
  const destinations = words(env.FORWARD).map(readDestination);
  if (destinations.length > maxDestinations)
    throw new StartupError(`FORWARD has more than ${maxDestinations} destinations.`);
  return destinations;
}

function readDestination(address: string, at: number): Destination {
  const kind = kinds.find((one) => address.startsWith(`${one}://`));
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url !== null && /^\/?$/.test(url.pathname + url.hash) && !url.username && !url.password;
  const port = Number(url?.port);
  if (!kind || !isPlain || !url.hostname || !(port > 0 || (url.port === '0' && kind.endsWith('-serve'))))
    throw new StartupError(
      `FORWARD must be in the form acars-tcp://host:15550 (acars-udp, acars-tcp, acars-serve, beast-tcp, beast-serve), but its entry ${at + 1} is not.`,
    );
  const options = url.searchParams;
  const types = listOf(options, 'types');
  const dedupe = options.get('dedupe');
  const known = kind.startsWith('acars') ? ['stations', 'types', 'dedupe'] : ['stations'];
  const unknown = [...options.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new StartupError(
      `FORWARD: ${kind} has the options ${known.join(', ')}, but entry ${at + 1} has another one.`,
    );
  const wrong = types?.find((type) => !messageTypes.some((one) => one === type.toUpperCase()));
  if (wrong !== undefined)
    throw new StartupError(`FORWARD: types are ${messageTypes.join(', ')}, joined with +${seenValue(wrong)}.`);
  const seconds = Number(dedupe);
  if (dedupe !== null && !(/^\d{1,2}$/.test(dedupe) && seconds >= 1 && seconds <= maxDedupeSeconds))
    throw new StartupError(`FORWARD: dedupe must be 1 to ${maxDedupeSeconds} seconds${seenValue(dedupe)}.`);
  const stations = listOf(options, 'stations');
  return {
    kind,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    stations: stations && new Set(stations.map((name) => name.toLowerCase())),
    types: types && new Set(types.map((type) => type.toUpperCase())),
    dedupeMs: dedupe === null ? null : seconds * 1000,
    address,
  };
}

/** Joined with `+`, which a query reads as a space: commas separate destinations. */
function listOf(options: URLSearchParams, name: string): string[] | null {
  if (!options.has(name)) return null;
  const found = options.getAll(name).flatMap((value) => words(value));
  if (found.length === 0) throw new StartupError(`FORWARD: '${name}' is empty.`);
  return found;
}
