import { createTraceState, type SpanContext } from '@opentelemetry/api';
import type { TraceHeaders } from '../tracing/tracing.js';

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const longestState = 512;

/** The span that headers of W3C Trace Context name; null if they are absent or not valid. */
export function readTraceHeaders({ traceparent, tracestate }: TraceHeaders): SpanContext | null {
  const [, traceId, spanId, flags] = form.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return null;
  const state = tracestate && tracestate.length <= longestState ? { traceState: createTraceState(tracestate) } : {};
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true, ...state };
}

/** The headers that name a span. */
export function writeTraceHeaders({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceHeaders {
  const tracestate = traceState?.serialize();
  const flags = (traceFlags & 0xff).toString(16).padStart(2, '0');
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(tracestate && { tracestate }) };
}
