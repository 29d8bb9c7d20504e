/**
 * Where flights from an airport go on a usual day, from a service that answers as AeroDataBox does.
 * Must not: send anything but an ICAO code.
 */
import type { UpstreamDoor } from './fetch-upstream.ts';
import { askByIcao, isRecord, jsonOf } from './service.ts';
import { SharedAnswers } from './shared-answers.ts';
import type { Service } from './upstream-config.ts';

const mostRoutes = 2000;

export class Routes {
  readonly #door: UpstreamDoor;
  readonly #service: Service | null;
  /** They are a day's means, and questions are dear. */
  readonly #answers = new SharedAnswers<unknown[]>({
    freshMs: 24 * 3_600_000,
    staleMs: 30 * 24 * 3_600_000,
    maxKeys: 2000,
  });

  constructor(door: UpstreamDoor, service: Service | null) {
    this.#door = door;
    this.#service = service;
  }

  /** Each is an object of the service, as it came. @throws UpstreamError */
  async from(icao: string): Promise<unknown[]> {
    return this.#answers.get(icao, async () => {
      const text = await askByIcao(this.#door, this.#service, icao);
      const json = text === null ? null : jsonOf(text);
      const routes = isRecord(json) && Array.isArray(json.routes) ? json.routes : [];
      return routes.filter(isRecord).slice(0, mostRoutes);
    });
  }
}
