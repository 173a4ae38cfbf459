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

/** A new value for an item of a list. */
export function newItem(schema: Schema | undefined): unknown {
  if (schema?.type !== 'object') return '';
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, { enum: values }]) =>
    values?.[0] && schema.required?.includes(name) ? [[name, values[0]]] : [],
  );
  return Object.fromEntries(entries);
}

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
