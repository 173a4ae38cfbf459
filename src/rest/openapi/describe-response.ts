import {
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Route } from '../route.js';
import type { ReadOperation, SelectedField } from './read-operation.js';
import { described, type JsonSchema, nullable, referenceTo, type SchemaBook } from './schema-book.js';
import { type Origin, originOf, traceData } from './trace-row.js';

/** The successful responses of a route, by status. */
export function describeSuccess(row: Route, operation: ReadOperation, book: SchemaBook): Record<string, object> {
  const { status = 200 } = row;
  const textType = row.plain ?? row.text?.type;
  if (textType)
    return { '200': { description: phrases[200], content: { [textType]: { schema: { type: 'string' } } } } };
  if (row.csv) {
    const data = { success: { const: true }, data: csvOutcomeSchema };
    const schema = { type: 'object', properties: data, required: ['success', 'data'] };
    return { '200': { description: phrases[200], content: { 'application/json': { schema } } } };
  }
  const statuses = typeof status === 'number' ? [status] : status.oneOf;
  const schema = row.withoutNulls
    ? partialEnvelope(traceData(row), operation, book)
    : envelope(traceData(row), operation, book);
  return Object.fromEntries(
    statuses.map((one) => [String(one), { description: phrases[one], content: { 'application/json': { schema } } }]),
  );
}

/** Whether a route answers with a page of a list. */
export function isPageRoute(row: Route, operation: ReadOperation): boolean {
  return isPage(fieldAt(operation.selected, originOf(traceData(row)) ?? []));
}

function isPage(found: SelectedField | null): boolean {
  return ['items', 'pagination'].every((name) => found?.below.some((field) => field.name === name));
}

export const paginationSchema: JsonSchema = {
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

const violation = {
  line: { type: 'integer', description: 'The line of the file, from 1.' },
  field: { type: 'string', description: 'The field of the row; empty for the row as a whole.' },
  message: { type: 'string', description: 'What is wrong, and what is accepted.' },
};
const counts = {
  rows: 'The number of rows in the file.',
  created: 'The number of created records.',
  updated: 'The number of updated records.',
  unchanged: 'The number of rows that changed nothing.',
  failed: 'The number of rows with errors, which were not stored.',
};

/** See `CsvOutcome`. */
const csvOutcomeSchema: JsonSchema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      Object.entries(counts).map(([name, description]) => [name, { type: 'integer', minimum: 0, description }]),
    ),
    errors: {
      type: 'array',
      description: 'The first 1000 errors, by line.',
      items: { type: 'object', properties: violation, required: Object.keys(violation) },
    },
  },
  required: [...Object.keys(counts), 'errors'],
};

const phrases = {
  200: 'The request succeeded.',
  201: 'The record was created.',
  202: 'The request was accepted and is processed in the background.',
} as const;

function envelope(traced: unknown, operation: ReadOperation, book: SchemaBook): JsonSchema {
  const origin = originOf(traced);
  const found = origin ? fieldAt(operation.selected, origin) : null;
  const items = found?.below.find((field) => field.name === 'items');
  const isList = items !== undefined && isPage(found);
  const data = isList ? outputOf(items, operation.name, book) : schemaOfTraced(traced, operation, book);
  return {
    type: 'object',
    properties: { success: { const: true }, data, ...(isList && { pagination: { $ref: referenceTo('Pagination') } }) },
    required: ['success', 'data', ...(isList ? ['pagination'] : [])],
  };
}

/** For a route that omits null fields: each field is optional. */
function partialEnvelope(traced: unknown, operation: ReadOperation, book: SchemaBook): JsonSchema {
  const below = fieldAt(operation.selected, originOf(traced) ?? [])?.below ?? [];
  const fields = below.map((field): [string, JsonSchema] => [field.name, withoutNull(field, operation.name, book)]);
  const data: JsonSchema = { type: 'object', properties: Object.fromEntries(fields) };
  return { type: 'object', properties: { success: { const: true }, data }, required: ['success', 'data'] };
}

/** A value that `data` returned: a part of the result, or an object composed of such parts. */
function schemaOfTraced(traced: unknown, operation: ReadOperation, book: SchemaBook): JsonSchema {
  const origin = originOf(traced);
  if (origin) {
    const found = fieldAt(operation.selected, origin);
    return found ? withoutNull(found, operation.name, book) : {};
  }
  if (typeof traced !== 'object' || traced === null || Array.isArray(traced)) return {};
  const parts = Object.entries(traced).map(([name, part]) => {
    const found = fieldAt(operation.selected, originOf(part) ?? []);
    return [name, found ? outputOf(found, operation.name, book) : schemaOfTraced(part, operation, book)] as const;
  });
  return { type: 'object', properties: Object.fromEntries(parts), required: parts.map(([name]) => name) };
}

function fieldAt(selected: readonly SelectedField[], origin: Origin): SelectedField | null {
  const [name, ...rest] = origin;
  const found = selected.find((field) => field.name === name);
  if (!found) return null;
  return rest.length === 0 ? found : fieldAt(found.below, rest);
}

/** The schema of a field; nullable if its type is. */
function outputOf(selected: SelectedField, operation: string, book: SchemaBook): JsonSchema {
  return described(schemaOf(selected.type, selected, operation, book), selected.field.description);
}

/** `data` itself is never null: a null result becomes 404. */
function withoutNull(selected: SelectedField, operation: string, book: SchemaBook): JsonSchema {
  return bareSchema(getNullableType(selected.type), selected, operation, book);
}

function schemaOf(type: GraphQLOutputType, selected: SelectedField, operation: string, book: SchemaBook): JsonSchema {
  if (isNonNullType(type)) return bareSchema(type.ofType, selected, operation, book);
  return nullable(bareSchema(type, selected, operation, book));
}

function bareSchema(type: GraphQLOutputType, selected: SelectedField, operation: string, book: SchemaBook): JsonSchema {
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType, selected, operation, book) };
  const named = getNamedType(type);
  return isLeafType(named) ? book.leaf(named) : objectSchema(named, selected.below, operation, book);
}

function objectSchema(
  type: GraphQLNamedType,
  fields: readonly SelectedField[],
  operation: string,
  book: SchemaBook,
): JsonSchema {
  const schema: JsonSchema = described({ type: 'object' }, type.description);
  schema.properties = Object.fromEntries(fields.map((field) => [field.name, outputOf(field, operation, book)]));
  schema.required = fields.filter((field) => field.always).map((field) => field.name);
  return book.shape(type, operation, schema);
}
