/** The parts of JSON Schema that node types use. */
export interface Schema {
  type?: string | readonly string[];
  description?: string;
  /** What the field is called in the language of the page. */
  title?: string;
  enum?: readonly string[];
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
}

/** The `format` of a field that holds the name of an operation of the API. */
export const operationFormat = 'operation';

/** The control for a value. */
export type Kind =
  | 'enum'
  | 'variants'
  | 'boolean'
  | 'number'
  | 'text'
  | 'object'
  | 'map'
  | 'records'
  | 'values'
  | 'any';

const isEmpty = (schema: Schema | undefined) => !schema || Object.keys(schema).length === 0;

/** Which control a schema asks for. */
export function kindOf(schema: Schema): Kind {
  if (schema.enum) return 'enum';
  if (schema.oneOf?.every(({ properties }) => properties?.type?.const !== undefined)) return 'variants';
  if (schema.type === 'boolean') return 'boolean';
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  if (schema.type === 'string') return 'text';
  if (schema.type === 'object') return schema.properties ? 'object' : 'map';
  if (schema.type === 'array' && !isEmpty(schema.items)) return schema.items?.type === 'object' ? 'records' : 'values';
  if (schema.anyOf?.every((one) => one.type === 'string')) return 'text';
  return 'any';
}

/** Whether the control itself cannot hold a text with an expression, so that it is switched to one. */
export const takesSwitch = (kind: Kind): boolean => !['text', 'number', 'any'].includes(kind);

const longNames = new Set(['body', 'text', 'message', 'prompt', 'system', 'description', 'expression']);

/** Whether a text has several lines. */
export const isLong = (name: string, { maxLength, enum: values, format }: Schema): boolean =>
  !values && !format && ((maxLength ?? 0) >= 9_000 || longNames.has(name));

/** The values that a text usually has, where it may have others. */
export function suggestionsOf({ anyOf }: Schema): string[] {
  return (anyOf ?? []).flatMap((one) => [...(one.enum ?? []), ...suggestionsOf(one)]);
}

/** A field's name as people read it: `timeoutMinutes` is `Timeout minutes`. */
export function titleOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .replace(/\b(id|url|html|json|ip|csv|ai)(s?)\b/g, (_, word: string, plural: string) => word.toUpperCase() + plural);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The text of a value of any type, from which {@link readText} reads the same value. */
export function textOf(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  return readsAsJson(value) ? JSON.stringify(value) : value;
}

/** The value that a text stands for: JSON, or else itself. Nothing is no value. */
export function readText(text: string): unknown {
  if (text.trim() === '') return undefined;
  return readsAsJson(text) ? JSON.parse(text) : text;
}

function readsAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The number of a text, or the text if it is none: it can have an expression. */
export function numberOf(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : text;
}

/** So many choices are few. */
const fewAtMost = 20;

/** A new value for an item of a list, behind those that it has. */
export function newItem(schema: Schema | undefined, before: readonly unknown[] = []): unknown {
  if (schema?.type !== 'object') return '';
  const data = initialData(schema);
  if (!schema.required?.includes('id')) return data;
  const taken = new Set(before.map((item) => (item as { id?: unknown } | null)?.id));
  return { ...data, id: letters.find((letter) => !taken.has(letter)) ?? `${before.length + 1}` };
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * What an object begins with: the first choice of each required field that has few of them, and an item in each required list.
 * What only its author knows stays empty, because a value that looks like an answer would be run.
 */
export function initialData({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  // A time that someone writes means that of their own clock.
  const zone = properties.timezone && { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const entries = required.flatMap((name): [string, unknown][] => {
    const { enum: values, type, items, minItems, minimum = 0 } = properties[name] ?? {};
    if (values?.[0] !== undefined) return values.length > fewAtMost ? [] : [[name, values[0]]];
    if (type === 'number' || type === 'integer') return [[name, Math.max(1, minimum)]];
    return type === 'array' && items?.type === 'object' && minItems ? [[name, [newItem(items)]]] : [];
  });
  return { ...Object.fromEntries(entries), ...zone };
}

/** The value of an example at a path. Of lists it shows the item at that place, or else the first one. */
export function exampleAt(example: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)] ?? value[0];
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }, example);
}

const schemaNames = new Set(['schema', 'parameters']);

/** Whether the value is a JSON Schema, which is written as a text. */
export const isJsonSchema = (name: string, schema: Schema): boolean =>
  schemaNames.has(name) && kindOf(schema) === 'map';

/** An object without a field, or with another value of it. */
export function withField(value: unknown, name: string, next: unknown): Record<string, unknown> {
  const { [name]: _former, ...rest } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  return next === undefined ? rest : { ...(value as Record<string, unknown>), [name]: next };
}

/** A path as the fields of a form write it: `conditions.0.left`. */
export const normalPath = (path: string): string => path.replace(/\[(\w+)\]/g, '.$1');
