import type { DocumentNode, GraphQLInputObjectType, GraphQLSchema } from 'graphql';
import { getNamedType, getNullableType, isInputObjectType } from 'graphql';
import type { PreparedOperation } from '../platform/graphql/operation.js';
import { type DataText, hasOneText, printedDataOf } from './data-text.js';
import { entityTag, textTag } from './entity-tag.js';
import { gatherKeys, hasGathered } from './gather-keys.js';
import { queryParameters } from './ignored-parameters.js';
import { Locations } from './location.js';
import { placeOf } from './module-routers.js';
import { omittingNulls } from './omit-nulls.js';
import { type Deprecations, deprecationsOf } from './openapi/deprecation.js';
import { type ReadOperation, readOperation, type SelectedField } from './openapi/read-operation.js';
import { originOf, traceData } from './openapi/trace-row.js';
import { createVariableReader, takesBody, type VariableReader } from './request-variables.js';
import type { Route, RouteTable } from './route.js';
import { parseRouteKey, type RouteKey } from './route-key.js';

/** A route, prepared to handle requests. */
export interface Endpoint {
  key: RouteKey;
  row: Route;
  operation: PreparedOperation;
  readVariables: VariableReader;
  isRead: boolean;
  /** For reads whose answer is sent as it was printed, see `printedDataOf`. */
  printedData: ((printed: string | undefined) => DataText | null) | null;
  /** The maximum in bytes; null if no body is read. */
  maxBody: number | null;
  takesBody: boolean;
  /** The query parameters that it reads; null if its operation decides. */
  parameters: ReadonlySet<string> | null;
  /** The fields of a body that becomes `input`; null for other bodies. */
  inputs: ReadonlySet<string> | null;
  /** What a success shows. */
  shown: Shown;
  deprecations: Deprecations;
}

/** What a success shows: the names of the fields, and the selection if `data` is one part of the result. */
export interface Shown {
  names: ReadonlySet<string>;
  type: string | null;
  fields: readonly SelectedField[] | null;
  /** Whether the same values always have the same text. */
  hasOneText: boolean;
}

/** All routes, prepared. */
export interface Endpoints {
  /** By module. */
  modules: readonly (readonly Endpoint[])[];
  /** The route that gets what is at a path, whatever the names of its parameters. */
  getterOf(segments: readonly string[]): Endpoint | undefined;
  locations: Locations;
}

const mebibyte = 1024 * 1024;

/**
 * @param tables of each module
 * @throws Error with the key of the route, if an operation does not match the schema or its route, or if a path has routes in
 *   two modules
 */
export function prepareEndpoints(
  tables: readonly RouteTable[],
  schema: GraphQLSchema,
  prepare: (document: DocumentNode) => PreparedOperation,
): Endpoints {
  const places = new Map<string, Place>();
  const locations = new Locations();
  const modules = tables.map((table) =>
    Object.entries(table).map(([text, row]) => {
      const key = parseRouteKey(text);
      try {
        const endpoint = prepareEndpoint(key, row, schema, prepare);
        addTo(places, table, endpoint);
        locations.add(key, endpoint.shown.type);
        return endpoint;
      } catch (error) {
        throw new Error(`Route "${text}": ${(error as Error).message}`, { cause: error });
      }
    }),
  );
  return { modules, getterOf: (segments) => places.get(placeOf(segments))?.byMethod.get('GET'), locations };
}

/** The routes of a path. */
interface Place {
  table: RouteTable;
  path: string;
  byMethod: Map<string, Endpoint>;
}

function addTo(places: Map<string, Place>, table: RouteTable, endpoint: Endpoint): void {
  const { path, method, segments } = endpoint.key;
  const place = places.get(placeOf(segments)) ?? { table, path, byMethod: new Map() };
  if (place.byMethod.has(method)) throw new Error('A route with this method and path already exists.');
  if (place.path !== path) throw new Error(`Another route names its parameters otherwise: ${place.path}.`);
  // Its router answers 405 to all other methods.
  if (place.table !== table) throw new Error('Another module has routes of this path.');
  places.set(placeOf(segments), place);
  place.byMethod.set(method, endpoint);
}

function prepareEndpoint(
  key: RouteKey,
  row: Route,
  schema: GraphQLSchema,
  prepare: (document: DocumentNode) => PreparedOperation,
): Endpoint {
  const read = readOperation(schema, row.operation);
  const { kind, selected, variables } = read;
  const operation = omittingNulls(prepare(row.operation), selected);
  const input = variables.get('input')?.type;
  const inputType = input && getNamedType(input);
  const isRead = key.method === 'GET' && kind === 'query';
  return {
    key,
    row,
    operation,
    readVariables: gathering(variables, createVariableReader(row, key, operation.variables, objectsIn(variables))),
    isRead,
    printedData: isRead ? printedDataOf(row, selected) : null,
    maxBody: key.hasBody || row.rawBody ? (row.maxBody ?? mebibyte) : null,
    takesBody: takesBody(row, key, operation.variables),
    parameters: queryParameters(row, key, operation.variables),
    inputs:
      isInputObjectType(inputType) && row.variables === undefined ? new Set(Object.keys(inputType.getFields())) : null,
    shown: shownBy(row, selected),
    deprecations: deprecationsOf(row, read),
  };
}

/** The variables that are objects, with their types. */
function objectsIn(variables: ReadOperation['variables']): ReadonlyMap<string, GraphQLInputObjectType> {
  const entries = [...variables].flatMap(([name, { type }]) => {
    const bare = getNullableType(type);
    return isInputObjectType(bare) ? [[name, bare] as const] : [];
  });
  return new Map(entries);
}

/** The reader whose variables have gathered the keys that only REST sends. */
function gathering(variables: ReadOperation['variables'], read: VariableReader): VariableReader {
  const gathered = [...variables].filter(([, { type }]) => hasGathered(type));
  if (gathered.length === 0) return read;
  return (parts) => {
    const values = read(parts);
    for (const [name, { type }] of gathered) if (name in values) values[name] = gatherKeys(type, values[name]);
    return values;
  };
}

function shownBy(row: Route, selected: readonly SelectedField[]): Shown {
  const traced = traceData(row.data);
  const origin = originOf(traced);
  if (!origin) {
    const isObject = typeof traced === 'object' && traced !== null;
    return { names: new Set(isObject ? Object.keys(traced) : []), type: null, fields: null, hasOneText: false };
  }
  let found: SelectedField | undefined;
  let below = selected;
  for (const name of origin) {
    found = below.find((field) => field.name === name);
    below = found?.below ?? [];
  }
  return {
    names: new Set(below.map(({ name }) => name)),
    type: found ? getNamedType(found.type).name : null,
    fields: below,
    hasOneText: hasOneText(below),
  };
}

/** The `ETag` of what a route shows. @param data as JSON */
export function tagOf({ shown }: Endpoint, data: string): string {
  return shown.hasOneText ? textTag(data) : entityTag(JSON.parse(data));
}

/** Whether two selections give the same answer for the same record. */
export function isSameSelection(a: readonly SelectedField[] | null, b: readonly SelectedField[] | null): boolean {
  if (!a || !b || a.length !== b.length) return false;
  return a.every(({ name, below }, index) => {
    const other = b[index];
    return other?.name === name && isSameSelection(below, other.below);
  });
}
