/**
 * A service that is asked about one airport, and what it answered, shared by all who ask.
 * Must not: send anything but the ICAO code of an airport that is known here and the service's own key: questions are the owner's to pay.
 */
import type { UpstreamDoor } from './fetch-upstream.ts';
import { notConfigured } from './service.ts';
import { type Manner, SharedAnswers } from './shared-answers.ts';
import type { Service } from './upstream-config.ts';
import { UpstreamError } from './upstream-error.ts';

const timeoutMs = 3000;
const maxBytes = 2_000_000;

/** Is there an airport with this ICAO code? It is asked in capitals. */
export type IsAirport = (icao: string) => Promise<boolean>;

/** How one service is asked and read. `service` null = none is set up. */
export type Asking<T> = {
  readonly service: Service | null;
  readonly manner: Manner;
  /** @throws UpstreamError for what cannot be read */
  readonly read: (text: string, icao: string) => T;
  /** Of an airport of which nothing is known. */
  readonly nothing: (icao: string) => T;
};

export class AirportService<T> {
  readonly #door: UpstreamDoor;
  readonly #isAirport: IsAirport;
  readonly #asking: Asking<T>;
  readonly #answers: SharedAnswers<T>;

  constructor(door: UpstreamDoor, isAirport: IsAirport, asking: Asking<T>) {
    this.#door = door;
    this.#isAirport = isAirport;
    this.#asking = asking;
    this.#answers = new SharedAnswers(asking.manner);
  }

  /** `icao` = three or four capitals or digits. @throws UpstreamError */
  async of(icao: string): Promise<T> {
    const { service, read, nothing } = this.#asking;
    if (!service) throw notConfigured();
    // Not kept either: made-up codes would push the answers out that were paid for.
    if (!(await this.#isAirport(icao))) return nothing(icao);
    return this.#answers.get(icao, async () => {
      const text = await ask(this.#door, service, icao);
      return text === null ? nothing(icao) : read(text, icao);
    });
  }
}

/** The answer's text; null = it knows nothing of this airport. @throws UpstreamError */
async function ask(door: UpstreamDoor, service: Service, icao: string): Promise<string | null> {
  const url = new URL(service.template.replace('{icao}', icao));
  const headers = { accept: 'application/json, text/plain', ...service.headers };
  const { status, body } = await door.fetch({ url, headers, timeoutMs, maxBytes });
  if (status === 401 || status === 403) throw new UpstreamError('wrong', 'the service refuses the key of this server.');
  // Services say in each of these ways that they have nothing.
  if (status === 204 || status === 400 || status === 404 || body.length === 0) return null;
  if (status !== 200) throw new UpstreamError('wrong', 'the service did not understand the question.');
  return body.toString('utf8');
}
