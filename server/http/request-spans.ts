/** A span for each call, named as in the contract. Path, query, body and caller are not part of it; the request id leads to the log. */
import type { FastifyInstance } from 'fastify';
import { type OpenSpan, openSpan } from '../base/spans.ts';
import { requestKind } from './security.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: the library is extended through interfaces only
  interface FastifyRequest {
    /** null = tracing is off, or no call. */
    span: OpenSpan | null;
  }
}

/** Before all other hooks, so that the queries of admission belong to the call. `trustsParent` = a proxy sends the header, not a client. */
export function addRequestSpans(app: FastifyInstance, { trustsParent }: { readonly trustsParent: boolean }): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url = '' } = request.routeOptions;
    const parent = trustsParent ? request.headers.traceparent : undefined;
    if (config.call && requestKind(request) === 'call')
      request.span = openSpan({
        name: config.call,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': url,
          'downlink.request_id': request.id,
        },
        traceparent: typeof parent === 'string' ? parent : undefined,
      });
    if (request.span) request.span.run(done);
    else done();
  });
  // Reading the body leaves the context: the handler enters it again.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    request.span?.note({ 'http.response.status_code': statusCode });
    request.span?.end(statusCode >= 500 ? { code: String(statusCode) } : undefined);
    done();
  });
}
