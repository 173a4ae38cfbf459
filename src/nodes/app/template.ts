import { encodeBase64, writeMime } from './write-mime.js';

/*
 * The language of requests in connectors:
 * - A text that is `{name}` alone becomes the value of the field, whatever its type. In a longer text the value is inserted.
 * - Where a field has no value, the key of the text that names it is left out, and the entry of a list; an object or a list of
 *   which nothing is left is left out, too.
 * - `{name|csv}` joins a list by commas, `json` and `base64` encode a value, `unix` is the number of seconds of a time.
 * - An object with the single key `$merge` is the list of objects under it, merged; with `$mime` an email, in base64url.
 * - An object with the key `$if` is left out where nothing is left of what stands there.
 * - In a path every value is percent-encoded. `{name*}` keeps the slashes in it.
 */

/** The values of fields, by name. Undefined is no value. */
export type Values = Readonly<Record<string, unknown>>;

/** A value that a request cannot have; continues the name of its field. */
export class TemplateError extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

const placeholder = /\{([a-z][A-Za-z0-9]*)(?:\|(csv|json|base64|unix)|(\*))?\}/g;
const single = new RegExp(`^${placeholder.source}$`);

/** A part of a template with the values of its fields; undefined where nothing is left of it. */
export function fill(template: unknown, values: Values): unknown {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return orNothing(template, fillList(template, values));
  if (typeof template !== 'object' || template === null) return template;
  const parts = template as Record<string, unknown>;
  if ('$merge' in parts) return merged(fillList(parts.$merge as unknown[], values));
  if ('$mime' in parts) return writeMime(fillEntries(parts.$mime as object, values));
  const { $if: condition, ...rest } = parts;
  if ('$if' in parts && fill(condition, values) === undefined) return undefined;
  const filled = fillEntries(rest, values);
  return Object.keys(filled).length === 0 && Object.keys(parts).length > 0 ? undefined : filled;
}

/** A path with percent-encoded values. @throws TemplateError for a value that would lead elsewhere */
export function fillPath(template: string, values: Values): string {
  return template.replaceAll(placeholder, (_, name: string, filter: string | undefined, keepsSlashes?: string) => {
    const value = textOf(name, filtered(name, values[name], filter));
    const segments = keepsSlashes ? value.split('/') : [value];
    if (segments.some((segment) => segment === '' || /^\.{1,2}$/.test(segment)))
      throw new TemplateError(name, 'must not be empty, nor a path with `.`, `..` or an empty part.');
    return segments.map(encodeURIComponent).join('/');
  });
}

/** The names of the fields in a template. */
export function namesIn(template: unknown): string[] {
  const text = typeof template === 'string' ? template : (JSON.stringify(template) ?? '');
  return [...text.matchAll(placeholder)].map(([, name]) => name as string);
}

function fillText(template: string, values: Values): unknown {
  const alone = single.exec(template);
  if (alone) return filtered(alone[1] as string, values[alone[1] as string], alone[2]);
  if (namesIn(template).some((name) => values[name] === undefined)) return undefined;
  return template.replaceAll(placeholder, (_, name: string, filter?: string) =>
    textOf(name, filtered(name, values[name], filter)),
  );
}

const fillList = (list: readonly unknown[], values: Values) =>
  list.map((one) => fill(one, values)).filter((one) => one !== undefined);

function fillEntries(template: object, values: Values): Record<string, unknown> {
  const entries = Object.entries(template).map(([key, one]) => [key, fill(one, values)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const orNothing = (template: readonly unknown[], filled: unknown[]) =>
  filled.length === 0 && template.length > 0 ? undefined : filled;

function merged(parts: readonly unknown[]): Record<string, unknown> | undefined {
  return parts.length === 0 ? undefined : Object.assign({}, ...(parts as object[]));
}

function filtered(name: string, value: unknown, filter: string | undefined): unknown {
  if (value === undefined) return undefined;
  switch (filter) {
    case 'csv':
      return Array.isArray(value) ? value.map((one) => textOf(name, one)).join(',') : value;
    case 'json':
      return JSON.stringify(value);
    case 'base64':
      return encodeBase64(textOf(name, value));
    case 'unix':
      return Math.floor(Date.parse(textOf(name, value)) / 1_000);
    default:
      return value;
  }
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TemplateError(name, 'must be text, a number, or true or false.');
}
