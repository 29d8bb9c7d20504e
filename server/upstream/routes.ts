/** Routes of an airport, from a service like AeroDataBox. */
import type { AirportSource } from './airport-service.ts';
import { isRecord, jsonOf } from './service.ts';
import type { Service } from './upstream-config.ts';

const mostRoutes = 2000;

/** Objects of the service, unchanged. They are daily averages, and requests are expensive. */
export const routesSource = (service: Service | null): AirportSource<unknown[]> => ({
  service,
  policy: { freshMs: 24 * 3_600_000, staleMs: 30 * 24 * 3_600_000, maxKeys: 2000 },
  nothing: () => [],
  read: (text) => {
    const json = jsonOf(text);
    const routes = isRecord(json) && Array.isArray(json.routes) ? json.routes : [];
    return routes.filter(isRecord).slice(0, mostRoutes);
  },
});
