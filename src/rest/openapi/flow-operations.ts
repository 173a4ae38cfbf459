import type { GraphQLSchema } from 'graphql';
import { type Capability, notInFlows } from '../../platform/access/capabilities.js';
import { conditionVariable } from '../request-variables.js';
import { type Route, type RouteTable, workspacePath } from '../route.js';
import { parseRouteKey, type RouteKey } from '../route-key.js';
import { type DescribedOperation, describeOperation } from './describe-operation.js';
import { byTag } from './name-tags.js';
import { readOperation } from './read-operation.js';
import { type JsonSchema, referenceTo, SchemaBook } from './schema-book.js';

/** An operation that flows can call by `workspace.request`. */
export interface FlowOperation {
  /** Its `operationId`. */
  name: string;
  /** Its route: `GET /workspaces/:workspaceId/contacts`. */
  route: string;
  title: string;
  /** Its tag. */
  group: string;
  capabilities: string[];
  /** The schema of the fields of its path, query and body, in one object. */
  input: JsonSchema;
  /** Its fields that narrow what it reads, and so are never null. */
  query: string[];
}

/** The operations that flows can call, the schemas that their inputs refer to, and the names of the others. */
export interface FlowOperations {
  operations: FlowOperation[];
  schemas: Record<string, JsonSchema>;
  unavailable: string[];
}

interface Row {
  key: RouteKey;
  row: Route;
  operation: DescribedOperation;
}

/** Describes every operation below a workspace for flows, from the routes and the schema, in the order of the documentation. */
export function describeFlowOperations(tables: readonly RouteTable[], schema: GraphQLSchema): FlowOperations {
  const book = new SchemaBook();
  const parts = { schema, book, operationIds: new Map<string, string>(), readable: new Set<string>(), examples: {} };
  const rows = tables
    .flatMap((table) => Object.entries(table))
    .map(([text, row]) => ({ key: parseRouteKey(text), row }))
    .filter(({ key }) => key.method !== 'HEAD' && key.method !== 'OPTIONS')
    .map(({ key, row }): Row => ({ key, row, operation: describeOperation(row, key, parts) }));
  const known = book.close();
  const available = byTag(rows.filter(isAvailable));
  const operations = available.map((row) => toOperation(row, known, schema));
  const unavailable = rows.filter((row) => !isAvailable(row)).map(({ operation }) => operation.operationId);
  return { operations, schemas: reachable(operations, known), unavailable: unavailable.sort() };
}

/**
 * Flows call what API keys may call of their workspace, unless the route or its capability refuses it, and what is JSON on both
 * sides.
 */
function isAvailable({ key, row, operation }: Row): boolean {
  const keysMay = (operation.security as object[]).some((one) => 'apiKey' in one);
  const isJson = !row.text && !row.plain && !row.rawBody && !row.response && !row.bytes;
  const isRefused = row.inFlows === false || capabilitiesOf(operation).some((name) => notInFlows.has(name));
  return key.path.startsWith(workspacePath) && keysMay && isJson && !isRefused;
}

function capabilitiesOf({ 'x-capability': required = [] }: DescribedOperation): Capability[] {
  return [required].flat() as Capability[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

function toOperation({ key, row, operation }: Row, known: Record<string, JsonSchema>, schema: GraphQLSchema) {
  const { operationId: name, summary: title, tags = [] } = operation as DescribedOperation & Record<string, string>;
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => 'in' in one && one.in !== 'header');
  const body = bodyOf(operation, known);
  const twice = parameters.find((one) => body.properties && one.name in body.properties);
  if (twice) throw new Error(`${name}: ${twice.name} is both a parameter and a field of the body.`);
  const properties = {
    ...Object.fromEntries(parameters.map((one) => [one.name, { ...one.schema, description: one.description }])),
    ...body.properties,
    ...(readOperation(schema, row.operation).variables.has(conditionVariable) && { [conditionVariable]: condition }),
  };
  const required = [
    ...parameters.flatMap((one) => (one.required ? [one.name] : [])),
    ...((body.required ?? []) as string[]),
  ];
  return {
    name,
    route: `${key.method} ${key.path}`,
    title: title as string,
    group: tags[0] as string,
    capabilities: capabilitiesOf(operation),
    query: parameters.map((one) => one.name),
    input: plain({
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: body.additionalProperties ?? false,
    }),
  };
}

/** What a caller read before, so that a change in between is not overwritten. */
const condition: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: 'The `updatedAt` of the record that the change is based on. If it was changed since, the request fails.',
};

function bodyOf({ requestBody }: DescribedOperation, known: Record<string, JsonSchema>) {
  const { content = {} } = (requestBody ?? {}) as { content?: Record<string, { schema?: JsonSchema }> };
  const schema = content['application/json']?.schema ?? {};
  const found = typeof schema.$ref === 'string' ? known[nameOf(schema.$ref)] : schema;
  return (found ?? {}) as JsonSchema & { properties?: Record<string, JsonSchema> };
}

/** The keywords that checks and forms of inputs use. */
const keywords: ReadonlySet<string> = new Set(
  'type enum const format description default items properties required additionalProperties anyOf oneOf minimum maximum minLength maxLength minItems maxItems $ref'.split(
    ' ',
  ),
);

/** A schema with those keywords alone. */
function plain(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).filter(([name, value]) => keywords.has(name) && value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, plainValue(name, value)]));
}

function plainValue(name: string, value: unknown): unknown {
  if (name === 'properties') return mapped(value as Record<string, JsonSchema>, plain);
  if (name === 'anyOf' || name === 'oneOf') return (value as JsonSchema[]).map(plain);
  const isSchema = name === 'items' || name === 'additionalProperties';
  return isSchema && typeof value === 'object' ? plain(value as JsonSchema) : value;
}

function mapped<T, R>(values: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** The schemas that inputs refer to, by name. */
function reachable(operations: readonly FlowOperation[], known: Record<string, JsonSchema>) {
  const found = new Map<string, JsonSchema>();
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string' && !found.has(nameOf($ref))) {
      const schema = plain(known[nameOf($ref)] ?? {});
      found.set(nameOf($ref), schema);
      follow(schema);
    }
    for (const inner of Object.values(value)) follow(inner);
  };
  for (const { input } of operations) follow(input);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const nameOf = (reference: string): string => reference.slice(referenceTo('').length);
