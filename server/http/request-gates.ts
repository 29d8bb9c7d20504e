/** Refuses requests at shutdown, when running ones finish, and those beyond the roles of this server. Batches rest while a GET runs (decision 25). */
import type { FastifyInstance } from 'fastify';
import { inProgress } from '../base/pieces.ts';
import { HttpError } from './api-error.ts';

/** Event of a response: its body is sent over seconds, at the speed of its client, and gives way to other requests. */
export const longBody = Symbol('long body');

export class RunningRequests {
  private running = 0;
  private onFinished: (() => void) | null = null;

  /** Add it before other hooks: requests that they refuse count, too. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', ({ method }, reply, next) => {
      if (this.onFinished) {
        reply.header('connection', 'close');
        next(new HttpError(503, 'The server is stopping. Try again shortly.', undefined, 5));
        return;
      }
      let reads = method === 'GET' ? 1 : 0;
      this.running++;
      inProgress.requests += reads;
      const others = (): void => {
        inProgress.requests -= reads;
        reads = 0;
      };
      reply.raw.once(longBody, others);
      reply.raw.once('close', () => {
        others();
        this.end();
      });
      next();
    });
  }

  /** Refuses new requests from now on. Resolves when running ones have ended, or after `limitMs`, to the number still running. */
  async finish(limitMs: number): Promise<number> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.onFinished = resolve;
      timer = setTimeout(resolve, limitMs);
      if (this.running === 0) resolve();
    });
    clearTimeout(timer);
    return this.running;
  }

  private end(): void {
    this.running--;
    if (this.running === 0) this.onFinished?.();
  }
}

// ---- Without the role web a server responds to monitors, and to stations if it has the role ingest. Without ingest it accepts no uploads.

const forMonitors = /^\/(metrics|api\/v1\/health(\/live)?)\/?$/i;
const forStations = /^\/api\/v1\/ingest(\/|$)/i;

export function addRoleGate(app: FastifyInstance, roles: ReadonlySet<'web' | 'ingest' | 'leader'>): void {
  const [isWeb, isIngest] = [roles.has('web'), roles.has('ingest')];
  if (isWeb && isIngest) return;
  app.addHook('onRequest', async ({ url, method }) => {
    const path = url.split('?', 1)[0] ?? '';
    const isOfStations = forStations.test(path);
    // 503, so that a balancer tries another server, the app keeps its session, and a station keeps its messages.
    if (isOfStations && method === 'POST' && !isIngest)
      throw new HttpError(
        503,
        'This server does not accept uploads. Send them to a server with the role ingest (SERVER_ROLES).',
      );
    if (isWeb || forMonitors.test(path) || (isIngest && isOfStations)) return;
    throw new HttpError(503, 'This server does not serve the app (SERVER_ROLES).');
  });
}
