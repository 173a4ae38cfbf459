import type { DocumentNode, GraphQLInputType, GraphQLSchema } from 'graphql';
import { AppError, validationFailed } from '../platform/errors/errors.js';
import { parsed } from '../platform/graphql/answer.js';
import type { GraphContext } from '../platform/graphql/context.js';
import type { PreparedOperation } from '../platform/graphql/operation.js';
import { isPage } from './envelope.js';
import { gatherKeys } from './gather-keys.js';
import { omittingNulls } from './omit-nulls.js';
import { readOperation } from './openapi/read-operation.js';
import { defaultSource } from './request-variables.js';
import { dataOf, type Route } from './route.js';
import { parseRouteKey, type RouteKey } from './route-key.js';
import { withoutNulls } from './without-nulls.js';

/** What a route reads, by name: the fields of its path, query and body in one object. */
export type RouteInput = Readonly<Record<string, unknown>>;

/**
 * Calls a route in this process, with values instead of the texts of a request.
 * @param idempotencyKey repeats with the same one get the first answer and do nothing
 * @returns its `data`; of a list `data` and `pagination`
 * @throws AppError
 */
export type CallRoute = (context: GraphContext, input: RouteInput, idempotencyKey: string) => Promise<unknown>;

/** Prepares a route to be called in this process. */
export function prepareCall(
  text: string,
  row: Route,
  schema: GraphQLSchema,
  prepare: (document: DocumentNode) => PreparedOperation,
): CallRoute {
  const key = parseRouteKey(text);
  const { kind, selected, variables } = readOperation(schema, row.operation);
  const operation = omittingNulls(prepare(row.operation), selected);
  const types = new Map([...variables].map(([name, { type }]) => [name, type]));
  const isRead = kind === 'query';
  return async (context, input, idempotencyKey) => {
    const values = variablesOf(key, row, types, input, idempotencyKey);
    if (!isRead && !types.has('idempotencyKey'))
      context.once.request = { key: idempotencyKey, route: text, body: JSON.stringify(values) };
    const answer = await operation.print(context, values, async () => {
      const violations = operation.convertedValues(values);
      if (violations.length > 0) throw validationFailed(violations);
      return values;
    });
    if (answer.errors?.length) throw answer.errors[0];
    return shownData(row, parsed(answer).data, isRead);
  };
}

/** The variables that a request with these values has. */
function variablesOf(
  key: RouteKey,
  row: Route,
  types: ReadonlyMap<string, GraphQLInputType>,
  input: RouteInput,
  idempotencyKey: string,
): Record<string, unknown> {
  const isBody = (name: string) => defaultSource(name, key) === 'body';
  const direct = [...types.keys()].filter((name) => !isBody(name));
  const rest = Object.entries(input).filter(([name]) => !key.params.includes(name) && !direct.includes(name));
  const body = Object.fromEntries(rest);
  const sent: Record<string, unknown> = Object.fromEntries(
    direct.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  );
  if ([...types.keys()].some(isBody)) sent.input = body;
  const own = row.variables?.({
    params: Object.fromEntries(key.params.map((name) => [name, String(input[name])])),
    query: { ...input },
    rawQuery: '',
    headers: { 'idempotency-key': idempotencyKey },
    body,
    rawBody: '',
    raw: { text: '', base64: false },
  });
  for (const [name, value] of Object.entries(own ?? {})) {
    // An undefined variable would count as null, which differs from a missing one.
    if (value === undefined) delete sent[name];
    else sent[name] = value;
  }
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const type = types.get(name);
      return [name, type ? gatherKeys(type, value) : value];
    }),
  );
}

function shownData(row: Route, result: unknown, isRead: boolean): unknown {
  const status = typeof row.status === 'object' ? row.status.choose(result) : (row.status ?? 200);
  const found = dataOf(row, status)(result);
  if (isRead && (found === null || found === undefined)) throw recordNotFound();
  const data = row.withoutNulls ? withoutNulls(found as object) : found;
  // As the JSON that clients get.
  return JSON.parse(JSON.stringify(isPage(data) ? { data: data.items, pagination: data.pagination } : (data ?? null)));
}

/** For a read of nothing. */
export function recordNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Record not found. It does not exist, or you do not have access to it.');
}
