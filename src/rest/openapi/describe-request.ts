import {
  type GraphQLInputType,
  GraphQLString,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { exampleId } from '../../platform/example-id.js';
import { listLimits } from '../../platform/graphql/page.js';
import type { FieldRules } from '../../platform/graphql/rule-keywords.js';
import { defaultSource } from '../request-variables.js';
import type { Route } from '../route.js';
import type { RouteKey } from '../route-key.js';
import { withDeprecation } from './deprecation.js';
import { describeName } from './describe-name.js';
import type { ReadOperation } from './read-operation.js';
import { described, type JsonSchema, type SchemaBook } from './schema-book.js';
import { originOf, traceVariables } from './trace-row.js';

export interface DescribedRequest {
  parameters: object[];
  requestBody: object | null;
  /** Whether its operation reads the `Idempotency-Key` itself. */
  takesIdempotencyKey: boolean;
}

/** `components.parameters`: what most routes have. */
export const sharedParameters = {
  WorkspaceId: {
    name: 'workspaceId',
    in: 'path',
    required: true,
    description: 'The ID of the workspace. `GET /workspaces` lists yours.',
    schema: { type: 'string', format: 'uuid' },
    example: exampleId('workspaceId'),
  },
  IdempotencyKey: {
    name: 'idempotency-key',
    in: 'header',
    description:
      'A text that you choose for this request. Within 24 hours the same request with the same key gets the same answer, with `Idempotency-Replayed: true`, and has no further effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
} as const;

export function referenceToParameter(name: keyof typeof sharedParameters): { $ref: string } {
  return { $ref: `#/components/parameters/${name}` };
}

interface Sent {
  type: GraphQLInputType;
  description?: string | undefined;
  deprecationReason?: string | null | undefined;
  rules?: FieldRules | undefined;
}

const ifMatch: Sent = {
  type: GraphQLString,
  description:
    'The `ETag` of the record that the change is based on. If it has another one, the request fails with 412.',
};

/** The parameters, headers and body fields of one route. */
class Gathered {
  readonly params = new Map<string, Sent>();
  readonly query = new Map<string, Sent>();
  readonly headers = new Map<string, Sent>();
  readonly fields = new Map<string, Sent>();
  body: Sent | null = null;

  /** Adds the source of one variable, or of one of its fields. */
  take(value: unknown, sent: Sent): void {
    const origin = originOf(value);
    if (origin) {
      const [place, name] = origin;
      if (place === 'body' && name === undefined) this.body = sent;
      else if (place === 'body') this.fields.set(name ?? '', sent);
      else if (name === undefined) return;
      else if (place === 'params' || place === 'query' || place === 'headers') this[place].set(name, sent);
      return;
    }
    const type = getNullableType(sent.type);
    if (typeof value !== 'object' || value === null || !isInputObjectType(type)) return;
    const fields = type.getFields();
    for (const [name, part] of Object.entries(value)) {
      const field = fields[name];
      if (!field) continue;
      const { type, description, deprecationReason, extensions } = field;
      this.take(part, { type, deprecationReason, description: description ?? undefined, rules: extensions.rules });
    }
  }
}

/** The parameters and the body of a route, derived from the variables of the operation and the source of each. */
export function describeRequest(
  row: Route,
  key: RouteKey,
  operation: ReadOperation,
  book: SchemaBook,
): DescribedRequest {
  const gathered = gather(row, key, operation);
  // All parameters of the path, in its order, including those that the operation does not use.
  const path = key.params.map((name) => {
    if (name === sharedParameters.WorkspaceId.name) return referenceToParameter('WorkspaceId');
    const { type, description = describeName(name) } = gathered.params.get(name) ?? {};
    const schema = type ? book.value(type) : { type: 'string' };
    const example = row.example?.params?.[name] ?? (/Id$/.test(name) ? exampleId(name) : undefined);
    return { name, in: 'path', required: true, description, schema, ...(example && { example }) };
  });
  const query = [...gathered.query].map(([name, sent]) => {
    const example = row.example?.query?.[name];
    return { ...parameter(name, 'query', sent, book), ...(example && { example }) };
  });
  // The media types of the body say it.
  gathered.headers.delete('content-type');
  const headers = [...gathered.headers].map(([name, sent]) => {
    const example = row.example?.headers?.[name];
    const shown = row.counts?.includes(name) ? Number(example) : example;
    return { ...parameter(name, 'header', sent, book), ...(example && { example: shown }) };
  });
  return {
    parameters: [...path, ...query, ...headers],
    requestBody: withExample(requestBodyOf(row, key, gathered, book), row),
    takesIdempotencyKey: gathered.headers.has('idempotency-key'),
  };
}

function gather(row: Route, key: RouteKey, operation: ReadOperation): Gathered {
  const gathered = new Gathered();
  const traced = traceVariables(row);
  for (const [name, variable] of operation.variables) {
    if (name in traced) {
      gathered.take(traced[name], variable);
      continue;
    }
    const source = defaultSource(name, key);
    if (source === 'body') gathered.body = variable;
    else if (source === 'condition') gathered.headers.set('If-Match', ifMatch);
    else (source === 'path' ? gathered.params : gathered.query).set(name, variable);
  }
  return gathered;
}

function parameter(name: string, place: string, sent: Sent, book: SchemaBook): object {
  const { type, description, deprecationReason, rules } = sent;
  const isList = isListType(getNullableType(type));
  return {
    name,
    in: place,
    ...(isNonNullType(type) && { required: true }),
    description: withDeprecation(description ?? describeName(name), deprecationReason),
    ...(deprecationReason && { deprecated: true }),
    ...(isList && place === 'query' && { style: 'form', explode: false }),
    ...(isInputObjectType(getNullableType(type)) && place === 'query' && { style: 'deepObject', explode: true }),
    schema: name === 'limit' ? unlimited(book.parameter(type, rules)) : book.parameter(type, rules),
  };
}

/** A limit that is too large counts as the largest one, whatever it is. */
function unlimited({ maximum: _most, format: _size, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, default: listLimits.usual };
}

interface RequestBody {
  required: boolean;
  content: Record<string, { schema: JsonSchema; example?: unknown }>;
}

function withExample(body: RequestBody | null, { example }: Route): RequestBody | null {
  const shown = example?.form ?? example?.body;
  const [first = ''] = Object.keys(body?.content ?? {});
  const media = body?.content[example?.form ? formType : first];
  if (media && shown !== undefined) media.example = shown;
  return body;
}

const formType = 'application/x-www-form-urlencoded';

/** A file as a body, or in a part of a form. */
function file(type: string): { schema: JsonSchema } {
  const isForm = type === 'multipart/form-data';
  const part = { type: 'object', properties: { file: { type: 'string', format: 'binary', description: 'The file.' } } };
  return { schema: isForm ? { ...part, required: ['file'] } : { type: 'string' } };
}

function requestBodyOf(row: Route, key: RouteKey, gathered: Gathered, book: SchemaBook): RequestBody | null {
  if (!key.hasBody) return null;
  if (row.accepts)
    return { required: true, content: Object.fromEntries(row.accepts.map((type) => [type, file(type)])) };
  if (!row.rawBody) return requestBody(gathered, book);
  const form = { schema: { type: 'object', additionalProperties: true } };
  return { required: false, content: { 'application/json': { schema: {} }, [formType]: form } };
}

function requestBody({ body, fields }: Gathered, book: SchemaBook): RequestBody | null {
  if (body) {
    return content(book.value(body.type), isNonNullType(body.type) && hasRequiredField(body.type));
  }
  if (fields.size === 0) return null;
  const properties = Object.fromEntries(
    [...fields].map(([name, sent]) => [
      name,
      described(
        book.input(sent.type, sent.rules),
        sent.description ?? describeName(name),
        undefined,
        sent.deprecationReason,
      ),
    ]),
  );
  const needed = [...fields].flatMap(([name, sent]) => (isNonNullType(sent.type) ? [name] : []));
  const schema: JsonSchema = { type: 'object', properties, ...(needed.length > 0 && { required: needed }) };
  return content(schema, needed.length > 0);
}

function content(schema: JsonSchema, isRequired: boolean): RequestBody {
  return { required: isRequired, content: { 'application/json': { schema } } };
}

/** A missing body counts as an empty object: it is required only if one of its fields is. */
function hasRequiredField(type: GraphQLInputType): boolean {
  const bare = getNullableType(type);
  if (!isInputObjectType(bare)) return false;
  return Object.values(bare.getFields()).some((field) => isNonNullType(field.type) && field.defaultValue === undefined);
}
