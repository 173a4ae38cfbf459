import { ApolloServer, HeaderMap } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import { GraphQLError } from 'graphql';
import { AppError } from '../platform/errors.js';
import type { GraphContext } from '../platform/graphql/context.js';
import type { Executor } from '../platform/graphql/executor.js';

const bodyAtMost = '3mb';

export interface GraphqlHttp {
  handler: RequestHandler[];
  stop(): Promise<void>;
}

/**
 * GraphQL over HTTP: Apollo reads, parses and validates; our executor runs. Statuses follow GraphQL over HTTP, codes are
 * those of the REST layer.
 */
export async function createGraphqlHttp(
  executor: Executor,
  createContext: (request: Request, response: Response) => Promise<GraphContext>,
): Promise<GraphqlHttp> {
  const apollo = new ApolloServer<GraphContext>({
    // A gateway is Apollo's way to run operations by something else than graphql-js.
    gateway: {
      load: async () => ({
        executor: async ({ document, operationName, request, context }) =>
          executor.run(document, operationName, request.variables ?? {}, context as GraphContext),
      }),
      onSchemaLoadOrUpdate: (tell) => {
        tell({ apiSchema: executor.schema, coreSupergraphSdl: '' });
        return () => undefined;
      },
      stop: async () => undefined,
    },
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: { requestHeaders: ['x-apollo-operation-name', 'apollo-require-preflight', 'authorization'] },
    allowBatchedHttpRequests: true,
    formatError: (formatted, error) =>
      isOurs(formatted.extensions?.code, error) ? formatted : asDocumentFault(formatted),
  });
  await apollo.start();
  return {
    handler: [express.json({ limit: bodyAtMost }), serve(apollo, createContext)],
    stop: () => apollo.stop(),
  };
}

function serve(
  apollo: ApolloServer<GraphContext>,
  createContext: (request: Request, response: Response) => Promise<GraphContext>,
): RequestHandler {
  return async (request, response) => {
    const headers = new HeaderMap();
    for (const [key, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers.set(key, Array.isArray(value) ? value.join(', ') : value);
    }
    const mark = request.url.indexOf('?');
    const answer = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method,
        headers,
        search: mark < 0 ? '' : request.url.slice(mark),
        body: request.body,
      },
      context: () => createContext(request, response),
    });
    for (const [key, value] of answer.headers) response.setHeader(key, value);
    response.statusCode = answer.status ?? 200;
    if (answer.body.kind === 'complete') {
      response.end(answer.body.string);
      return;
    }
    for await (const chunk of answer.body.asyncIterator) response.write(chunk);
    response.end();
  };
}

function isOurs(code: unknown, error: unknown): boolean {
  const cause = unwrapResolverError(error);
  return (
    cause instanceof AppError ||
    (error instanceof GraphQLError && typeof error.extensions.status === 'number' && code !== undefined)
  );
}

/** Faults that Apollo found in the request itself: parse and validation errors carry our code for them. */
function asDocumentFault(formatted: { message: string; extensions?: Record<string, unknown> }) {
  return { ...formatted, extensions: { code: 'BAD_REQUEST', status: 400 } };
}
