/**
 * Where flights from an airport go on a usual day, from a service that answers as AeroDataBox does.
 * Must not: ask it (airport-service.ts).
 */
import type { Asking } from './airport-service.ts';
import { isRecord, jsonOf } from './service.ts';
import type { Service } from './upstream-config.ts';

const mostRoutes = 2000;

/** Each is an object of the service, as it came. They are a day's means, and questions are dear. */
export const askingRoutes = (service: Service | null): Asking<unknown[]> => ({
  service,
  manner: { freshMs: 24 * 3_600_000, staleMs: 30 * 24 * 3_600_000, maxKeys: 2000 },
  nothing: () => [],
  read: (text) => {
    const json = jsonOf(text);
    const routes = isRecord(json) && Array.isArray(json.routes) ? json.routes : [];
    return routes.filter(isRecord).slice(0, mostRoutes);
  },
});
