import { readFileSync } from 'node:fs';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Schema {
  enum?: string[];
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
}

/** A list of a workspace, with its sort keys and filters. */
export interface ApiList {
  /** Behind `/workspaces/{workspaceId}/`. */
  name: string;
  path: string;
  keys: string[];
  filters: ListFilter[];
  /** A condition of `filter` on each of its fields, by the field. */
  conditions: ListFilter[];
  /** The record that the list belongs to: its parameter (`flowId`), column and table; null for lists of a workspace. */
  parent: { parameter: string; column: string; table: string } | null;
}

export interface ListFilter {
  name: string;
  value: string;
}

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, { get?: { parameters?: (Parameter & { $ref?: string })[] } }>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> };
};
const nameOf = ($ref = '') => $ref.split('/').at(-1) ?? '';
const prefix = '/workspaces/{workspaceId}/';

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** The table of a type or of the parameter with its ID: `followUpSequence`. */
export const tableOf = (name: string) => `${snakeCase(name).replace(/^_/, '')}s`;

/** Arguments of every list; `search` has an index of its own, and periods are ranges of a sort key. */
const noFilters = ['filter', 'ids', 'sortBy', 'sortOrder', 'page', 'limit', 'cursor', 'search', 'from', 'to'];

/** Of the values of an enum, those that few of the rows have and many people look for. */
const rareValues = ['byok', 'failed', 'refused', 'open', 'active'];

/** Every list of the OpenAPI document that belongs to a workspace, or to a record of it, and can be sorted. */
export const apiLists = Object.entries(paths).flatMap(([path, { get }]): ApiList[] => {
  const parameters = (get?.parameters ?? []).flatMap(
    (one) => (one.$ref ? components.parameters[nameOf(one.$ref)] : one) ?? [],
  );
  const sortBy = parameters.find(({ name }) => name === 'sortBy');
  const keys = sortBy?.schema.enum ?? components.schemas[nameOf(sortBy?.schema.$ref)]?.enum ?? [];
  if (!path.startsWith(prefix) || keys.length === 0) return [];
  const filters = parameters
    .filter((one) => one.in === 'query' && !noFilters.includes(one.name))
    .map((one) => ({ name: one.name, value: rareValueOf(one) }));
  const name = path.slice(prefix.length);
  const conditions = conditionsOf(parameters.find((one) => one.name === 'filter'));
  return [{ name, path, keys, filters, conditions, parent: parentOf(name) }];
});

function resolved(schema: Schema = {}): Schema {
  return components.schemas[nameOf(schema.$ref)] ?? schema;
}

function conditionsOf(filter: Parameter | undefined): ListFilter[] {
  return Object.entries(resolved(filter?.schema).properties ?? {}).flatMap(([name, schema]) => {
    const { properties: { eq, gte } = {} } = resolved(schema);
    // Custom fields and the alternatives are lists.
    if (!eq && !gte) return [];
    if (!eq) return [{ name: `filter[${name}][gte]`, value: '2026-11-01' }];
    return [{ name: `filter[${name}][eq]`, value: rareValueOf({ name, in: 'query', schema: eq }) }];
  });
}

function parentOf(name: string): ApiList['parent'] {
  const parameter = /\{(\w+)\}/.exec(name)?.[1];
  if (!parameter) return null;
  return { parameter, column: snakeCase(parameter), table: tableOf(parameter.replace(/Id$/, '')) };
}

function rareValueOf({ name, schema }: Parameter): string {
  const values = resolved(schema).enum;
  if (values) return values.find((value) => rareValues.includes(value)) ?? (values.at(-1) as string);
  if (schema.type === 'boolean') return 'true';
  if (schema.type === 'integer' || schema.type === 'number' || /\\d/.test(schema.pattern ?? '')) return '7';
  if (schema.format === 'date') return '2026-01-31';
  return schema.format === 'uuid' || /^id$|Id$|^assignedTo$/.test(name)
    ? '018f0000-0000-7000-8000-000000000001'
    : 'rare';
}
