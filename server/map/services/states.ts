/**
 * Positions of a public aircraft-states service (OpenSky), its rows and its credits, shared by users of the same area.
 * Never request an area twice in ten seconds, or exceed the daily credits.
 */

import { dayMs } from '../../../contract/durations.ts';
import type { Location, PositionKind } from '../../../contract/entities/map.ts';
import { writeInstant } from '../../../contract/params.ts';
import { squawkOf } from '../../../contract/squawk.ts';
import { clock } from '../../base/clock.ts';
import { type Box, isInBox } from '../../base/geometry.ts';
import type { UpstreamClient } from '../../outgoing/fetch-upstream.ts';
import { isRecord, jsonOf, notConfigured, UpstreamError, type UpstreamResponse } from '../../outgoing/outgoing-line.ts';
import { InFlight, ResponseCache } from '../../outgoing/response-cache.ts';
import type { StatesService } from './upstream-config.ts';

/** Responses grow with the traffic. */
const timeoutMs = 6000;
const maxBytes = 8_000_000;
const freshMs = 10_000;
/** A token is renewed shortly before it expires. */
const tokenReserveMs = 60_000;

/** An area in whole degrees. */
type Part = { readonly south: number; readonly north: number; readonly west: number; readonly east: number };

export class States {
  readonly #client: UpstreamClient;
  readonly #service: StatesService | null;
  readonly #credits: StateCredits;
  readonly #responses = new ResponseCache<StateRow[]>({ freshMs, staleMs: 0, maxKeys: 20 });
  readonly #tokens = new InFlight<string>();
  #token: { readonly value: string; readonly untilMs: number } | null = null;

  constructor(client: UpstreamClient, service: StatesService | null) {
    this.#client = client;
    this.#service = service;
    this.#credits = new StateCredits(service?.creditsPerDay ?? 0);
  }

  /** @throws UpstreamError */
  async within(box: Box): Promise<StateRow[]> {
    const service = this.#service;
    if (!service) throw notConfigured();
    const responses = await Promise.all(
      partsOf(box).map((part) => this.#responses.get(JSON.stringify(part), () => this.#statesIn(service, part))),
    );
    return responses.flat().filter((row) => {
      const { lat, lon } = placeOf(row);
      return isInBox(box, lat, lon);
    });
  }

  async #statesIn(service: StatesService, part: Part): Promise<StateRow[]> {
    const token = await this.#accessToken(service);
    this.#credits.spend(costOf((part.north - part.south) * (part.east - part.west)));
    const response = await this.#fetch(service, part, token);
    const remaining = response.headers['x-rate-limit-remaining'];
    if (remaining !== undefined) this.#credits.update(Number(remaining));
    if (response.status === 401) this.#token = null;
    if (response.status === 401 || response.status === 403)
      throw new UpstreamError('wrong', 'the service refuses this server.');
    if (response.status !== 200) throw new UpstreamError('wrong', 'the service rejected the request.');
    const json = jsonOf(response.body.toString('utf8'));
    if (!isRecord(json) || !('states' in json))
      throw new UpstreamError('wrong', 'the response of the service cannot be read.');
    return placedRows(json.states);
  }

  #fetch(service: StatesService, { south, north, west, east }: Part, token: string | null): Promise<UpstreamResponse> {
    const url = new URL(service.url);
    for (const [name, degrees] of Object.entries({ lamin: south, lomin: west, lamax: north, lomax: east }))
      url.searchParams.set(name, String(degrees));
    const headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    return this.#client.fetch({ url, headers, timeoutMs, maxBytes });
  }

  /** Null for anonymous access. */
  async #accessToken({ client }: StatesService): Promise<string | null> {
    if (!client) return null;
    if (this.#token && clock.now() < this.#token.untilMs) return this.#token.value;
    return this.#tokens.run('', async () => {
      const { status, body } = await this.#client.fetch({
        url: new URL(client.tokenUrl),
        headers: { accept: 'application/json' },
        form: { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret },
        timeoutMs,
        maxBytes: 100_000,
      });
      const json = status === 200 ? jsonOf(body.toString('utf8')) : null;
      if (!isRecord(json) || typeof json.access_token !== 'string' || !/^[\x21-\x7e]+$/.test(json.access_token))
        throw new UpstreamError('wrong', 'the service refuses this server.');
      const lifeMs = (typeof json.expires_in === 'number' ? json.expires_in : 0) * 1000;
      this.#token = { value: json.access_token, untilMs: clock.now() + Math.max(lifeMs - tokenReserveMs, 0) };
      return json.access_token;
    });
  }
}

/** Across the antimeridian one area on each side. Bounds beyond a pole are empty. */
function partsOf({ south, north, spans }: Box): Part[] {
  return south > north ? [] : spans.map(([west, east]) => roundedOutward({ south, north, west, east }));
}

/** So that users with similar views share a response: coarser for larger areas. */
function roundedOutward({ south, north, west, east }: Part): Part {
  const size = Math.max(north - south, east - west);
  const step = size <= 4 ? 1 : size <= 18 ? 2 : 10;
  const down = (degrees: number, least: number): number => Math.max(Math.floor(degrees / step) * step, least);
  const up = (degrees: number, most: number): number => Math.min(Math.ceil(degrees / step) * step, most);
  return { south: down(south, -90), north: up(north, 90), west: down(west, -180), east: up(east, 180) };
}

