import type { IncomingHttpHeaders } from 'node:http';
import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { GraphQLInputObjectType } from 'graphql';
import { readObjectParameter } from './filter-parameter.js';
import { convertQueryValue } from './query-values.js';
import type { Route } from './route.js';
import type { RouteKey } from './route-key.js';

/** The parts of a request that become variables. */
export interface RequestParts {
  /** The values of the path parameters, in order. */
  values: readonly string[];
  /** The query string without `?`; may be empty. */
  query: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  rawBody: string;
  /** Whether `rawBody` is base64. */
  base64?: boolean;
}

export type VariableReader = (parts: RequestParts) => Record<string, unknown>;

/** The source of a variable by the default rule. A condition comes from `If-Match`, see `conditional-write`. */
export type VariableSource = 'path' | 'query' | 'body' | 'condition';

/** The variable by which an operation checks that a record was not changed. */
export const conditionVariable = 'ifUnmodifiedSince';

/** The default rule: a path parameter of the same name, the whole body for `input`, otherwise the query. */
export function defaultSource(name: string, key: RouteKey): VariableSource {
  if (key.params.includes(name)) return 'path';
  if (name === conditionVariable) return 'condition';
  return key.hasBody && name === 'input' ? 'body' : 'query';
}

/** Whether a route uses a body. */
export function takesBody(row: Route, key: RouteKey, declared: Readonly<Record<string, string>>): boolean {
  return key.hasBody && (row.variables !== undefined || 'input' in declared);
}

/**
 * Creates the function that reads the variables of a route from a request; everything that does not depend on the request
 * is decided here once.
 * @param declared the operation's variables and their types in SDL
 * @param objects the types of those that are objects and come from the query
 * @throws Error if the default rule leaves a path parameter unused, or requires a body that the method does not have
 */
export function createVariableReader(
  row: Route,
  key: RouteKey,
  declared: Readonly<Record<string, string>>,
  objects: ReadonlyMap<string, GraphQLInputObjectType> = new Map(),
): VariableReader {
  const readDefaults = defaultReader(row, key, declared, objects);
  const { variables: own, counts = [] } = row;
  if (!own) return readDefaults;
  return (parts) => {
    const variables = readDefaults(parts);
    const special = own({
      params: Object.fromEntries(key.params.map((name, index) => [name, parts.values[index] ?? ''])),
      query: convertedQuery(parts.query, declared),
      rawQuery: parts.query,
      headers: withCounts(parts.headers, counts),
      body: parts.body,
      rawBody: parts.rawBody,
      raw: { text: parts.rawBody, base64: parts.base64 === true },
    });
    // An undefined variable would count as null, which differs from a missing one.
    for (const [name, value] of Object.entries(special)) {
      if (value === undefined) delete variables[name];
      else variables[name] = value;
    }
    return variables;
  };
}

function defaultReader(
  row: Route,
  key: RouteKey,
  declared: Readonly<Record<string, string>>,
  objects: ReadonlyMap<string, GraphQLInputObjectType>,
): VariableReader {
  const names = Object.keys(declared);
  if (!row.variables) {
    const unused = key.params.find((param) => !names.includes(param));
    if (unused)
      throw new Error(`The operation must have a variable $${unused}, or the route must define \`variables\`.`);
    if (!key.hasBody && names.includes('input'))
      throw new Error('The operation must not have $input, because this method has no body.');
  }
  const fromPath = names
    .filter((name) => key.params.includes(name))
    .map((name) => ({ name, at: key.params.indexOf(name), type: declared[name] ?? 'String' }));
  const fromQuery = names
    .filter((name) => defaultSource(name, key) === 'query')
    .map((name) => ({ name, type: declared[name] ?? 'String' }));
  const input = names.some((name) => defaultSource(name, key) === 'body');
  return ({ values, query, body }) => {
    const variables: Record<string, unknown> = {};
    for (const { name, at, type } of fromPath) variables[name] = convertPathValue(values[at] ?? '', type);
    if (fromQuery.length > 0 && query !== '') {
      const sent = parse(query);
      for (const { name, type } of fromQuery) {
        const object = objects.get(name);
        const value = object
          ? readObjectParameter(name, object, sent)
          : name === 'limit'
            ? cappedLimit(sent[name], type)
            : convertQueryValue(sent[name], type);
        if (value !== undefined) variables[name] = value;
      }
    }
    if (input) variables.input = body;
    return variables;
  };
}

/** A limit that is too large for an Int is capped as any other large limit. */
function cappedLimit(sent: string | string[] | undefined, type: string): unknown {
  const text = Array.isArray(sent) ? sent.at(-1) : sent;
  return text && /^\+?\d{10,}$/.test(text) ? 2_147_483_647 : convertQueryValue(sent, type);
}

/** Texts that are no numbers stay what they are: the operation refuses them by name. */
function withCounts(headers: IncomingHttpHeaders, counts: readonly string[]): IncomingHttpHeaders {
  if (counts.length === 0) return headers;
  const converted = counts.map((name) => [name, convertQueryValue(headers[name], 'Int')] as const);
  return { ...headers, ...(Object.fromEntries(converted) as IncomingHttpHeaders) };
}

function convertedQuery(query: string, declared: Readonly<Record<string, string>>): Record<string, unknown> {
  const sent: ParsedUrlQuery = parse(query);
  return Object.fromEntries(
    Object.keys(sent).map((name) => [name, convertQueryValue(sent[name], declared[name] ?? 'String')]),
  );
}

/**
 * Converts a path parameter to the type of its variable. Text that is not a number becomes a number that no row has, so
 * that the response is 404, in the usual order of checks, as for an ID that is not a UUID.
 */
function convertPathValue(text: string, type: string): unknown {
  if (type !== 'Int!' && type !== 'Int') return text;
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}
