import type { Server } from 'node:http';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  parse,
  validate,
} from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import QuickLRU from 'quick-lru';
import { WebSocketServer } from 'ws';
import type { GraphContext } from '../platform/graphql/context.js';
import type { Executor } from '../platform/graphql/executor.js';
import { presentError } from '../platform/graphql/present-error.js';
import { callerKey, eventContext } from './request-context.js';

export interface GraphqlSocketOptions {
  server: Server;
  path: string;
  executor: Executor;
  /** The surroundings of a connection, from the credential it opened with. */
  createContext: (authorization: string | undefined) => Promise<GraphContext>;
}

/** GraphQL over WebSocket (graphql-transport-ws), on the HTTP server's own port. */
export function createGraphqlSocket({ server, path, executor, createContext }: GraphqlSocketOptions) {
  const sockets = new WebSocketServer({ server, path, maxPayload: 1024 * 1024 });
  const documents = createDocuments(executor);
  const connections = new WeakMap<object, GraphContext>();
  const served = useServer<Record<string, unknown>>(
    {
      onConnect: async ({ connectionParams, extra }) => {
        const authorization = connectionParams?.authorization ?? connectionParams?.Authorization;
        const context = await createContext(typeof authorization === 'string' ? authorization : undefined);
        connections.set(extra, context);
        // A credential that is no good closes the connection with 4403; without one only public operations answer.
        return authorization === undefined || context.caller.principal !== null;
      },
      onSubscribe: ({ extra }, _id, { query, operationName, variables }) => {
        const { document, errors } = documents(query);
        if (!document) return errors;
        const contextValue = connections.get(extra);
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
  return { close: () => served.dispose() };
}

function runOnce(
  executor: Executor,
  { document, operationName, variableValues, contextValue }: ExecutionArgs,
): Promise<ExecutionResult> {
  const context = eventContext(contextValue as GraphContext, {});
  return executor.run(document, operationName, (variableValues ?? {}) as Record<string, unknown>, context);
}

/** A subscription's results: each event runs in surroundings of its own, and a right that was lost ends it. */
async function subscribeTo(
  executor: Executor,
  args: ExecutionArgs,
): Promise<AsyncGenerator<ExecutionResult> | ExecutionResult> {
  const connection = args.contextValue as GraphContext;
  const gone = new AbortController();
  const source = await createSourceEventStream({ ...args, contextValue: eventContext(connection, {}, gone.signal) });
  if (!(Symbol.asyncIterator in source)) {
    return { errors: source.errors?.map((error) => presentError(error, connection)) ?? [] };
  }
  const results = resultsOf(executor, args, connection, source as AsyncGenerator<object>);
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
): AsyncGenerator<ExecutionResult> {
  const variables = (variableValues ?? {}) as Record<string, unknown>;
  const question = `${callerKey(connection)} ${operationName ?? ''} ${JSON.stringify(variables)}`;
  try {
    for await (const event of source) {
      const result = await shared(event, document, question, () =>
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

/** What was made of an event: the same question by the same caller has one answer, computed once. */
const answers = new WeakMap<object, Map<DocumentNode, Map<string, Promise<ExecutionResult>>>>();

function shared(
  event: object,
  document: DocumentNode,
  question: string,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const byDocument = answers.get(event) ?? new Map<DocumentNode, Map<string, Promise<ExecutionResult>>>();
  answers.set(event, byDocument);
  const byQuestion = byDocument.get(document) ?? new Map<string, Promise<ExecutionResult>>();
  byDocument.set(document, byQuestion);
  const answer = byQuestion.get(question) ?? run();
  byQuestion.set(question, answer);
  return answer;
}

type Checked = { document: DocumentNode; errors: [] } | { document: null; errors: readonly GraphQLError[] };

/** Parses and validates a document once, however many sockets send it. */
function createDocuments({ schema }: Executor): (query: string) => Checked {
  const known = new QuickLRU<string, Checked>({ maxSize: 500 });
  return (query) => {
    const checked = known.get(query) ?? check(query);
    known.set(query, checked);
    return checked;
  };

  function check(query: string): Checked {
    try {
      const document = parse(query, { maxTokens: 5_000 });
      const errors = validate(schema, document);
      return errors.length > 0 ? { document: null, errors: errors.map(withCode) } : { document, errors: [] };
    } catch (error) {
      return { document: null, errors: [withCode(error as GraphQLError)] };
    }
  }
}

function withCode(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, { nodes: error.nodes, extensions: { code: 'BAD_REQUEST', status: 400 } });
}
