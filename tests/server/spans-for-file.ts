/** Spans that a stand-in of a collector received as OTLP in JSON. */
import type { Requested } from '../support/stand-in.ts';

type Sent = {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number };
  }[];
};
type Batch = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[] }[];
};
type ReadSpan = Omit<Sent, 'attributes'> & { readonly attributes: Readonly<Record<string, unknown>> };

export const readSpans = (requested: readonly Requested[]): ReadSpan[] =>
  requested
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => (JSON.parse(body) as Batch).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
    }));
