import {
  type Attributes,
  type Context,
  context,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { ActiveSpan, SpanAttributes, SpanOptions, Tracer } from '../tracing/tracing.js';
import { readTraceHeaders, writeTraceHeaders } from './trace-context.js';

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
