/** Running requests: at shutdown they finish, and new ones are refused. Batches rest while a GET runs (decision 131). */
import type { FastifyInstance } from 'fastify';
import { inProgress } from '../base/pieces.ts';
import { HttpError } from './api-error.ts';

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
      const reads = method === 'GET' ? 1 : 0;
      this.running++;
      inProgress.requests += reads;
      reply.raw.once('close', () => {
        inProgress.requests -= reads;
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
