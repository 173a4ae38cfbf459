import {
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { omitsNull } from '../../platform/graphql/omit-null.js';
import { dataOf, type Route, type SuccessStatus } from '../route.js';
import { headersOf, type RouteKind, showsRecord } from './answer-headers.js';
import { describeName, describeType } from './describe-name.js';
import type { ShapePlace } from './name-shapes.js';
import type { ReadOperation, SelectedField } from './read-operation.js';
import { described, type JsonSchema, nullable, referenceTo, type SchemaBook } from './schema-book.js';
import { alwaysIn, type Origin, originOf, presentWith, traceData } from './trace-row.js';

/** The successful responses of a route, by status. */
export function describeSuccess(
  kind: RouteKind,
  operation: ReadOperation,
  book: SchemaBook,
  examples: Readonly<Record<string, unknown>> = {},
): Record<string, object> {
  const { row } = kind;
  const { status = 200 } = row;
  const textType = row.plain ?? row.text?.type;
  if (textType) return { '200': success(200, kind, textType, { type: 'string' }, examples['200']) };
  const { redirects } = row;
  if (redirects) {
    const headers = headersOf({ status: redirects, kind });
    return { [redirects]: { description: 'The browser goes on to `Location`.', headers } };
  }
  if (row.bytes) return describeBytes(kind, examples['200']);
  const statuses = typeof status === 'number' ? [status] : status.oneOf;
  const described = Object.fromEntries(
    statuses.map((one) => {
      const data = dataOf(row, one);
      const schema = row.withoutNulls
        ? partialEnvelope(traceData(data), operation, book)
        : envelope(data, { present: presentWith(row.status, one), neverNull: row.neverNull }, operation, book);
      return [String(one), success(one, kind, 'application/json', schema, examples[one])];
    }),
  );
  const answers = row.tus && status !== 201 ? { ...described, '204': forTus(kind) } : described;
  return showsRecord(kind) ? { ...answers, '304': notModified(kind) } : answers;
}

function success(status: SuccessStatus, kind: RouteKind, type: string, schema: JsonSchema, example?: unknown): object {
  return {
    description: phrases[status],
    headers: headersOf({ status, kind }),
    content: { [type]: { schema, ...(example !== undefined && { example }) } },
  };
}

/** Bytes, or a range of them. */
function describeBytes(kind: RouteKind, example: unknown): Record<string, object> {
  const shown = example === undefined ? {} : { example };
  const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' }, ...shown } };
  const headers = headersOf({ status: 200, kind });
  return {
    '200': { description: 'The bytes of the file.', headers, content },
    '206': { description: 'The bytes in the range of `Range`.', headers, content },
    '304': notModified(kind),
  };
}

function forTus(kind: RouteKind): object {
  return { description: 'The same for a request with `Tus-Resumable`.', headers: headersOf({ status: 204, kind }) };
}

function notModified(kind: RouteKind): object {
  return {
    description: 'The content has not changed since the `ETag` in `If-None-Match`.',
    headers: headersOf({ status: 304, kind }),
  };
}

/** Whether a route answers with a page of a list. */
export function isPageRoute({ data }: Route, operation: ReadOperation): boolean {
  return isPage(fieldAt(operation.selected, originOf(traceData(data)) ?? []));
}

function isPage(found: SelectedField | null): boolean {
  return ['items', 'pagination'].every((name) => found?.below.some((field) => field.name === name));
}

const paginationSchema: JsonSchema = {
  type: 'object',
  description: 'The position of a page in its list.',
  properties: {
    page: {
      type: ['integer', 'null'],
      minimum: 1,
      description: 'The page number, from 1. Null for a page after a `cursor`.',
    },
    limit: { type: 'integer', minimum: 1, maximum: 100, description: 'The number of items per page.' },
    total: {
      type: 'integer',
      minimum: 0,
      description: 'The number of items on all pages. After a `cursor`: as it was counted for the first page.',
    },
    totalPages: { type: 'integer', minimum: 0, description: 'The number of pages.' },
    nextCursor: {
      type: ['string', 'null'],
      description:
        'The `cursor` of the next page, which begins behind the last item of this one, whatever was added meanwhile. Null at the end of the list.',
    },
  },
  required: ['page', 'limit', 'total', 'totalPages', 'nextCursor'],
};

/** `components.schemas` of the envelope. */
export const envelopeSchemas: Readonly<Record<string, JsonSchema>> = {
  Pagination: paginationSchema,
  Success: { type: 'boolean', const: true, description: 'Always true: the request succeeded.' },
};

const phrases = {
  200: 'The request succeeded.',
  201: 'The record was created.',
  202: 'The request was accepted and is processed in the background.',
} as const;

/** An answer with `data`; the properties of `data` that vanish when their values are null are optional. */
function envelope(
  take: Route['data'],
  { present, neverNull = [] }: { present: Origin | null; neverNull?: readonly string[] | undefined },
  operation: ReadOperation,
  book: SchemaBook,
): JsonSchema {
  const traced = traceData(take);
  const origin = originOf(traced);
  const found = origin ? fieldAt(operation.selected, origin) : null;
  const items = found?.below.find((field) => field.name === 'items');
  if (items !== undefined && isPage(found)) {
    const listed = described(outputOf(items, { operation: operation.name, as: 'item' }, book), describeName('items'));
    return enveloped(listed, { pagination: { $ref: referenceTo('Pagination') } });
  }
  const always = alwaysIn(take);
  const hints: Hints = {
    isOptional: (name) => !always(name),
    isPresent: (name, from) => !always(name) || neverNull.includes(name) || present?.join() === from.join(),
  };
  return enveloped(schemaOfTraced(traced, operation, book, hints));
}

function enveloped(data: JsonSchema, more: Record<string, JsonSchema> = {}): JsonSchema {
  if (!data.$ref) data.description ??= 'The result.';
  const properties = { success: { $ref: referenceTo('Success') }, data, ...more };
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** For a route that omits null fields: each field is optional. */
function partialEnvelope(traced: unknown, operation: ReadOperation, book: SchemaBook): JsonSchema {
  const below = fieldAt(operation.selected, originOf(traced) ?? [])?.below ?? [];
  const fields = below.map((field): [string, JsonSchema] => [
    field.name,
    described(withoutNull(field, answerOf(operation), book), field.field.description ?? describeName(field.name)),
  ]);
  return enveloped({ type: 'object', properties: Object.fromEntries(fields) });
}

/** What is known of the properties of composed data. */
interface Hints {
  /** Whether it is missing if its value is null. */
  isOptional(name: string): boolean;
  /** Whether it is never null. */
  isPresent(name: string, from: Origin): boolean;
}

const noHints: Hints = { isOptional: () => false, isPresent: () => false };

/** A value that `data` returned: a part of the result, or an object composed of such parts. */
function schemaOfTraced(traced: unknown, operation: ReadOperation, book: SchemaBook, hints = noHints): JsonSchema {
  const origin = originOf(traced);
  if (origin) {
    const found = fieldAt(operation.selected, origin);
    return found ? withoutNull(found, answerOf(operation), book) : {};
  }
  if (typeof traced !== 'object' || traced === null || Array.isArray(traced)) return {};
  const parts = Object.entries(traced).map(([name, part]) => {
    const from = originOf(part) ?? [];
    const found = fieldAt(operation.selected, from);
    if (!found) return [name, described(schemaOfTraced(part, operation, book), describeName(name))] as const;
    // The field of a mutation is described by what the mutation does.
    if (from.length === 1) return [name, titled(withoutNull(found, answerOf(operation), book), name)] as const;
    const schema = hints.isPresent(name, from)
      ? described(withoutNull(found, answerOf(operation), book), found.field.description)
      : outputOf(found, answerOf(operation), book);
    return [name, schema] as const;
  });
  const required = parts.map(([name]) => name).filter((name) => !hints.isOptional(name));
  return { type: 'object', properties: Object.fromEntries(parts), required };
}

function titled(schema: JsonSchema, name: string): JsonSchema {
  return schema.$ref ? schema : described(schema, schema.type === 'boolean' ? 'Always true.' : describeName(name));
}

function fieldAt(selected: readonly SelectedField[], origin: Origin): SelectedField | null {
  const [name, ...rest] = origin;
  const found = selected.find((field) => field.name === name);
  if (!found) return null;
  return rest.length === 0 ? found : fieldAt(found.below, rest);
}

/** The schema of a field; nullable if its type is. */
function outputOf(selected: SelectedField, place: ShapePlace, book: SchemaBook): JsonSchema {
  const { field } = selected;
  const owner = typeof place.as === 'object' ? place.as.owner : undefined;
  const description = field.description ?? (selected.below.length > 0 ? undefined : describeName(field.name, owner));
  return described(schemaOf(selected.type, selected, place, book), description, undefined, field.deprecationReason);
}

/** What an operation answers. */
function answerOf({ name }: ReadOperation): ShapePlace {
  return { operation: name, as: 'answer' };
}

/** `data` itself is never null: a null result becomes 404. */
function withoutNull(selected: SelectedField, place: ShapePlace, book: SchemaBook): JsonSchema {
  return bareSchema(getNullableType(selected.type), selected, place, book);
}

function schemaOf(type: GraphQLOutputType, selected: SelectedField, place: ShapePlace, book: SchemaBook): JsonSchema {
  if (isNonNullType(type)) return bareSchema(type.ofType, selected, place, book);
  return nullable(bareSchema(type, selected, place, book));
}

function bareSchema(type: GraphQLOutputType, selected: SelectedField, place: ShapePlace, book: SchemaBook): JsonSchema {
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType, selected, place, book) };
  const named = getNamedType(type);
  const { jsonForm } = selected.field.extensions;
  if (jsonForm) return book.form(jsonForm);
  return isLeafType(named) ? book.leaf(named) : objectSchema(named, selected.below, place, book);
}

function objectSchema(
  type: GraphQLNamedType,
  fields: readonly SelectedField[],
  place: ShapePlace,
  book: SchemaBook,
): JsonSchema {
  const schema: JsonSchema = described({ type: 'object' }, type.description ?? describeType(type.name));
  const shown = omitsNull(type) ? fields.map(optional) : fields;
  schema.properties = Object.fromEntries(
    shown.map((field) => [
      field.name,
      outputOf(field, { ...place, as: { owner: type.name, field: field.name } }, book),
    ]),
  );
  schema.required = shown.filter((field) => field.always).map((field) => field.name);
  return book.shape(type, place, schema);
}

/** A field that is left out when it is null: it is there with a value, or not at all. */
function optional(field: SelectedField): SelectedField {
  const always = field.always && isNonNullType(field.type);
  return { ...field, always, type: new GraphQLNonNull(getNullableType(field.type)) };
}
