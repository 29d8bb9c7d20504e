/** A server without the role web responds to monitors, and to stations if it has the role ingest. */
import type { FastifyInstance } from 'fastify';
import { HttpError } from './api-error.ts';

const forMonitors = /^\/(metrics|api\/v1\/health(\/live)?)\/?$/i;
const forStations = /^\/api\/v1\/ingest(\/|$)/i;

export function addRoleGate(app: FastifyInstance, roles: ReadonlySet<'web' | 'ingest' | 'leader'>): void {
  if (roles.has('web')) return;
  app.addHook('onRequest', async ({ url }) => {
    const path = url.split('?', 1)[0] ?? '';
    if (forMonitors.test(path) || (roles.has('ingest') && forStations.test(path))) return;
    // 503, so that a balancer tries another server and the app keeps its session.
    throw new HttpError(503, 'This server does not serve the app (SERVER_ROLES).');
  });
}
