/**
 * Positions of a public aircraft-states service, shared by users of the same area.
 * Never request an area twice in ten seconds, or exceed the daily credits.
 */
import { type Box, isInBox } from '../base/bounds.ts';
import { clock } from '../base/clock.ts';
import type { UpstreamClient } from './fetch-upstream.ts';
import { InFlight } from './in-flight.ts';
import type { UpstreamResponse } from './outgoing-line.ts';
import { ResponseCache } from './response-cache.ts';
import { isRecord, jsonOf, notConfigured } from './service.ts';
import { costOf, StateCredits } from './state-credits.ts';
import { placedRows, placeOf, type StateRow } from './state-rows.ts';
import type { StatesService } from './upstream-config.ts';
import { UpstreamError } from './upstream-error.ts';

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
      throw new UpstreamError('wrong', 'the service sent something that cannot be read.');
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
