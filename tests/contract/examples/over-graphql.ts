import { type DocumentNode, getOperationAST, print } from 'graphql';
import { isPage } from '../../../src/rest/envelope.js';
import { createVariableReader } from '../../../src/rest/request-variables.js';
import { parseRouteKey } from '../../../src/rest/route-key.js';
import type { TestApp } from '../../support/app.js';
import { type ExampleRequest, statusesOf, type Transport } from './example-client.js';

/** An operation that was sent, and its answer. */
export interface SentOperation {
  name: string;
  document: string;
  /** As the documentation shows them. */
  variables: Record<string, unknown>;
  data: unknown;
}

/** Sends the operations of the routes to `/graphql`, with the variables that each route makes of its request. */
export function overGraphql(sent: (operation: SentOperation) => void): Transport {
  return async (app, request) => {
    const { row, key } = request;
    const document = print(row.operation);
    const variables = variablesOf(request);
    const { data, headers } = await post(app, request.headers, key, { query: document, variables });
    sent({ name: nameOf(row.operation), document, variables: variablesOf({ ...request, ...request.shown }), data });
    const [status = 200] = statusesOf(row);
    const found = row.data(data);
    const answer = { status, headers, type: 'application/json', body: data };
    return { ...answer, data: isPage(found) ? found.items : found };
  };
}

async function post(
  app: TestApp,
  { 'content-type': _, ...headers }: Record<string, string>,
  key: string,
  body: object,
) {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  if (errors) throw new Error(`${key} over GraphQL: ${JSON.stringify(errors)} ${JSON.stringify(body)}`);
  return { data, headers: response.headers };
}

function variablesOf({ key, row, params, query, headers, body = '' }: ExampleRequest): Record<string, unknown> {
  const route = parseRouteKey(key);
  const declared = getOperationAST(row.operation)?.variableDefinitions ?? [];
  const types = Object.fromEntries(declared.map(({ variable, type }) => [variable.name.value, print(type)]));
  const isJson = headers['content-type'] === 'application/json';
  const parts = { values: route.params.map((name) => params[name] ?? ''), query, headers, rawBody: body };
  return createVariableReader(row, route, types)({ ...parts, body: isJson ? JSON.parse(body) : {} });
}

function nameOf(document: DocumentNode): string {
  return getOperationAST(document)?.name?.value ?? '';
}
