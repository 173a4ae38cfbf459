import type { IncomingMessage, Server } from 'node:http';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { CloseCode } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import QuickLRU from 'quick-lru';
import { WebSocketServer } from 'ws';
import { AppError, toAppError } from '../platform/errors.js';
import type { GraphContext } from '../platform/graphql/context.js';
import type { Executor } from '../platform/graphql/executor.js';
import { documentRules, withoutSuggestion } from '../platform/graphql/limits/document-rules.js';
import type { LimitedExecutor } from '../platform/graphql/limits/limit-operations.js';
import { operationLimits } from '../platform/graphql/limits/operation-limits.js';
import { presentError } from '../platform/graphql/present-error.js';
import type { Log } from '../platform/log.js';
import { jsonDepth } from '../rest/request-body.js';
import { answerEvent } from './event-answers.js';
import { callerKey, eventContext } from './request-context.js';

export interface GraphqlSocketOptions {
  server: Server;
  path: string;
  executor: LimitedExecutor;
  log: Log;
  /** The surroundings of a connection, from the credential it opened with. */
  createContext: (authorization: string | undefined, upgrade: IncomingMessage) => Promise<GraphContext>;
  /** How long a client may take to introduce itself. */
  initWithinMs?: number;
}

/**
 * GraphQL over WebSocket (graphql-transport-ws), on the HTTP server's own port. Close codes are those of the protocol; a
 * credential that is no good closes with 4403, and 1013 asks to come again when the database is back.
 */
export function createGraphqlSocket(options: GraphqlSocketOptions) {
  const { server, path, executor, initWithinMs = 3_000 } = options;
  const sockets = new WebSocketServer({ server, path, maxPayload: 1024 * 1024 });
  const documents = createDocuments(executor);
  const connections = new WeakMap<object, GraphContext>();
  const served = useServer<Record<string, unknown>>(
    {
      connectionInitWaitTimeout: initWithinMs,
      // Never tells a client what went wrong inside.
      isProd: true,
      onConnect: async ({ connectionParams, extra }) => {
        const context = await connect(options, connectionParams ?? {}, extra as Extra);
        if (context) connections.set(extra, context);
        return context !== null;
      },
      onSubscribe: ({ extra }, _id, { query, operationName, variables }) => {
        const contextValue = connections.get(extra) as GraphContext;
        const { document, errors } = documents(query, contextValue.caller.principal === null);
        if (!document) return errors;
        if (isDeeperThan(variables, jsonDepth)) return [presentError(tooDeep(), contextValue)];
        const refused = executor.refusal(document, operationName, variables ?? {}, contextValue);
        if (refused) return [presentError(refused, contextValue)];
        return {
          schema: executor.schema,
          document,
          operationName,
          variableValues: variables,
          contextValue,
        } as ExecutionArgs;
      },
      execute: (args) => runOnce(executor, args),
      subscribe: (args) => subscribeTo(executor, args),
    },
    sockets,
    15_000,
  );
  sockets.on('connection', (socket) => {
    // What a client breaks is no news; graphql-ws would print it. The socket closes itself, with the code that fits.
    socket.removeAllListeners('error').on('error', (error) => options.log.debug({ err: error }, 'a socket broke'));
  });
  return { count: () => sockets.clients.size, close: () => served.dispose() };
}

/** As for bodies over HTTP: what walks a value later does so by recursion. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function tooDeep(): AppError {
  const message = `The variables are nested too deeply: at most ${jsonDepth} levels of lists and objects.`;
  return new AppError('BAD_REQUEST', message);
}

/** A connection's surroundings; null where its credential is no good. Without one only public operations answer. */
async function connect(
  { createContext, log }: GraphqlSocketOptions,
  params: Record<string, unknown>,
  { socket, request }: Extra,
): Promise<GraphContext | null> {
  const authorization = params.authorization ?? params.Authorization;
  try {
    const context = await createContext(typeof authorization === 'string' ? authorization : undefined, request);
    return authorization === undefined || context.caller.principal !== null ? context : null;
  } catch (error) {
    const isAway = toAppError(error)?.code === 'UNAVAILABLE';
    if (!isAway) log.error({ err: error }, 'a socket could not be opened');
    if (isAway) socket.close(1013, 'Try again later');
    else socket.close(CloseCode.InternalServerError, 'Internal server error');
    return null;
  }
}

