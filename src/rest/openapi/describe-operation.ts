import type { GraphQLSchema } from 'graphql';
import { capitalized } from '../../platform/errors/words.js';
import { conditionVariable } from '../request-variables.js';
import type { Route } from '../route.js';
import type { RouteKey } from '../route-key.js';
import { changesRecord, conditionParameters, type RouteKind } from './answer-headers.js';
import { businessRulesOf } from './business-rules.js';
import { type Deprecations, deprecationsOf, withDeprecation } from './deprecation.js';
import { credentialParameters, type DescribedAccess, describeAccess } from './describe-access.js';
import { type DescribedRequest, describeRequest, referenceToParameter } from './describe-request.js';
import { describeSuccess, isPageRoute } from './describe-response.js';
import { type ErrorStatus, errorsByStatus } from './error-responses.js';
import { tagOf } from './name-tags.js';
import { type ReadOperation, readOperation } from './read-operation.js';
import type { ResponseExamples } from './response-examples.js';
import type { SchemaBook } from './schema-book.js';

/** What the routes of a document share while it is built. */
export interface DocumentParts {
  schema: GraphQLSchema;
  book: SchemaBook;
  /** The path of each operation, by its ID. */
  operationIds: Map<string, string>;
  /** The paths that have a GET. */
  readable: ReadonlySet<string>;
  examples: ResponseExamples;
}

/** What every PATCH and PUT of a record that can be got accepts. */
const readOnlyText =
  'Fields that only answers have may be sent unchanged; if one differs, the request fails with the rule `READ_ONLY_FIELD`.';

/** An Operation Object. */
export interface DescribedOperation {
  operationId: string;
  parameters?: object[];
  responses: Record<string, object>;
  [field: string]: unknown;
}

/** The Operation Object of one route. */
export function describeOperation(row: Route, key: RouteKey, parts: DocumentParts): DescribedOperation {
  const { schema, book, operationIds, readable, examples } = parts;
  const operation = readOperation(schema, row.operation);
  const access = describeAccess(operation.rules, row);
  const request = describeRequest(row, key, operation, book);
  const deprecations = deprecationsOf(row, operation);
  const kind = kindOf(row, key, operation, access, readable, deprecations);
  const parameters = [
    ...request.parameters,
    ...credentialParameters(row),
    ...conditionParameters(kind),
    ...(kind.isRepeatable ? [referenceToParameter('IdempotencyKey')] : []),
  ];
  const { requestBody } = request;
  const { capabilities } = access;
  const sendsBack = changesRecord(kind) ? readOnlyText : null;
  const rules = [...businessRulesOf(operation, schema), ...(sendsBack ? ['READ_ONLY_FIELD'] : [])];
  const text = withDeprecation(row.description, deprecations.route);
  const description = [text, sendsBack, access.text].filter(Boolean).join('\n\n');
  const fails = errorsByStatus(statusesOf(kind, operation, access, request), row.fails ?? []);
  return {
    operationId: uniqueId(operation.name, key, operationIds),
    summary: row.summary,
    ...(description && { description }),
    ...(deprecations.route && { deprecated: true }),
    tags: [tagOf(key).name],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...describeSuccess(kind, operation, book, examples[`${key.method} ${key.path}`]), ...fails },
    security: access.security,
    ...(rules.length > 0 && { 'x-business-rules': rules }),
    ...(capabilities.length > 0 && { 'x-capability': capabilities.length === 1 ? capabilities[0] : capabilities }),
  };
}

function kindOf(
  row: Route,
  key: RouteKey,
  operation: ReadOperation,
  { needsCredential }: DescribedAccess,
  readable: ReadonlySet<string>,
  deprecations: Deprecations,
): RouteKind {
  const isWrite = operation.kind === 'mutation' && needsCredential && !row.credential;
  return {
    key,
    row,
    isPage: !row.text && !row.plain && isPageRoute(row, operation),
    isReadable: readable.has(row.recordAt ?? key.path),
    isDeprecated: deprecations.route !== null || deprecations.inputs.size > 0,
    // Some operations read the key themselves.
    isRepeatable: isWrite && !operation.variables.has('idempotencyKey'),
  };
}

/** The statuses of failures that routes of a kind share; `fails` of a row adds its own. */
function statusesOf(
  { key, isReadable, isRepeatable }: RouteKind,
  { kind, variables }: ReadOperation,
  { needsCredential, canBeForbidden }: DescribedAccess,
  { parameters, takesIdempotencyKey }: DescribedRequest,
): ErrorStatus[] {
  const isWrite = kind === 'mutation' && needsCredential;
  return [
    ...(key.hasBody || isRepeatable || parameters.length > key.params.length ? ([400] as const) : []),
    ...(needsCredential ? ([401] as const) : []),
    ...(canBeForbidden ? ([403] as const) : []),
    // An ID inside a body can be unknown, too.
    ...(key.params.length > 0 || isWrite ? ([404] as const) : []),
    ...(isRepeatable || takesIdempotencyKey ? ([409] as const) : []),
    ...(isReadable && variables.has(conditionVariable) ? ([412] as const) : []),
    ...(key.hasBody ? ([408, 413, 415] as const) : []),
    ...([429, 500, 503] as const),
  ];
}

/**
 * The name of the operation; routes that share an operation also get the name of their last path parameter, and those of one
 * path their method.
 */
function uniqueId(name: string, { params, path, method }: RouteKey, taken: Map<string, string>): string {
  const plain = name.charAt(0).toLowerCase() + name.slice(1);
  const byParam = params.length > 0 ? `${plain}By${capitalized(params.at(-1) ?? '')}` : plain;
  let id = taken.has(plain) ? byParam : plain;
  if (taken.get(id) === path) id = `${id}With${capitalized(method.toLowerCase())}`;
  for (let count = 2; taken.has(id); count++) id = `${byParam}${count}`;
  taken.set(id, path);
  return id;
}
