/** Settings of aircraft.json. */
import { isAbsolute } from 'node:path';
import { withStation, words } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';

export type AircraftJsonSource = {
  /** Station (or receiver name) of its aircraft. null = none. */
  readonly stationId: string | null;
  /** An http(s) URL or an absolute path. */
  readonly from: string;
};
export type AircraftJsonConfig = { readonly sources: readonly AircraftJsonSource[]; readonly everyMs: number };

/** `AIRCRAFT_JSON` = `1001=http://.../aircraft.json,/run/readsb/aircraft.json`. @throws StartupError */
export function readAircraftJsonConfig(env: NodeJS.ProcessEnv): AircraftJsonConfig {
  const entries = words(env.AIRCRAFT_JSON);
  const sources = entries.map((text) => {
    const { stationId, address: from } = withStation(text);
    if (!isAbsolute(from) && !isWebAddress(from))
      throw new StartupError(
        'AIRCRAFT_JSON must be in the form 1001=http://192.168.1.20/tar1090/data/aircraft.json or /run/readsb/aircraft.json (no password in it).',
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
