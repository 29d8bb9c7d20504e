/** aircraft.json of readsb, dump1090 or dump978: settings, polling, reading. No redirects, bounded size, one request at a time. A missing source affects nothing else. */
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PositionKind } from '../../contract/entities/map.ts';
import { type EmergencyState, emergencyStateOf } from '../../contract/squawk.ts';
import { clock } from '../base/clock.ts';
import { finiteNumber, isObject, type Json, Unusable, under } from '../base/json-values.ts';
import { withStation, words } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';
import type { Logger } from '../http/guard.ts';
import { OutgoingLine } from '../outgoing/outgoing-line.ts';
import type { Positions } from './positions.ts';
import type { RawReport } from './report.ts';

type Log = Pick<Logger, 'warn' | 'info'>;

/** Ten thousand aircraft. The busiest receivers see five hundred. */
const maxBytes = 8_000_000;
const responseMs = 4000;

/** Aircraft of a new file, or why there is none. */
export type PollResult = { readonly aircraft: number } | { readonly error: unknown };

/** Returns a function that stops it and aborts the pending request. */
export function pollAircraftJson(
  { sources, everyMs }: AircraftJsonConfig,
  positions: Pick<Positions, 'take'>,
  log: Log,
  onResult: (result: PollResult) => void = () => {},
): () => Promise<void> {
  const ended = new AbortController();
  const line = new OutgoingLine('Downlink');
  const running = sources.map(async (source) => {
    const poll = new Poll(source, positions, log, line, onResult);
    while (!ended.signal.aborted) {
      const beganMs = performance.now();
      await poll.once(ended.signal);
      const leftMs = everyMs - (performance.now() - beganMs);
      await pause(Math.max(0, leftMs), null, { ref: false, signal: ended.signal }).catch(() => {});
    }
  });
  return async () => {
    ended.abort();
    line.close();
    await Promise.all(running);
  };
}

class Poll {
  private isFailing = false;
  private writtenAtMs = Number.NaN;

  constructor(
    private readonly source: AircraftJsonSource,
    private readonly positions: Pick<Positions, 'take'>,
    private readonly log: Log,
    private readonly line: Pick<OutgoingLine, 'send'>,
    private readonly onResult: (result: PollResult) => void,
  ) {}

  async once(ended: AbortSignal): Promise<void> {
    const { from, stationId } = this.source;
    try {
      const text = await (isAbsolute(from) ? readFileText(from) : readAircraftUrl(this.line, from));
      const { writtenAtMs, reports } = readAircraftJson(text, stationId, clock.now());
      // An abandoned file stays in place.
      if (writtenAtMs !== this.writtenAtMs) {
        this.positions.take(reports);
        this.onResult({ aircraft: reports.length });
      }
      this.writtenAtMs = writtenAtMs;
      if (this.isFailing) this.log.info({ from: shown(from) }, 'aircraft.json is read again');
      this.isFailing = false;
    } catch (error) {
      if (ended.aborted) return;
      this.onResult({ error });
      if (this.isFailing) return;
      this.isFailing = true;
      this.log.warn(
        { from: shown(from), reason: (error as Error).message },
        'aircraft.json cannot be read: tried again',
      );
    }
  }
}

/** Without possible secrets. */
const shown = (from: string): string => from.replace(/[?#].*$/s, '');

async function readFileText(path: string): Promise<string> {
  const about = await stat(path);
  // A device would never end, and a pipe never open.
  if (!about.isFile()) throw new Error('not a file');
  if (about.size > maxBytes) throw new Error(tooLarge);
  return readFile(path, 'utf8');
}

/** The owner configured the URL: it may be in the server's own network. */
export async function readAircraftUrl(line: Pick<OutgoingLine, 'send'>, from: string): Promise<string> {
  // Receivers close idle connections after about our interval.
  const headers = { accept: 'application/json', connection: 'close' };
  const request = { url: new URL(from), headers, timeoutMs: responseMs, maxBytes };
  const { status, body } = await line.send(request, { isOwners: true });
  if (status !== 200) throw new Error(`it was answered with ${status}${status < 400 ? ', which is not followed' : ''}`);
  return body.toString('utf8');
}

const tooLarge = `it is larger than ${maxBytes / 1e6} MB`;

// ---- Reads an aircraft.json.

type AircraftJson = {
  /** Creation time, epoch ms by the receiver's clock. */
  readonly writtenAtMs: number;
  readonly reports: readonly RawReport[];
};

/** `nowMs` = our clock: a receiver whose clock is ahead counts as now. @throws Unusable for other files */
export function readAircraftJson(text: string, stationId: string | null, nowMs: number): AircraftJson {
  const file = parsed(text);
  const now = finiteNumber(file.now);
  if (now === null || !Array.isArray(file.aircraft))
    throw new Unusable('not an aircraft.json: now or aircraft is missing');
  const writtenAtMs = now * 1000;
  const baseMs = Math.min(writtenAtMs, nowMs);
  const reports = (file.aircraft as unknown[])
    .filter(isObject)
    .flatMap((one) => reportOf(one, stationId, baseMs) ?? []);
  return { writtenAtMs, reports };
}

function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    throw new Unusable('not JSON');
  }
}

