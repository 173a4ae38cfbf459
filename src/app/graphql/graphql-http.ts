import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { Request, RequestHandler, Response } from 'express';
import { type ExecutionResult, type GraphQLFormattedError, OperationTypeNode } from 'graphql';
import { AppError } from '../../platform/errors/errors.js';
import type { GraphContext } from '../../platform/graphql/context.js';
import type { LimitedExecutor } from '../../platform/graphql/limit-operations.js';
import { countDocument, countOperations, refuseOperations } from '../../platform/graphql/limits/count-request.js';
import { operationLimits } from '../../platform/graphql/limits/operation-limits.js';
import type { TrustedDocuments } from '../../platform/graphql/limits/trusted-documents.js';
import { presentError } from '../../platform/graphql/present-error.js';
import type { Log } from '../../platform/log.js';
import type { ConnectionLimits } from '../../platform/rate-limit/connection-limits.js';
import { challengeOf } from '../../rest/envelope.js';
import { type ParseJson } from '../../rest/request-body.js';
import { metadataOf } from '../../rest/request-metadata.js';
import { formatApolloError, isPresented, withCode } from './apollo-errors.js';
import { createDocumentStore, persistedDocuments } from './documents.js';
import {
  acceptsEvents,
  createGraphqlEvents,
  type GraphqlEvents,
  operationOfUrl,
  wantsEvents,
} from './graphql-events.js';
import { refuseLongDocuments } from './graphql-limits.js';
import {
  bodyAtMost,
  bodyOfStrangersAtMost,
  headersOf,
  keyOfSeveral,
  readKey,
  readRequest,
  requireMethod,
} from './graphql-request.js';
import { PrintedTexts } from './printed-texts.js';
import { nameErrors, withRequestId } from './request-ids.js';

/** Apollo makes a shallow copy of this for each operation of a request, so the context stays the same object. */
interface RequestScope {
  context: GraphContext;
  texts: PrintedTexts;
}

export interface GraphqlHttpOptions {
  executor: LimitedExecutor;
  trusted: TrustedDocuments;
  log: Log;
  connections: ConnectionLimits;
  createContext: (request: Request, response: Response) => Promise<GraphContext>;
  /** Parses bodies. */
  parse: ParseJson;
}

export interface GraphqlHttp {
  /** For the path `/graphql` and nothing below it. */
  handler: RequestHandler;
  /** Ends the streams of events, which would not end by themselves. */
  endStreams(): void;
  stop(): Promise<void>;
}

/**
 * GraphQL over HTTP, and over server-sent events for clients that accept them: Apollo reads and parses; the executor
 * checks limits, validates and runs. Statuses follow GraphQL over HTTP, error codes are those of the REST API.
 */
export async function createGraphqlHttp({
  executor,
  trusted,
  log,
  connections,
  createContext,
  parse,
}: GraphqlHttpOptions): Promise<GraphqlHttp> {
  const apollo = new ApolloServer<RequestScope>({
    schema: executor.schema,
    parseOptions: { maxTokens: operationLimits.tokens },
    documentStore: createDocumentStore(),
    persistedQueries: { cache: persistedDocuments(trusted) },
    // The executor validates, after the checks that bound how long it takes: see `limitOperations`.
    dangerouslyDisableValidation: true,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: log,
    // Apollo's landing page loads from its CDN; the project's own is /graphiql.
    // Apollo's cache hints would wrap every field's resolver, and keep the compiler from writing plain fields inline.
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      runWith(executor),
      countUnreadable,
      refuseStrangers,
      nameRequest,
    ],
    csrfPrevention: { requestHeaders: ['x-apollo-operation-name', 'apollo-require-preflight', 'authorization'] },
    allowBatchedHttpRequests: true,
    formatError: (formatted, error) => (isPresented(formatted) ? formatted : formatApolloError(formatted, error, log)),
  });
  await apollo.start();
  const events = createGraphqlEvents(executor, connections);
  return { handler: serve(apollo, events, createContext, parse), endStreams: events.close, stop: () => apollo.stop() };
}

/** Runs operations with the executor instead of graphql-js. */
function runWith(executor: LimitedExecutor): ApolloServerPlugin<RequestScope> {
  return {
    requestDidStart: async () => ({
      async responseForOperation({ document, operation, request, contextValue: { context, texts } }) {
        const { operationName, variables = {} } = request;
        const { errors, ...result } =
          operation?.operation === OperationTypeNode.SUBSCRIPTION
            ? noSubscriptions()
            : texts.hold(await executor.print({ document, operationName, variables, context: context.forkForBatch() }));
        const singleResult = {
          ...(errors && { errors: errors.map((error) => error.toJSON()) }),
          // Of a document without the operation nothing was run.
          ...(operation && result),
        };
        // As Apollo answers what was not run.
        const status = errors && singleResult.data === undefined ? 400 : undefined;
        return { http: { status, headers: new HeaderMap() }, body: { kind: 'single', singleResult } };
      },
    }),
  };
}

