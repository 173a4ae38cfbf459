import { readFileSync, writeFileSync } from 'node:fs';

// Node runs this file as it stands, before a build: a client that does not compile can be generated again.

/** An OpenAPI document, as far as the client is generated from it. */
export interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses: Record<string, { content?: Content }>;
}

type Parameter = Documented & { name: string; in: string; required?: boolean; schema?: Schema };
type Documented = { description?: string; deprecated?: boolean };

type Content = Record<string, { schema?: Schema }>;
type Schema = boolean | Record<string, unknown>;
type Resolve = <T>(value: T) => T;

const methods = ['get', 'put', 'post', 'delete', 'patch'];
const json = 'application/json';
const header = '// Written by `npm run codegen` from schema/openapi.json.\n';

/** The generated files of the client, by their names in `src/client/generated`. */
export function printClient(contract: Contract): Record<string, string> {
  const resolve: Resolve = (value) => {
    const reference = (value as { $ref?: string } | undefined)?.$ref;
    if (reference === undefined) return value;
    const target = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], contract);
    return resolve(target as typeof value);
  };
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [describe(path, method, item[method], resolve)] : [])),
  );
  return {
    'schemas.ts': printSchemas(contract.components?.schemas ?? {}),
    'operations.ts': printOperations(operations, errorCodesIn(contract)),
    'routes.ts': printRoutes(operations),
  };
}

interface Described {
  id: string;
  method: string;
  path: string;
  /** Whether the server carries it out once for an `Idempotency-Key`. */
  isKeyed: boolean;
  /** The media type of the body; null without a body. */
  media: string | null;
  doc: string;
  signature: string;
}

function describe(path: string, method: string, operation: Operation, resolve: Resolve): Described {
  const id = operation.operationId;
  const parameters = (operation.parameters ?? []).map(resolve);
  const body = resolve(operation.requestBody);
  const media = body?.content ? (json in body.content ? json : (Object.keys(body.content)[0] ?? null)) : null;
  const fields = parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query').map(inputField);
  if (media) {
    const type = typeOf(body?.content?.[media]?.schema ?? true, 'Schemas.');
    fields.push({ name: 'body', isRequired: body?.required === true, doc: '', type });
  }
  const names = fields.map((field) => field.name);
  if (new Set(names).size < names.length) throw new Error(`Two inputs of ${id} have one name: ${names.join(', ')}.`);
  const isOptional = fields.every((field) => !field.isRequired);
  const input = `input${isOptional ? '?' : ''}: {${fields.length > 0 ? `\n${fields.map(printField).join('\n')}\n  ` : ''}}`;
  return {
    ...{ id, path, media, method: method.toUpperCase() },
    isKeyed: parameters.some(({ in: where, name }) => where === 'header' && /^idempotency-key$/i.test(name)),
    doc: [
      operation.summary && `${operation.summary}.`,
      operation.description,
      `\`${method.toUpperCase()} ${path}\``,
      operation.deprecated && '@deprecated',
    ]
      .filter(Boolean)
      .join('\n\n'),
    signature: `(${input}, options?: RequestOptions): ${answerOf(operation, resolve)}`,
  };
}

/** @returns a property of the input; `workspaceId` defaults to the one of the client */
function inputField({ name, in: where, required, schema, ...documented }: Parameter) {
  const isRequired = (where === 'path' && name !== 'workspaceId') || (where === 'query' && required === true);
  return { name, isRequired, doc: textOf(documented), type: typeOf(schema ?? true, 'Schemas.') };
}

function printField({ name, isRequired, doc, type }: ReturnType<typeof inputField>): string {
  return `${docOf(doc, '    ')}    ${key(name)}${isRequired ? '' : '?'}: ${type.replaceAll('\n', '\n    ')};`;
}

/** The type of the answer: what the envelope contains, or the text. */
function answerOf({ responses }: Operation, resolve: Resolve): string {
  const types = new Set<string>();
  let item: string | null = null;
  for (const [status, response] of Object.entries(responses)) {
    if (!status.startsWith('2')) continue;
    const content = resolve(response).content ?? {};
    const media = json in content ? json : Object.keys(content)[0];
    if (!media) types.add('undefined');
    else if (media !== json) types.add('string');
    else {
      const schema = content[media]?.schema ?? true;
      const properties = propertiesOf(schema, resolve);
      const data = properties.success && properties.data;
      if (data && properties.pagination) item = typeOf((resolve(data) as { items?: Schema }).items ?? true, 'Schemas.');
      types.add(typeOf(data || schema, 'Schemas.'));
    }
  }
  return item ? `List<${item}>` : `Call<${[...types].join(' | ') || 'undefined'}>`;
}

function propertiesOf(schema: Schema, resolve: Resolve): Record<string, Schema> {
  const { properties, allOf } = resolve(schema) as { properties?: Record<string, Schema>; allOf?: Schema[] };
  return Object.assign({}, ...(allOf ?? []).map((part) => propertiesOf(part, resolve)), properties);
}

