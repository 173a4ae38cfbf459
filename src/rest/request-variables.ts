import type { IncomingHttpHeaders } from 'node:http';
import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { Route } from './route.js';
import type { RouteKey } from './route-key.js';

/** What a request brings, before it becomes variables. */
export interface RequestParts {
  /** Of the path's parameters, in order. */
  values: readonly string[];
  /** The query as it stands after `?`; may be empty. */
  query: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  rawBody: string;
  /** Whether `rawBody` is written in base64. */
  base64?: boolean;
}

export type VariableReader = (parts: RequestParts) => Record<string, unknown>;

/** Where the usual rule takes a variable from. */
export type VariableSource = 'path' | 'query' | 'body';

/** The usual rule: a path parameter of the same name, else the whole body for `input`, else the query. */
export function usualSource(name: string, key: RouteKey): VariableSource {
  if (key.params.includes(name)) return 'path';
  return key.hasBody && name === 'input' ? 'body' : 'query';
}

/** True where a row has any use for a body. */
export function takesBody(row: Route, key: RouteKey, declared: Readonly<Record<string, string>>): boolean {
  return key.hasBody && (row.variables !== undefined || 'input' in declared);
}

/**
 * Makes the function that turns a row's requests into variables; everything that does not depend on the request is
 * decided here, once.
 * @param declared the operation's variables and their types in SDL
 * @throws Error where the usual rule leaves a path parameter unused, or asks for a body that there is not
 */
export function createVariableReader(
  row: Route,
  key: RouteKey,
  declared: Readonly<Record<string, string>>,
): VariableReader {
  const usual = usualReader(row, key, declared);
  const { variables: own } = row;
  if (!own) return usual;
  return (parts) => {
    const variables = usual(parts);
    const special = own({
      params: Object.fromEntries(key.params.map((name, index) => [name, parts.values[index] ?? ''])),
      query: convertedQuery(parts.query, declared),
      headers: parts.headers,
      body: parts.body,
      rawBody: parts.rawBody,
      raw: { text: parts.rawBody, base64: parts.base64 === true },
    });
    // An undefined variable would count as null, which is not the same as one left out.
    for (const [name, value] of Object.entries(special)) {
      if (value === undefined) delete variables[name];
      else variables[name] = value;
    }
    return variables;
  };
}

function usualReader(row: Route, key: RouteKey, declared: Readonly<Record<string, string>>): VariableReader {
  const names = Object.keys(declared);
  if (!row.variables) {
    const unused = key.params.find((param) => !names.includes(param));
    if (unused) throw new Error(`The operation has no variable $${unused}; name it so or give the row \`variables\`.`);
    if (!key.hasBody && names.includes('input'))
      throw new Error('The operation takes $input; this method has no body.');
  }
  const fromPath = names
    .filter((name) => key.params.includes(name))
    .map((name) => ({ name, at: key.params.indexOf(name), type: declared[name] ?? 'String' }));
  const fromQuery = names
    .filter((name) => usualSource(name, key) === 'query')
    .map((name) => ({ name, type: declared[name] ?? 'String' }));
  const input = names.some((name) => usualSource(name, key) === 'body');
  return ({ values, query, body }) => {
    const variables: Record<string, unknown> = {};
    for (const { name, at, type } of fromPath) variables[name] = convertPathValue(values[at] ?? '', type);
    if (fromQuery.length > 0 && query !== '') {
      const sent = parse(query);
      for (const { name, type } of fromQuery) {
        const value = name === 'limit' ? cappedLimit(sent[name], type) : convertQueryValue(sent[name], type);
        if (value !== undefined) variables[name] = value;
      }
    }
    if (input) variables.input = body;
    return variables;
  };
}

/** However large a limit is, it counts as the most that there is: one that no Int holds is no other fault. */
function cappedLimit(sent: string | string[] | undefined, type: string): unknown {
  const text = Array.isArray(sent) ? sent.at(-1) : sent;
  return text && /^\+?\d{10,}$/.test(text) ? 2_147_483_647 : convertQueryValue(sent, type);
}

function convertedQuery(query: string, declared: Readonly<Record<string, string>>): Record<string, unknown> {
  const sent: ParsedUrlQuery = parse(query);
  return Object.fromEntries(
    Object.keys(sent).map((name) => [name, convertQueryValue(sent[name], declared[name] ?? 'String')]),
  );
}

/**
 * A query parameter as its variable's type wants it. A list is written with commas or by repeating the parameter;
 * of anything else the last one counts. Empty text leaves an optional parameter out. Text that does not fit the type
 * stays text, so that the schema refuses it by name.
 * @param type in SDL: `Int`, `[String!]`, `DateTime!`
 */
export function convertQueryValue(sent: string | string[] | undefined, type: string): unknown {
  if (sent === undefined) return undefined;
  const optional = !type.endsWith('!');
  const bare = optional ? type : type.slice(0, -1);
  if (bare.startsWith('[')) {
    const item = bare.slice(1, -1).replace(/!$/, '');
    const parts = (typeof sent === 'string' ? sent : sent.join(','))
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    return optional && parts.length === 0 ? undefined : parts.map((part) => convertText(part, item));
  }
  const text = typeof sent === 'string' ? sent : (sent.at(-1) ?? '');
  return optional && text === '' ? undefined : convertText(text, bare);
}

/**
 * A path parameter as its variable's type wants it. Text that is no number names nothing, as an id that is no UUID
 * does: it becomes a number that no row has, so that the answer is 404 in its turn.
 */
function convertPathValue(text: string, type: string): unknown {
  if (type !== 'Int!' && type !== 'Int') return text;
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

const integer = /^[+-]?\d{1,15}$/;
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function convertText(text: string, type: string): unknown {
  if (type === 'Int') return integer.test(text) ? Number(text) : text;
  if (type === 'Float') return decimal.test(text) ? Number(text) : text;
  if (type === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
