/**
 * The settings of aircraft.json out of the environment. Must not: read such a file.
 */
import { isAbsolute } from 'node:path';
import { StartupError } from '../startup-error.ts';

export type AircraftJsonSource = {
  /** The station (or the name of its receiver) that its aircraft count for; null = none. */
  readonly stationId: string | null;
  /** An http(s) address or an absolute path. */
  readonly from: string;
};
export type AircraftJsonConfig = { readonly sources: readonly AircraftJsonSource[]; readonly everyMs: number };

/** No address has a name before it that holds one of / : ? &. */
const entry = /^(?:([^=/:?&]{1,100})=)?(.+)$/;

/** `AIRCRAFT_JSON` = `1001=http://.../aircraft.json,/run/readsb/aircraft.json`. @throws StartupError */
export function readAircraftJsonConfig(env: NodeJS.ProcessEnv): AircraftJsonConfig {
  const entries = (env.AIRCRAFT_JSON ?? '').split(/[\s,]+/).filter(Boolean);
  const sources = entries.map((text) => {
    const [, stationId = null, from = ''] = entry.exec(text) ?? [];
    if (!isAbsolute(from) && !isWebAddress(from))
      throw new StartupError(
        'AIRCRAFT_JSON must be such as 1001=http://192.168.1.20/tar1090/data/aircraft.json or /run/readsb/aircraft.json (no password in it).',
      );
    return { stationId, from };
  });
  const seconds = env.AIRCRAFT_JSON_SECONDS?.trim() || '2';
  if (!/^[1-5]$/.test(seconds)) throw new StartupError('AIRCRAFT_JSON_SECONDS must be a whole number from 1 to 5.');
  return { sources, everyMs: Number(seconds) * 1000 };
}

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}