/** A JSON Schema as a type. @param scope what stands before the name of a component: `Schemas.` */
function typeOf(schema: Schema, scope = ''): string {
  if (schema === true) return 'unknown';
  if (schema === false) return 'never';
  const inner = (part: Schema) => typeOf(part, scope);
  const { $ref, oneOf, anyOf, allOf, type } = schema as Record<string, Schema[] | undefined> & { $ref?: string };
  if ($ref) return scope + nameOf($ref.slice($ref.lastIndexOf('/') + 1));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  const { oneOf: _one, anyOf: _any, allOf: _all, ...plain } = schema;
  // A part that only restricts, for example by a pattern, has the type of the whole.
  const parts = (of: Schema[]) => of.map((part) => (isShaped(part) ? inner(part) : inner(plain)));
  const choice = oneOf ?? anyOf;
  const combined = [
    ...(schema.properties ? [objectOf(plain, scope)] : []),
    ...(choice ? [union(parts(choice))] : []),
    ...parts(allOf ?? []),
  ];
  if (choice || allOf) return intersection(combined);
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one }, scope)));
  if (type === 'array' || schema.items) return arrayOf(inner((schema.items ?? true) as Schema));
  if (type === 'object' || schema.properties) return objectOf(schema, scope);
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown';
}

function objectOf(schema: Record<string, unknown>, scope: string): string {
  const required = new Set(schema.required as string[] | undefined);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const lines = properties.map(([name, property]) => {
    const doc = docOf(textOf(property as Documented), '  ');
    return `${doc}  ${key(name)}${required.has(name) ? '' : '?'}: ${typeOf(property, scope).replaceAll('\n', '\n  ')};`;
  });
  const more = (schema.additionalProperties ?? properties.length === 0) as Schema;
  // Beside named properties, an index signature must admit their types.
  if (more !== false) lines.push(`  [key: string]: ${properties.length > 0 ? 'unknown' : typeOf(more, scope)};`);
  return lines.length > 0 ? `{\n${lines.join('\n')}\n}` : '{ [key: string]: never }';
}

const arrayOf = (item: string) => (/^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`);

const shapes = ['$ref', 'const', 'enum', 'type', 'properties', 'items', 'oneOf', 'anyOf', 'allOf'];
const isShaped = (schema: Schema) => typeof schema === 'boolean' || shapes.some((name) => name in schema);

function intersection(types: string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== 'unknown');
  return distinct.length > 1 ? distinct.map((type) => `(${type})`).join(' & ') : (distinct[0] ?? 'unknown');
}

function union(types: string[]): string {
  const parts = [...new Set(types.flatMap((type) => (/["{(]/.test(type) ? [type] : type.split(' | '))))];
  // Editors complete the known texts, although others are accepted.
  const isOpen = parts.includes('string') && parts.some((type) => type.includes('"'));
  const distinct = parts.map((type) => (isOpen && type === 'string' ? '(string & {})' : type));
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ') || 'never';
}

function errorCodesIn(value: unknown): string[] {
  const codes = new Set<string>();
  const visit = (at: unknown) => {
    if (typeof at !== 'object' || at === null) return;
    const { properties } = at as { properties?: { error?: { properties?: { code?: Record<string, unknown> } } } };
    const code = properties?.error?.properties?.code;
    for (const one of (code?.enum as string[] | undefined) ?? [code?.const]) {
      if (typeof one === 'string') codes.add(one);
    }
    Object.values(at).forEach(visit);
  };
  visit(value);
  return [...codes].sort();
}

function printSchemas(schemas: Record<string, Schema>): string {
  const types = Object.entries(schemas).map(([name, schema]) => {
    const doc = docOf((schema as { description?: string }).description, '');
    return `${doc}export type ${nameOf(name)} = ${typeOf(schema)};\n`;
  });
  return `${header}\n${types.join('\n')}`;
}

function printOperations(operations: Described[], codes: string[]): string {
  const functions = operations.map(({ id, doc, signature }) => `${docOf(doc, '  ')}  ${id}${signature};\n`);
  return `${header}import type { Call, List, RequestOptions } from '../settings.js';
import type * as Schemas from './schemas.js';

/** The codes of errors. */
export type ErrorCode = ${union(codes.map((code) => JSON.stringify(code))).replace('never', 'string')};

/** A function for each operation of the REST API. */
export interface Operations {
${functions.join('\n')}}
`;
}

function printRoutes(operations: Described[]): string {
  const lines = operations.map(({ id, method, path, isKeyed, media }) => {
    const other = media === null || media === json ? '' : `, '${media}'`;
    return `  ${id}: ['${method}', '${path}', ${isKeyed ? 1 : 0}${other}],\n`;
  });
  return `${header}import type { Operations } from './operations.js';

/** Method, path, whether the server carries it out once for an \`Idempotency-Key\`, and the media type of a body that is not JSON. */
export type Route = readonly [method: string, path: string, isKeyed: 0 | 1, media?: string];

export const routes: Readonly<Record<keyof Operations, Route>> = {
${lines.join('')}};
`;
}

function textOf({ description = '', deprecated }: Documented): string {
  return deprecated ? `${description}\n\n@deprecated` : description;
}

function docOf(text: string | undefined, indent: string): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const nameOf = (name: string) => name.replaceAll(/\W+/g, '_');

if (import.meta.main) {
  const contract = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as Contract;
  for (const [name, text] of Object.entries(printClient(contract))) {
    writeFileSync(`src/client/generated/${name}`, text);
  }
}
