import type { GraphQLSchema } from 'graphql';
import type { Route, RouteTable } from '../route.js';
import { parseRouteKey, type RouteKey } from '../route-key.js';
import { describeAccess, securitySchemes } from './describe-access.js';
import { describeRequest } from './describe-request.js';
import { describeSuccess, paginationSchema } from './describe-response.js';
import { errorResponses, errorSchemas, errorsByStatus } from './error-responses.js';
import { createTagger } from './name-tags.js';
import { readOperation } from './read-operation.js';
import { SchemaBook } from './schema-book.js';

export interface OpenApiOptions {
  tables: readonly RouteTable[];
  schema: GraphQLSchema;
  /** Of the product. */
  version: string;
  /** Where the server is reached, without a slash at the end. */
  publicUrl: string;
}

/** An OpenAPI 3.1 document, ready for JSON. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, object>; [section: string]: object };
}

/**
 * Describes every row by its operation and the GraphQL types: nothing about a route is written twice. The same rows
 * and schema always give the same document.
 */
export function buildOpenApi({ tables, schema, version, publicUrl }: OpenApiOptions): OpenApiDocument {
  const rows = tables.flatMap((table) => Object.entries(table)).map(([key, row]) => ({ key: parseRouteKey(key), row }));
  const tagOf = createTagger(rows.map(({ key }) => key));
  const book = new SchemaBook();
  const operationIds = new Set<string>();
  const paths: OpenApiDocument['paths'] = {};
  for (const { key, row } of rows) {
    const path = key.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][key.method.toLowerCase()] = describeRow(row, key, schema, book, operationIds, tagOf(key));
  }
  const tags = [...new Set(rows.map(({ key }) => tagOf(key)))].sort().map((name) => ({ name }));
  const schemas = { ...book.close(), ...errorSchemas, Pagination: paginationSchema };
  return {
    openapi: '3.1.0',
    info: { title: 'Workspace automation API', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    tags,
    paths,
    components: { schemas, responses: errorResponses(), securitySchemes },
  };
}

function describeRow(
  row: Route,
  key: RouteKey,
  schema: GraphQLSchema,
  book: SchemaBook,
  operationIds: Set<string>,
  tag: string,
): object {
  const operation = readOperation(schema, row.operation);
  const access = describeAccess(operation.rules, row);
  const { parameters, requestBody } = describeRequest(row, key, operation, book);
  const { capabilities } = access;
  const description = [row.description, access.text].filter(Boolean).join('\n\n');
  // A mutation may refuse for reasons of its own: a wrong password, a closed registration, an id inside the body.
  const changes = operation.kind === 'mutation';
  const fails = errorsByStatus([
    ...(key.hasBody || parameters.length > key.params.length ? ([400] as const) : []),
    ...(access.needsCredential || changes ? ([401] as const) : []),
    ...(access.canBeForbidden || changes ? ([403] as const) : []),
    ...(key.params.length > 0 || changes ? ([404] as const) : []),
    ...(changes ? ([409] as const) : []),
    ...(key.hasBody ? ([413, 415] as const) : []),
    ...([429, 500, 503] as const),
  ]);
  return {
    operationId: uniqueId(operation.name, key, operationIds),
    summary: row.summary,
    ...(description && { description }),
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...describeSuccess(row, operation, book), ...fails },
    security: access.security,
    ...(capabilities.length > 0 && { 'x-capability': capabilities.length === 1 ? capabilities[0] : capabilities }),
  };
}

/** The operation's name; rows that share an operation are told apart by their last path parameter. */
function uniqueId(name: string, { params }: RouteKey, taken: Set<string>): string {
  const plain = name.charAt(0).toLowerCase() + name.slice(1);
  const last = params.at(-1) ?? '';
  const byParam = `${plain}By${last.charAt(0).toUpperCase()}${last.slice(1)}`;
  let id = taken.has(plain) ? byParam : plain;
  for (let count = 2; taken.has(id); count++) id = `${byParam}${count}`;
  taken.add(id);
  return id;
}
