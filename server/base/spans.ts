/** Spans of OpenTelemetry, if tracing is on (decision 26). Off, work runs as it is. Attributes never contain values of users. */

export type SpanAttributes = Readonly<Record<string, string | number>>;
export type SpanKind = 'server' | 'client' | 'internal';
type SpanStart = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: SpanAttributes;
  /** Only within another span: timers of the server would fill the tracing system with single queries. */
  readonly isChild?: true;
  /** Header `traceparent` of a trusted caller. */
  readonly traceparent?: string | undefined;
};
export type OpenSpan = {
  /** Spans that begin in `work` are its children. */
  run<T>(work: () => T): T;
  note(attributes: SpanAttributes): void;
  /** `error` = what failed. Its message is left out: it may contain values. */
  end(error?: unknown): void;
};
export type Tracer = { open(start: SpanStart): OpenSpan | null };

let tracer: Tracer | null = null;
/** null = off. */
export function setTracer(one: Tracer | null): void {
  tracer = one;
}
export const isTracing = (): boolean => tracer !== null;

/** null = tracing is off, or a child has no parent. */
export const openSpan = (start: SpanStart): OpenSpan | null => tracer?.open(start) ?? null;

/** Runs `work` in a span. `start` is called only if tracing is on. */
export function inSpan<T>(start: () => SpanStart, work: (span: OpenSpan | null) => Promise<T>): Promise<T> {
  const span = tracer && openSpan(start());
  return span ? runInSpan(span, work) : work(null);
}

async function runInSpan<T>(span: OpenSpan, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