/** Alternative names are those of dump1090 before 2017. `~` before an address marks one that is not of ICAO. */
function reportOf(aircraft: Json, stationId: string | null, baseMs: number): RawReport | null {
  const place = 'lat' in aircraft ? aircraft : under(aircraft, 'lastPosition');
  const [lat, lon] = [finiteNumber(place.lat), finiteNumber(place.lon)];
  const hasPlace = lat !== null && lon !== null;
  const agoSeconds = finiteNumber(hasPlace ? (place.seen_pos ?? aircraft.seen) : aircraft.seen);
  if (agoSeconds === null || agoSeconds < 0) return null;
  const altitude = aircraft.alt_baro ?? aircraft.altitude;
  return {
    icao: textOf(aircraft.hex),
    atMs: baseMs - agoSeconds * 1000,
    stationId,
    lat,
    lon,
    // Not calc_track: before 100 m of flight it is the bearing from 0 N 0 E. The course between positions is calculated here.
    angleDeg: finiteNumber(aircraft.track ?? aircraft.true_heading),
    groundSpeedKt: finiteNumber(aircraft.gs ?? aircraft.speed),
    altitudeFt: finiteNumber(altitude),
    // Where the barometer is missing, and on the ground it says nothing.
    geometricFt: altitude === 'ground' || isFromUat(aircraft) ? null : finiteNumber(aircraft.alt_geom),
    verticalRateFtMin: finiteNumber(aircraft.baro_rate ?? aircraft.geom_rate ?? aircraft.vert_rate),
    callsign: textOf(aircraft.flight),
    isOnGround: altitude === 'ground' ? true : finiteNumber(altitude) === null ? null : false,
    squawk: textOf(aircraft.squawk),
    emergency: emergencyIn(aircraft),
    registration: textOf(aircraft.r),
    typeCode: textOf(aircraft.t),
    category: textOf(aircraft.category),
    positionKind: kindOf(aircraft),
  };
}

/**
 * dump978 (UAT, 978 MHz) lacks the list of MLAT fields, which readsb and dump1090-fa write for each aircraft. Its `alt_geom` is the last
 * barometric altitude, or 0.
 */
const isFromUat = ({ mlat }: Json): boolean => !Array.isArray(mlat);

/** In the names of readsb. That of dump978 for a lifeguard is `medical`. */
function emergencyIn({ emergency }: Json): EmergencyState | null {
  const name = textOf(emergency)?.trim().toLowerCase();
  return emergencyStateOf(name === 'medical' ? 'lifeguard' : name);
}

/** `type` of readsb, as far as the position has no other source. Older programs list the fields from MLAT and TIS-B. */
function kindOf({ type, mlat, tisb }: Json): PositionKind {
  const isFrom = (fields: unknown): boolean => Array.isArray(fields) && fields.includes('lat');
  if (isFrom(mlat)) return 'MLAT';
  if (isFrom(tisb)) return 'TIS-B';
  const name = textOf(type);
  return name === null ? 'ADS-B' : (kinds.find(([beginning]) => name.startsWith(beginning))?.[1] ?? 'other');
}
/** adsb_icao, adsb_icao_nt, adsb_other, adsr_icao, tisb_trackfile ...; mode_s, other and unknown are none of these. */
const kinds: readonly (readonly [string, PositionKind])[] = [
  ['adsb', 'ADS-B'],
  ['adsr', 'ADS-R'],
  ['tisb', 'TIS-B'],
  ['mlat', 'MLAT'],
  ['adsc', 'ADS-C'],
];

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

// ---- Settings of aircraft.json.

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