/** Counts documents that cannot be parsed, which do not reach the executor. The next request over the count is refused. */
const countUnreadable: ApolloServerPlugin<RequestScope> = {
  requestDidStart: async ({ contextValue: { context } }) => ({
    parsingDidStart: async () => async (error) => {
      if (!error) return;
      try {
        countDocument(context, 1);
      } catch {
        // The answer is the error of the parser.
      }
    },
  }),
};

/**
 * A document that is refused as a whole because of its credential is answered with 401, which proxies, monitors and
 * clients that refresh tokens look at. Errors of public fields, for example a wrong password, are not about it.
 */
const refuseStrangers: ApolloServerPlugin<RequestScope> = {
  requestDidStart: async ({ contextValue: { context } }) => ({
    willSendResponse: async ({ response: { body, http } }) => {
      const { violation } = context;
      const { data, errors = [] } = body.kind === 'single' ? body.singleResult : {};
      if (violation === null || data) return;
      const refused = errors.find(({ path, message, extensions }) => {
        return extensions?.status === 401 && (!path || message === violation.message);
      });
      if (!refused) return;
      http.status = 401;
      http.headers.set('www-authenticate', challengeOf(refused.extensions?.code));
    },
  }),
};

/** The errors of each operation get the ID of the request. */
const nameRequest: ApolloServerPlugin<RequestScope> = {
  requestDidStart: async ({ contextValue: { context } }) => ({
    willSendResponse: async ({ response: { body } }) => {
      if (body.kind === 'single') body.singleResult = nameErrors(body.singleResult, context.request.id);
    },
  }),
};

/** The answer to what Apollo refuses before plugins are called, which has nothing but errors. */
function refusalOf(body: string, requestId: string): string {
  return JSON.stringify(nameErrors(JSON.parse(body) as { errors?: GraphQLFormattedError[] }, requestId));
}

function serve(
  apollo: ApolloServer<RequestScope>,
  events: GraphqlEvents,
  createContext: GraphqlHttpOptions['createContext'],
  parse: ParseJson,
): RequestHandler {
  return async (request, response, next) => {
    if (request.path !== '/') return next();
    response.setHeader('cache-control', 'no-store');
    try {
      requireMethod(request, response);
      // Before the body: who may send none, or a small one only, has sent nothing that was read.
      const context = await createContext(request, response);
      const asEvents = wantsEvents(request);
      // Streams of events report it as an event.
      if (!asEvents) refuseOperations(context);
      context.once.request = readKey(request);
      const body = await readRequest(request, context.violation ? bodyOfStrangersAtMost : bodyAtMost, parse);
      if (Array.isArray(body) && context.once.request) throw keyOfSeveral();
      if (asEvents || acceptsEvents(request)) {
        const operation = request.method === 'GET' ? operationOfUrl(request) : body;
        if (asEvents || events.isSubscription(operation)) {
          return await events.answer(operation, context, request, response);
        }
      }
      countOperations(context, Array.isArray(body) ? body.length : 1);
      refuseLongDocuments(body);
      const mark = request.url.indexOf('?');
      const texts = new PrintedTexts();
      const answer = await apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: request.method,
          headers: headersOf(request),
          search: mark < 0 ? '' : request.url.slice(mark),
          body,
        },
        context: async () => ({ context, texts }),
      });
      for (const [key, value] of answer.headers) response.setHeader(key, value);
      if (answer.body.kind === 'chunked')
        throw new Error('Apollo answered in chunks, although incremental delivery is off.');
      // An error of one operation must not set the status of the whole batch.
      const isBatch = answer.body.string.startsWith('[');
      response.statusCode = isBatch ? 200 : (answer.status ?? 200);
      const { string } = answer.body;
      response.end(response.statusCode < 400 ? texts.putInto(string) : refusalOf(string, context.request.id));
    } catch (error) {
      sendFailure(response, error);
    }
  };
}

/** Reports a request that is not an operation, in the response format of GraphQL. */
function sendFailure(response: Response, error: unknown): void {
  if (response.destroyed || response.headersSent) return;
  const request = metadataOf(response);
  const shown = presentError(error, { request });
  const { status, retryAfter } = shown.extensions;
  response.statusCode = status as number;
  if (status === 401) response.setHeader('www-authenticate', challengeOf(shown.extensions.code));
  if (retryAfter !== undefined) response.setHeader('retry-after', String(Math.ceil(retryAfter as number)));
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ errors: withRequestId([shown], request.id) }));
}

function noSubscriptions(): ExecutionResult {
  const message =
    'A subscription must be sent to this URL over WebSocket (`graphql-transport-ws`), or with `Accept: text/event-stream` for server-sent events.';
  return { errors: [withCode(new AppError('BAD_REQUEST', message))] };
}