function runOnce(
  executor: Executor,
  { document, operationName, variableValues, contextValue }: ExecutionArgs,
): Promise<ExecutionResult> {
  const context = (contextValue as GraphContext).fork();
  return executor.run(document, operationName, (variableValues ?? {}) as Record<string, unknown>, context);
}

/** A subscription's results: each event runs in surroundings of its own, and a right that was lost ends it. */
async function subscribeTo(
  executor: Executor,
  args: ExecutionArgs,
): Promise<AsyncGenerator<ExecutionResult> | ExecutionResult> {
  const connection = args.contextValue as GraphContext;
  const gone = new AbortController();
  const source = await createSourceEventStream({ ...args, contextValue: connection.fork(gone.signal) });
  if (!(Symbol.asyncIterator in source)) {
    return { errors: source.errors?.map((error) => presentError(error, connection)) ?? [] };
  }
  const results = resultsOf(executor, args, connection, source as AsyncGenerator<object>, gone.signal);
  const end = results.return.bind(results);
  // A generator that waits for its next event hears of nothing else: wake it, so that it can end.
  results.return = (value) => {
    gone.abort();
    return end(value);
  };
  return results;
}

async function* resultsOf(
  executor: Executor,
  { document, operationName, variableValues }: ExecutionArgs,
  connection: GraphContext,
  source: AsyncGenerator<object>,
  gone: AbortSignal,
): AsyncGenerator<ExecutionResult> {
  const variables = (variableValues ?? {}) as Record<string, unknown>;
  const question = `${callerKey(connection)} ${operationName ?? ''} ${JSON.stringify(variables)}`;
  try {
    for await (const event of source) {
      const result = await answerEvent(event, document, question, gone, () =>
        executor.run(document, operationName, variables, eventContext(connection, event), event),
      );
      yield result;
      if (result.errors?.some(({ extensions }) => endingCodes.has(extensions?.code as string))) return;
    }
  } catch (error) {
    yield { errors: [presentError(error, connection)] };
  }
}

const endingCodes = new Set(['UNAUTHENTICATED', 'INVALID_TOKEN', 'FORBIDDEN', 'NOT_FOUND']);

type Checked = { document: DocumentNode; errors: [] } | { document: null; errors: readonly GraphQLError[] };

/** Parses and validates a document once, however many sockets send it. Strangers are not told of similar names. */
function createDocuments({ schema }: Executor): (query: string, isStranger: boolean) => Checked {
  const known = new QuickLRU<string, Checked>({ maxSize: 500 });
  return (query, isStranger) => {
    const checked = known.get(query) ?? check(query);
    known.set(query, checked);
    if (checked.document || !isStranger) return checked;
    return { document: null, errors: checked.errors.map((error) => withCode(error, withoutSuggestion(error.message))) };
  };

  function check(query: string): Checked {
    try {
      const document = parse(query, { maxTokens: operationLimits.tokens });
      const errors = validate(schema, document, [...specifiedRules, ...documentRules]);
      return errors.length > 0
        ? { document: null, errors: errors.map((error) => withCode(error)) }
        : { document, errors: [] };
    } catch (error) {
      // The parser gives up on nesting that is too deep for its stack.
      const isTooDeep = error instanceof RangeError;
      const message = isTooDeep ? 'The document is nested too deeply.' : (error as GraphQLError).message;
      return { document: null, errors: [withCode(error as GraphQLError, message)] };
    }
  }
}

function withCode(error: GraphQLError, message = error.message): GraphQLError {
  return new GraphQLError(message, { nodes: error.nodes, extensions: { code: 'BAD_REQUEST', status: 400 } });
}
