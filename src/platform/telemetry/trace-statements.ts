import { type Context, context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import pg from 'pg';
import { statementSpan } from '../tracing/statement-span.js';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
type Connect = (this: pg.Pool, ...args: unknown[]) => unknown;

/**
 * Records the statements of all database clients, below the span in which they are sent; those of background work, which has no
 * span, are not recorded. @returns ends that
 */
export function traceStatements(tracer: Tracer): () => void {
  const client = pg.Client.prototype as unknown as { query: Query };
  const pool = pg.Pool.prototype as unknown as { connect: Connect };
  const { query } = client;
  const { connect } = pool;
  client.query = function (this: pg.Client, ...args) {
    const text = textOf(args[0]);
    if (text === null || !trace.getActiveSpan()) return query.apply(this, args);
    const span = startSpan(tracer, text);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const bound = context.bind(context.active(), callback as (...results: unknown[]) => void);
      args[args.length - 1] = (error: Error | null, ...results: unknown[]) => {
        end(span, error);
        bound(error, ...results);
      };
      return query.apply(this, args);
    }
    const sent = query.apply(this, args);
    if (sent instanceof Promise)
      sent.then(
        () => end(span, null),
        (error: Error) => end(span, error),
      );
    else span.end();
    return sent;
  };
  // Who waits for a connection gets it in the span of who returns one.
  pool.connect = function (this: pg.Pool, ...args) {
    const current: Context = context.active();
    return connect.apply(
      this,
      args.map((one) => (typeof one === 'function' ? context.bind(current, one) : one)),
    );
  };
  return () => {
    client.query = query;
    pool.connect = connect;
  };
}

function startSpan(tracer: Tracer, statement: string): Span {
  const { name, text } = statementSpan(statement);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': name.slice('db.'.length),
    'db.query.text': text,
  };
  return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
}

function end(span: Span, error: (Error & { code?: string }) | null): void {
  if (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error.code ?? error.name);
  }
  span.end();
}

function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  const text = (statement as { text?: unknown } | null)?.text;
  // Streams and cursors have no result of their own.
  return typeof text === 'string' && !('submit' in (statement as object)) ? text : null;
}
