import { once } from 'node:events';
import type { Request, Response } from 'express';
import type { ExecutionResult } from 'graphql';
import { AppError } from '../platform/errors.js';
import type { GraphContext } from '../platform/graphql/context.js';
import type { LimitedExecutor } from '../platform/graphql/limits/limit-operations.js';
import { createDocumentReader } from './documents.js';
import { admit, isSubscription, type LiveOperation, runOnce, subscribeTo } from './live-operations.js';

/** Proxies and browsers give up on connections that say nothing. */
const breathMs = 12_000;

export interface GraphqlEvents {
  /** Answers an operation by a stream of events of its own. @throws AppError where the request is no operation */
  answer(body: unknown, context: GraphContext, response: Response): Promise<void>;
  /** Ends every stream; clients see that theirs is not complete. */
  close(): void;
}

/** True for clients that ask for events and take nothing else. */
export function wantsEvents({ headers }: Request): boolean {
  return /^\s*text\/event-stream\s*(;[^,]*)?$/i.test(headers.accept ?? '');
}

/**
 * GraphQL over server-sent events, one connection an operation (the "distinct connections mode" of graphql-sse). Results
 * are sent no faster than the client takes them: of a slow one nothing is kept here but what the feed keeps for anybody.
 */
export function createGraphqlEvents(executor: LimitedExecutor): GraphqlEvents {
  const read = createDocumentReader();
  const open = new Set<Response>();

  async function begin(body: unknown, context: GraphContext): Promise<AsyncIterable<ExecutionResult>> {
    const operation = admit(executor, read, readOperation(body), context);
    if (!('document' in operation)) return only({ errors: operation });
    const result = isSubscription(operation)
      ? await subscribeTo(executor, operation, context)
      : await runOnce(executor, operation, context);
    return Symbol.asyncIterator in result ? result : only(result);
  }

  return {
    async answer(body, context, response) {
      // Before the head: limits tell where the caller stands by headers.
      const results = await begin(body, context);
      const iterator = results[Symbol.asyncIterator]();
      open.add(response);
      response.once('close', () => {
        open.delete(response);
        void iterator.return?.();
      });
      // Gone meanwhile: no more events of its connection will tell.
      if (response.destroyed) return void iterator.return?.();
      await send(response, { [Symbol.asyncIterator]: () => iterator });
    },
    close: () => {
      for (const response of open) response.destroy();
    },
  };
}

async function* only(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

async function send(response: Response, results: AsyncIterable<ExecutionResult>): Promise<void> {
  // By its name nginx passes on what comes when it comes.
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  response.write(':\n\n');
  const breath = setInterval(() => response.write(':\n\n'), breathMs);
  try {
    for await (const result of results) await write(response, `event: next\ndata: ${JSON.stringify(result)}\n\n`);
    if (!response.destroyed) response.end('event: complete\ndata:\n\n');
  } finally {
    clearInterval(breath);
  }
}

async function write(response: Response, text: string): Promise<void> {
  if (response.destroyed || response.write(text)) return;
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  response.off('close', leave);
}

function readOperation(body: unknown): LiveOperation {
  const { query, operationName, variables } = (body ?? {}) as Record<string, unknown>;
  if (Array.isArray(body)) throw malformed('A stream of events answers one operation, not a batch.');
  if (typeof query !== 'string') throw malformed('The body must hold the operation as `query`, a string.');
  if (operationName != null && typeof operationName !== 'string') throw malformed('`operationName` must be a string.');
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    throw malformed('`variables` must be an object.');
  return { query, operationName, variables: variables as LiveOperation['variables'] };
}

function malformed(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
