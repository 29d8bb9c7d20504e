/** The only importer of OpenTelemetry. Loaded if tracing is on. Own file: a chunk that is loaded only with tracing. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AgentOptions } from 'node:http';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { checkedLookup } from '../base/outgoing-address.ts';
import type { OpenSpan, Tracer } from '../base/spans.ts';
import type { TracingConfig } from './tracing-config.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
/** Codes and names of errors: their messages may contain values. */
const plainCode = /^\w{1,60}$/;

/** Agents pass it to their sockets. */
const connection = { httpAgentOptions: { lookup: checkedLookup({ isOwners: true }) } as AgentOptions };

/** `onError` = why spans could not be sent, without the address. */
export function openTelemetry(
  { version, protocol }: TracingConfig,
  onError: (reason: string) => void,
): { readonly tracer: Tracer; readonly stop: () => Promise<void> } {
  setGlobalErrorHandler((error) => onError(errorType(error)));
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'downlink', 'service.version': version }).merge(
      detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }),
    ),
    spanProcessors: [
      new BatchSpanProcessor(
        protocol === 'http/json' ? new JsonExporter(connection) : new ProtobufExporter(connection),
      ),
    ],
  });
  const library = provider.getTracer('downlink', version);
  const current = new AsyncLocalStorage<Span>();

  function open({ name, kind, attributes, isChild, traceparent }: Parameters<Tracer['open']>[0]): OpenSpan | null {
    const parent = current.getStore();
    if (isChild && !parent) return null;
    const remote = traceparent ? parseTraceParent(traceparent) : null;
    const context = parent
      ? trace.setSpan(ROOT_CONTEXT, parent)
      : remote
        ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
        : ROOT_CONTEXT;
    const span = library.startSpan(name, { kind: kinds[kind], attributes }, context);
    return {
      run: (work) => current.run(span, work),
      note: (more) => void span.setAttributes(more),
      end(error) {
        if (error !== undefined)
          span.setAttribute('error.type', errorType(error)).setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }
  return { tracer: { open }, stop: () => provider.shutdown() };
}

function errorType(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return [code, name].map(String).find((one) => plainCode.test(one) && one !== 'undefined') ?? 'error';
}
