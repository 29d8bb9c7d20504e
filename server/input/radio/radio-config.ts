/** Settings of receivers that Downlink connects to, and of receivers of frames that connect to it. */
import { wholeNumber, withStation, words } from '../../base/settings.ts';
import { StartupError } from '../../base/startup-error.ts';

/** `acars` = JSON lines of decoders and of acars_router. */
const formats = ['beast', 'avr', 'sbs', 'acars'] as const;
export type SourceFormat = (typeof formats)[number];

export type RadioSource = {
  /** Station number or receiver name of its frames. null = none. Lines of `acars` contain their own. */
  readonly station: string | null;
  readonly format: SourceFormat;
  /** `listen` = receivers connect to us. */
  readonly way: 'connect' | 'listen';
  readonly host: string;
  readonly port: number;
  /** As it was set, without the station. */
  readonly address: string;
};
export type RadioConfig = {
  readonly sources: readonly RadioSource[];
  /** Repair of one wrong bit. Most sources repair already. */
  readonly repairs: boolean;
  /** Interval of stored positions and velocities of an aircraft. null = every frame is stored. */
  readonly keepSeconds: number | null;
  /** All frames are stored as packed minutes for so many days. 0 = not at all. */
  readonly rawDays: number;
  /** Maximum size of frames, stored and packed, at the rate of the last day: the interval doubles. null = any. */
  readonly maxBytes: number | null;
};

const maxSources = 100;
const gigabyte = 1_000_000_000;

/**
 * `RADIO` = `1001=beast://192.168.1.20:30005,1002=sbs://host:30003,1003=beast-listen://0.0.0.0:30104`. The station is first.
 * @throws StartupError
 */
export function readRadio(env: NodeJS.ProcessEnv): RadioConfig {
  const sources = words(env.RADIO).map(readSource);
  if (sources.length > maxSources) throw new StartupError(`RADIO has more than ${maxSources} sources.`);
  const rawDays = wholeNumber(env, 'ADSB_RAW_DAYS', 15, 0, 400);
  const maxBytes = wholeNumber(env, 'ADSB_MAX_GB', 0, 0, 1_000_000) * gigabyte || null;
  return { sources, repairs: env.MODE_S_FIX?.trim() === '1', keepSeconds: readInterval(env), rawDays, maxBytes };
}

function readSource(text: string, at: number): RadioSource {
  const { stationId: station, address } = withStation(text);
  const [, format, listen] = /^([a-z]+)(-listen)?:\/\//.exec(address) ?? [];
  const url = URL.canParse(address) ? new URL(address) : null;
  const port = Number(url?.port);
  const isPlain = url !== null && /^\/?$/.test(url.pathname + url.search + url.hash) && !url.username && !url.password;
  const known = formats.find((one) => one === format);
  const isLines = known === 'acars' && (listen !== undefined || station !== null);
  if (!known || isLines || !isPlain || !url.hostname || !(port > 0 || (listen && url.port === '0')))
    throw new StartupError(
      `RADIO must be in the form 1001=beast://192.168.1.20:30005 (beast, avr, sbs; beast-listen to wait for connections) or acars://host:15550, but its entry ${at + 1} is not.`,
    );
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { station, format: known, way: listen ? 'listen' : 'connect', host, port, address };
}

function readInterval(env: NodeJS.ProcessEnv): number | null {
  if (env.ADSB_KEEP?.trim().toLowerCase() === 'all') return null;
  const seconds = wholeNumber(env, 'ADSB_KEEP', 30, 15, 60);
  if (seconds % 15 !== 0 || seconds === 45) throw new StartupError('ADSB_KEEP must be all, 15, 30 or 60.');
  return seconds;
}
