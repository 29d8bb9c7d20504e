/** Requests by call. Labels are names of the contract, never what a client sent. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RefusalPace } from '../http/refusal-pace.ts';
import { requestKind } from '../http/security.ts';

/** Seconds. The app gives up after 8 s, and a query after 10 s. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 2.5, 10];

export function addRequestMetrics(app: FastifyInstance, registry: Registry, refusals: RefusalPace): void {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'downlink_request_seconds',
    help: 'Time of requests by call',
    labelNames: ['call'],
    buckets,
    registers,
  });
  const responses = new Counter({
    name: 'downlink_responses_total',
    help: 'Responses by call and class of their status',
    labelNames: ['call', 'status'],
    registers,
  });
  const running = new Gauge({
    name: 'downlink_requests_running',
    help: 'Requests without a complete response',
    registers,
  });
  new Counter({
    name: 'downlink_refusals_delayed_total',
    help: 'Refusals that were delayed because their caller gets many',
    registers,
    collect() {
      this.reset();
      this.inc(refusals.delayed);
    },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    running.inc();
    reply.raw.once('close', () => running.dec());
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const call = callOf(request);
    seconds.observe({ call }, reply.elapsedTime / 1000);
    responses.inc({ call, status: `${Math.floor(reply.statusCode / 100)}xx` });
    done();
  });
}

/** Group and name in the contract, else `tile`, `page` (with the files of the app) or `other`. */
function callOf(request: FastifyRequest): string {
  const { call } = request.routeOptions.config;
  if (call) return call;
  const kind = requestKind(request);
  return kind === 'call' ? 'other' : kind;
}
