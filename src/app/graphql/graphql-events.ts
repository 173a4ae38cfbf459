import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { print } from 'graphql-sse';
import { AppError } from '../../platform/errors/errors.js';
import type { GraphContext } from '../../platform/graphql/context.js';
import type { LimitedExecutor } from '../../platform/graphql/limit-operations.js';
import type { ConnectionLimits } from '../../platform/rate-limit/connection-limits.js';
import { createDocumentReader } from './documents.js';
import {
  admit,
  cursorOfResult,
  isMutation,
  isSubscription,
  type LiveOperation,
  runOnce,
  subscribeTo,
} from './live-operations.js';
import { nameErrors } from './request-ids.js';

/** Proxies and browsers close idle connections, so a comment is sent at this interval. */
const keepAliveMs = 12_000;

export interface GraphqlEvents {
  /**
   * Answers one operation with one stream of events. Each event of a subscription has its cursor as its ID; `Last-Event-ID`
   * continues after it.
   * @throws AppError for a request that is not an operation
   */
  answer(body: unknown, context: GraphContext, request: Request, response: Response): Promise<void>;
  /** Whether a body is a subscription. */
  isSubscription(body: unknown): boolean;
  /** Ends every stream without `complete`, so that clients know to connect again. */
  close(): void;
}

const events = 'text/event-stream';

/**
 * Whether events are what the client accepts best. Of types that it accepts equally, it prefers the one that it names first,
 * except that a type with a wildcard asks for none in particular.
 */
export function wantsEvents(request: Request): boolean {
  return request.accepts(['application/json', 'application/graphql-response+json', events]) === events;
}

/** Whether the client accepts events at all: a subscription has no other answer. */
export function acceptsEvents({ headers: { accept = '' } }: Request): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === events && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** The operation of a GET: in the query of its URL, as GraphQL over HTTP defines it. @throws AppError BAD_REQUEST */
export function operationOfUrl({ query: { query, operationName, variables } }: Request): unknown {
  return { query, operationName, variables: typeof variables === 'string' ? parseVariables(variables) : variables };
}

function parseVariables(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('`variables` must be a JSON object.');
  }
}

/**
 * GraphQL over server-sent events, one connection an operation (the "distinct connections mode" of graphql-sse, which
 * prints the messages). Its `createHandler` is not used for what it cannot promise:
 * - Results are taken no faster than the client reads them. It takes them as they come: of a client that did not read, in
 *   five seconds 293,000 results of 2 kB and 771 MB; here 2,000 results, which are in the buffers of the sockets.
 * - Each event has its cursor as its ID, so that `Last-Event-ID` continues after it. It sends no IDs.
 * - A request that is not an operation gets the same errors, with codes, as over other transports, and headers report rate
 *   limits.
 */
export function createGraphqlEvents(executor: LimitedExecutor, connections: ConnectionLimits): GraphqlEvents {
  const read = createDocumentReader();
  const open = new Set<Response>();

  async function begin(
    body: unknown,
    context: GraphContext,
    { method, headers }: Request,
  ): Promise<AsyncIterable<ExecutionResult>> {
    const operation = admit(executor, read, readOperation(body), context);
    if (!('document' in operation)) return only({ errors: operation });
    if (method === 'GET' && isMutation(operation)) throw mutationByGet();
    const after = headers['last-event-id'] as string | undefined;
    const result = isSubscription(operation)
      ? await subscribeTo(executor, connections, { ...operation, ...(after && { after }) }, context)
      : await runOnce(executor, operation, context);
    return Symbol.asyncIterator in result ? result : only(result);
  }

  return {
    isSubscription(body) {
      const { query, operationName = null } = (body ?? {}) as Record<string, unknown>;
      if (typeof query !== 'string' || (operationName !== null && typeof operationName !== 'string')) return false;
      const document = read(query);
      return !(document instanceof GraphQLError) && isSubscription({ document, operationName, variables: {} });
    },
    async answer(body, context, request, response) {
      // Before the headers are sent: rate limits are reported in them.
      const results = await begin(body, context, request);
      const iterator = results[Symbol.asyncIterator]();
      open.add(response);
      response.once('close', () => {
        open.delete(response);
        void iterator.return?.();
      });
      // Closed before the listener was added: `close` is not emitted again.
      if (response.destroyed) return void iterator.return?.();
      await send(response, { [Symbol.asyncIterator]: () => iterator }, context.request.id);
    },
    close: () => {
      for (const response of open) response.destroy();
    },
  };
}

async function* only(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

async function send(response: Response, results: AsyncIterable<ExecutionResult>, requestId: string): Promise<void> {
  // Turns off buffering in nginx.
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  const keepAlive = setInterval(() => response.write(':\n\n'), keepAliveMs);
  try {
    await pipeline(messagesOf(results, requestId), response);
  } finally {
    clearInterval(keepAlive);
  }
}

async function* messagesOf(results: AsyncIterable<ExecutionResult>, requestId: string): AsyncGenerator<string> {
  yield ':\n\n';
  for await (const result of results) {
    const id = cursorOfResult(result);
    const message = print({ event: 'next', data: nameErrors(result, requestId) });
    yield id === undefined ? message : `id: ${id}\n${message}`;
  }
  yield print({ event: 'complete', data: null });
}

function readOperation(body: unknown): LiveOperation {
  const { query, operationName, variables } = (body ?? {}) as Record<string, unknown>;
  if (Array.isArray(body))
    throw malformed('The body must be one operation, not a batch, with `Accept: text/event-stream`.');
  if (typeof query !== 'string') throw malformed('`query` must be a string that holds the operation.');
  if (operationName != null && typeof operationName !== 'string') throw malformed('`operationName` must be a string.');
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    throw malformed('`variables` must be an object.');
  return { query, operationName, variables: variables as LiveOperation['variables'] };
}

function mutationByGet(): AppError {
  return new AppError('METHOD_NOT_ALLOWED', 'GET is not allowed for mutations. Send them with POST.');
}

function malformed(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
