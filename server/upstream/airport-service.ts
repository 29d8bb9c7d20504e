/**
 * A service queried by airport, with responses shared by all callers.
 * Send only the ICAO code of a known airport and the service's key: the owner pays per request.
 */
import type { UpstreamClient } from './fetch-upstream.ts';
import { type CachePolicy, ResponseCache } from './response-cache.ts';
import { notConfigured } from './service.ts';
import type { Service } from './upstream-config.ts';
import { UpstreamError } from './upstream-error.ts';

const timeoutMs = 3000;
const maxBytes = 2_000_000;

/** Whether an airport has this ICAO code. In upper case. */
export type IsAirport = (icao: string) => Promise<boolean>;

/** Request and reader of a service. `service` null = not configured. */
export type AirportSource<T> = {
  readonly service: Service | null;
  readonly policy: CachePolicy;
  /** @throws UpstreamError for an unreadable response */
  readonly read: (text: string, icao: string) => T;
  /** Response for an airport without data. */
  readonly nothing: (icao: string) => T;
};

export class AirportService<T> {
  readonly #client: UpstreamClient;
  readonly #isAirport: IsAirport;
  readonly #source: AirportSource<T>;
  readonly #responses: ResponseCache<T>;

  constructor(client: UpstreamClient, isAirport: IsAirport, source: AirportSource<T>) {
    this.#client = client;
    this.#isAirport = isAirport;
    this.#source = source;
    this.#responses = new ResponseCache(source.policy);
  }

  /** `icao` = three or four upper case letters or digits. @throws UpstreamError */
  async of(icao: string): Promise<T> {
    const { service, read, nothing } = this.#source;
    if (!service) throw notConfigured();
    // Not cached: invented codes would evict paid responses.
    if (!(await this.#isAirport(icao))) return nothing(icao);
    return this.#responses.get(icao, async () => {
      const text = await textOf(this.#client, service, icao);
      return text === null ? nothing(icao) : read(text, icao);
    });
  }
}

/** Text of the response. null = no data for this airport. @throws UpstreamError */
async function textOf(client: UpstreamClient, service: Service, icao: string): Promise<string | null> {
  const url = new URL(service.template.replace('{icao}', icao));
  const headers = { accept: 'application/json, text/plain', ...service.headers };
  const { status, body } = await client.fetch({ url, headers, subject: icao, timeoutMs, maxBytes });
  if (status === 401 || status === 403) throw new UpstreamError('wrong', 'the service refuses the key of this server.');
  // Services report missing data in each of these ways.
  if (status === 204 || status === 400 || status === 404 || body.length === 0) return null;
  if (status !== 200) throw new UpstreamError('wrong', 'the service rejected the request.');
  return body.toString('utf8');
}
