/**
 * Spans of what a process does, for OpenTelemetry. Nothing of OpenTelemetry is loaded here: without `OTEL_EXPORTER_OTLP_ENDPOINT`
 * each function costs one comparison.
 */

/** The headers of W3C Trace Context. */
export interface TraceHeaders {
  traceparent?: string;
  tracestate?: string;
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** Defaults to `internal`. */
  kind?: 'internal' | 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /** The request whose trace it continues, instead of the current one. */
  continues?: TraceHeaders;
  /** Begins a trace of its own, with a link to the span of this `traceparent`; null for none. */
  startedBy?: string | null;
}

/** A span in progress. */
export interface ActiveSpan {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. @param type a code of low cardinality */
  fail(type: string): void;
}

/** What records spans. */
export interface Tracer {
  /** Runs `work` in a new span, which ends when its promise settles. What it throws marks the span as failed. */
  inSpan<T>(name: string, options: SpanOptions, work: (span: ActiveSpan) => Promise<T>): Promise<T>;
  /** The current span, for another process. */
  headers(): TraceHeaders;
  traceId(): string | undefined;
  /** Runs functions in the span that is current now, from whatever called them. */
  bind(): Bound;
}

export type Bound = <T>(work: () => T) => T;

let tracer: Tracer | null = null;

/** Sets what records the spans of this process; null ends that. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** Runs `work` in a span below the current one. Its span is null if nothing is recorded. */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: ActiveSpan | null) => Promise<T>,
): Promise<T> {
  return tracer ? tracer.inSpan(name, options, work) : work(null);
}

const none: TraceHeaders = {};

/** The headers with which a request to another server continues the current trace. */
export function traceHeaders(): TraceHeaders {
  return tracer ? tracer.headers() : none;
}

/** The ID of the current trace; undefined without one. */
export function traceId(): string | undefined {
  return tracer?.traceId();
}

const unbound: Bound = (work) => work();

/** For work that is shared: it belongs to the span of who asked for it, and not to the one in which it happens to run. */
export function bindTrace(): Bound {
  return tracer ? tracer.bind() : unbound;
}
