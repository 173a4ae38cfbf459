import type { GraphQLSchema } from 'graphql';
import { conditionVariable } from '../request-variables.js';
import type { Route, RouteTable } from '../route.js';
import { parseRouteKey, type RouteKey } from '../route-key.js';
import { answerHeaders, conditionParameters, describeHeaders } from './answer-headers.js';
import { businessRulesOf } from './business-rules.js';
import { describeAccess, securitySchemes } from './describe-access.js';
import { describeRequest } from './describe-request.js';
import { describeSuccess, isPageRoute, paginationSchema } from './describe-response.js';
import { errorResponses, errorSchemas, errorsByStatus } from './error-responses.js';
import { orderedTags, tagOf } from './name-tags.js';
import { readOperation } from './read-operation.js';
import { SchemaBook } from './schema-book.js';

export interface OpenApiOptions {
  tables: readonly RouteTable[];
  schema: GraphQLSchema;
  /** The version of the product. */
  version: string;
  /** The URL of the server, without a slash at the end. */
  publicUrl: string;
}

/** An OpenAPI 3.1 document that can be serialized as JSON. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: object[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, object>; [section: string]: object };
}

/**
 * Describes every route by its operation and the GraphQL types, so that nothing about a route is written twice. The same
 * routes and schema always give the same document.
 */
export function buildOpenApi({ tables, schema, version, publicUrl }: OpenApiOptions): OpenApiDocument {
  const rows = tables.flatMap((table) => Object.entries(table)).map(([key, row]) => ({ key: parseRouteKey(key), row }));
  const book = new SchemaBook();
  const operationIds = new Set<string>();
  const paths: OpenApiDocument['paths'] = {};
  const readable = new Set(rows.flatMap(({ key }) => (key.method === 'GET' ? [key.path] : [])));
  for (const { key, row } of rows) {
    const path = key.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    const isReadable = readable.has(key.path);
    paths[path][key.method.toLowerCase()] = describeRow(row, key, schema, book, { operationIds, isReadable });
  }
  const tags = orderedTags(rows.map(({ key }) => key));
  const schemas = { ...book.close(), ...errorSchemas, Pagination: paginationSchema };
  return {
    openapi: '3.1.0',
    info: { title: 'Workspace automation API', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    tags,
    paths,
    components: { schemas, responses: errorResponses(), headers: answerHeaders, securitySchemes },
  };
}

/** The header of every request that changes something for a caller with a credential. */
const idempotencyKey = {
  name: 'idempotency-key',
  in: 'header',
  description:
    'A text that you choose for this request. Within 24 hours the same request with the same key gets the same answer, with `Idempotency-Replayed: true`, and has no further effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

/** What every PATCH and PUT of a record that can be got accepts. */
const readOnlyText =
  'Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.';

function describeRow(
  row: Route,
  key: RouteKey,
  schema: GraphQLSchema,
  book: SchemaBook,
  { operationIds, isReadable }: { operationIds: Set<string>; isReadable: boolean },
): object {
  const operation = readOperation(schema, row.operation);
  const access = describeAccess(operation.rules, row);
  const described = describeRequest(row, key, operation, book);
  const isRecord = !row.text && !row.plain && !row.csv;
  const answer = { key, isRecord, isReadable, isPage: isRecord && isPageRoute(row, operation) };
  const parameters = [...described.parameters, ...conditionParameters(answer)];
  const { requestBody } = described;
  const { capabilities } = access;
  const sendsBack = isReadable && key.hasBody && key.method !== 'POST' ? readOnlyText : null;
  const rules = [...businessRulesOf(operation), ...(sendsBack ? ['READ_ONLY_FIELD'] : [])];
  const description = [row.description, sendsBack, access.text].filter(Boolean).join('\n\n');
  // A mutation can fail for further reasons: a wrong password, a closed registration, an ID inside the body.
  const changes = operation.kind === 'mutation';
  const isRepeatable = changes && access.needsCredential && !operation.variables.has('idempotencyKey');
  const accepted = [...parameters, ...(isRepeatable && !row.credential ? [idempotencyKey] : [])];
  const fails = errorsByStatus([
    ...(key.hasBody || described.parameters.length > key.params.length ? ([400] as const) : []),
    ...(access.needsCredential || changes ? ([401] as const) : []),
    ...(access.canBeForbidden || changes ? ([403] as const) : []),
    ...(key.params.length > 0 || changes ? ([404] as const) : []),
    ...(changes ? ([409] as const) : []),
    ...(isReadable && operation.variables.has(conditionVariable) ? ([412] as const) : []),
    ...(key.hasBody ? ([413, 415] as const) : []),
    ...([429, 500, 503] as const),
  ]);
  return {
    operationId: uniqueId(operation.name, key, operationIds),
    summary: row.summary,
    ...(description && { description }),
    tags: [tagOf(key).name],
    ...(accepted.length > 0 && { parameters: accepted }),
    ...(requestBody && { requestBody }),
    responses: { ...describeHeaders(describeSuccess(row, operation, book), answer), ...fails },
    security: access.security,
    ...(rules.length > 0 && { 'x-business-rules': rules }),
    ...(capabilities.length > 0 && { 'x-capability': capabilities.length === 1 ? capabilities[0] : capabilities }),
  };
}

/** The name of the operation; routes that share an operation also get the name of their last path parameter. */
function uniqueId(name: string, { params }: RouteKey, taken: Set<string>): string {
  const plain = name.charAt(0).toLowerCase() + name.slice(1);
  const last = params.at(-1) ?? '';
  const byParam = `${plain}By${last.charAt(0).toUpperCase()}${last.slice(1)}`;
  let id = taken.has(plain) ? byParam : plain;
  for (let count = 2; taken.has(id); count++) id = `${byParam}${count}`;
  taken.add(id);
  return id;
}
