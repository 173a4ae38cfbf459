import {
  type Attributes,
  type Context,
  context,
  createTraceState,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { ActiveSpan, SpanAttributes, SpanOptions, TraceHeaders, Tracer } from '../tracing/tracing.js';

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const longestState = 512;

/** The span that headers of W3C Trace Context name; null if they are absent or not valid. */
function readTraceHeaders({ traceparent, tracestate }: TraceHeaders): SpanContext | null {
  const [, traceId, spanId, flags] = form.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return null;
  const state = tracestate && tracestate.length <= longestState ? { traceState: createTraceState(tracestate) } : {};
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true, ...state };
}

/** The headers that name a span. */
function writeTraceHeaders({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceHeaders {
  const tracestate = traceState?.serialize();
  const flags = (traceFlags & 0xff).toString(16).padStart(2, '0');
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(tracestate && { tracestate }) };
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** The tracer of this process, on the globals of OpenTelemetry, so that instrumentation of others sees the same spans. */
export function createTracer(otel: OtelTracer): Tracer {
  return {
    inSpan(name, options, work) {
      const parent = parentOf(options);
      const { kind = 'internal', attributes } = options;
      const span = otel.startSpan(
        name,
        { kind: kinds[kind], links: linksOf(options), ...(attributes && { attributes: attributes as Attributes }) },
        parent,
      );
      return context.with(trace.setSpan(parent, span), () => ended(span, work));
    },
    headers() {
      const span = trace.getActiveSpan();
      return span ? writeTraceHeaders(span.spanContext()) : {};
    },
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    bind() {
      const current = context.active();
      return (work) => context.with(current, work);
    },
  };
}

function parentOf({ continues, startedBy }: SpanOptions): Context {
  if (startedBy !== undefined) return ROOT_CONTEXT;
  if (!continues) return context.active();
  const span = readTraceHeaders(continues);
  return span ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT;
}

function linksOf({ startedBy }: SpanOptions) {
  const linked = startedBy ? readTraceHeaders({ traceparent: startedBy }) : null;
  return linked ? [{ context: linked }] : [];
}

async function ended<T>(span: Span, work: (span: ActiveSpan) => Promise<T>): Promise<T> {
  try {
    return await work(activeSpan(span));
  } catch (error) {
    fail(span, errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

function activeSpan(span: Span): ActiveSpan {
  return {
    rename: (name) => void span.updateName(name),
    set: (attributes: SpanAttributes) => void span.setAttributes(attributes as Attributes),
    fail: (type) => fail(span, type),
  };
}

function fail(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

/** Never the message, which can contain what a span must not. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