// ---- Cost of a request to OpenSky, and the rest of the daily limit (UTC).

/** Credits by area in square degrees (its REST API, 'API credit usage'). */
function costOf(squareDegrees: number): number {
  if (squareDegrees <= 25) return 1;
  if (squareDegrees <= 100) return 2;
  return squareDegrees <= 400 ? 3 : 4;
}

class StateCredits {
  readonly #perDay: number;
  #day = 0;
  #left = 0;

  constructor(perDay: number) {
    this.#perDay = perDay;
  }

  /** @throws UpstreamError when the daily limit is reached */
  spend(credits: number): void {
    this.#turn();
    if (credits > this.#left)
      throw new UpstreamError('limited', 'the daily request limit is reached.', { retryAtMs: (this.#day + 1) * dayMs });
    this.#left -= credits;
  }

  /** The service's own count: others may use the same account. */
  update(remaining: number): void {
    this.#turn();
    if (Number.isFinite(remaining)) this.#left = Math.max(0, Math.min(this.#left, remaining));
  }

  #turn(): void {
    const today = Math.floor(clock.now() / dayMs);
    if (today === this.#day) return;
    this.#day = today;
    this.#left = this.#perDay;
  }
}

// ---- Rows of a public aircraft-states service: OpenSky's arrays, longitude before latitude, metres, metres per second.

/** A valid row: its first field is an address, and it has a position. */
type StateRow = readonly unknown[];
/** Metres. Absent = no bound. */
type Band = { readonly from?: number | undefined; readonly to?: number | undefined };

const at = {
  icao: 0,
  callsign: 1,
  positionTime: 3,
  lon: 5,
  lat: 6,
  altitude: 7,
  onGround: 8,
  speed: 9,
  track: 10,
  climb: 11,
  geometric: 13,
  squawk: 14,
  positionSource: 16,
};
/** By its number: ADS-B, ASTERIX, MLAT, FLARM. */
const kinds: readonly PositionKind[] = ['ADS-B', 'other', 'MLAT', 'other'];
const feetPerMetre = 1 / 0.3048;
const knotsPerMetreSecond = 3600 / 1852;

const numberAt = (row: StateRow, index: number): number | null => {
  const value = row[index];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** Rows of a response with a position. `states` null = none. Each address once. */
function placedRows(states: unknown): StateRow[] {
  const rows = new Map<string, StateRow>();
  for (const row of Array.isArray(states) ? states : []) {
    if (!Array.isArray(row) || typeof row[at.icao] !== 'string' || !/^[0-9a-f]{6}$/i.test(row[at.icao])) continue;
    const [lat, lon] = [numberAt(row, at.lat), numberAt(row, at.lon)];
    if (lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180) continue;
    rows.set(row[at.icao].toLowerCase(), row);
  }
  return [...rows.values()];
}

/** Degrees. For rows with a position. */
function placeOf(row: StateRow): { readonly lat: number; readonly lon: number } {
  return { lat: numberAt(row, at.lat) ?? 0, lon: numberAt(row, at.lon) ?? 0 };
}

/** Aircraft on the ground have no barometric altitude: they are in bands that start at the ground. */
export function isRowInBand(
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Band,
  row: StateRow,
): boolean {
  const altitude = numberAt(row, at.altitude);
  if (altitude === null) return Math.min(from, to) <= 0;
  return altitude >= Math.min(from, to) && altitude <= Math.max(from, to);
}

/** MAP-16 and our additions. */
export function locationOf(row: StateRow): Location {
  const icao = String(row[at.icao]).toLowerCase();
  const positionTime = numberAt(row, at.positionTime);
  const callsign = row[at.callsign];
  const altitude = numberAt(row, at.altitude);
  const geometric = row[at.onGround] === true ? null : numberAt(row, at.geometric);
  const kind = kinds[numberAt(row, at.positionSource) ?? -1] ?? null;
  const track = (numberAt(row, at.track) ?? 0) % 360;
  return {
    id: Number.parseInt(icao, 16),
    icao,
    angle: track < 0 ? track + 360 : track,
    seenAt: positionTime !== null && positionTime > 0 && positionTime < 1e11 ? writeInstant(positionTime * 1000) : null,
    callsign: (typeof callsign === 'string' && callsign.trim().slice(0, 20)) || null,
    altitudeFt: rounded(altitude ?? geometric, feetPerMetre),
    groundSpeedKt: rounded(numberAt(row, at.speed), knotsPerMetreSecond),
    verticalRateFtMin: rounded(numberAt(row, at.climb), feetPerMetre * 60),
    isOnGround: typeof row[at.onGround] === 'boolean' ? (row[at.onGround] as boolean) : null,
    squawk: squawkOf(row[at.squawk]),
    lastMessageAt: null,
    lastFaultAt: null,
    typeCode: null,
    isMlat: kind === null ? null : kind === 'MLAT',
    isDoubtful: null,
    isAltitudeGeometric: altitude === null && geometric !== null,
    emergency: null,
    positionKind: kind,
    registration: null,
    airline: null,
    category: null,
    messages: null,
    ...placeOf(row),
  };
}

const rounded = (value: number | null, factor: number): number | null =>
  value === null ? null : Math.round(value * factor);
