/** `GET /metrics` in the format of Prometheus, for a holder of the key, or for this machine if none is set (decision 74). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { IngestCounters } from '../base/ingest-counters.ts';
import { HttpError } from '../http/api-error.ts';
import { isLoopback } from '../http/network-of.ts';
import type { RefusalPace } from '../http/refusal-pace.ts';
import type { StoredTypes } from '../messages/stored-types.ts';
import type { MetricsConfig } from './metrics-config.ts';
import { addReceiveMetrics } from './receive-metrics.ts';
import { addRequestMetrics } from './request-metrics.ts';
import { addServerMetrics, type ServerParts } from './server-metrics.ts';

type MetricParts = ServerParts & {
  readonly config: MetricsConfig;
  readonly counters: IngestCounters;
  readonly refusals: RefusalPace;
  readonly stored: StoredTypes;
};

export function addMetrics(app: FastifyInstance, parts: MetricParts): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addRequestMetrics(app, registry, parts.refusals);
  addReceiveMetrics(registry, parts);
  addServerMetrics(registry, parts);
  app.get('/metrics', { config: { call: 'metrics' } }, async (request, reply) => {
    permitMonitor(request, parts.config);
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', registry.contentType)
      .send(await registry.metrics());
  });
}

/** @throws HttpError 401, 403 */
function permitMonitor(request: FastifyRequest, { key }: MetricsConfig): void {
  if (key === null) {
    if (isFromThisMachine(request)) return;
    throw new HttpError(403, 'Metrics are open to this machine only. Set METRICS_KEY to read them from another.');
  }
  const [, sent = ''] = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!timingSafeEqual(digest(sent), digest(key))) throw new HttpError(401, 'Metrics require the key METRICS_KEY.');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** The connection, not the header of a proxy, whose clients are elsewhere. A page of another name in a local browser is refused. */
function isFromThisMachine({ socket, headers, hostname }: FastifyRequest): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    /^(localhost|127\.[\d.]+|\[?::1\]?)$/i.test(hostname) &&
    proxyHeaders.every((name) => headers[name] === undefined)
  );
}
