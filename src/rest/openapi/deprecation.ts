import type { Response } from 'express';
import { getNamedType, isInputObjectType } from 'graphql';
import { type Deprecation, readDeprecation, reasonOf } from '../../platform/graphql/deprecated.js';
import type { Route } from '../route.js';
import type { ReadOperation, SelectedField } from './read-operation.js';
import { originOf, traceData } from './trace-row.js';

/** What is deprecated of a route. */
export interface Deprecations {
  /** The route itself, or the field that it shows. */
  route: Deprecation | null;
  /** Parameters of the query and fields of the body, by name. */
  inputs: ReadonlyMap<string, Deprecation>;
}

/** What the route and the GraphQL schema declare. @throws Error for a reason that `deprecated` did not write */
export function deprecationsOf(row: Route, { selected, variables }: ReadOperation): Deprecations {
  const inputs = new Map<string, Deprecation>();
  const take = (name: string, reason: string | null | undefined) => {
    const found = readDeprecation(reason);
    if (found) inputs.set(name, found);
  };
  for (const [name, { type, deprecationReason }] of variables) {
    take(name, deprecationReason);
    const input = getNamedType(type);
    if (name !== 'input' || !isInputObjectType(input)) continue;
    for (const field of Object.values(input.getFields())) take(field.name, field.deprecationReason);
  }
  return { route: row.deprecated ?? deprecationOfData(row, selected), inputs };
}

/** Of the field that becomes `data`, or of one that contains it. */
function deprecationOfData({ data }: Route, selected: readonly SelectedField[]): Deprecation | null {
  let below = selected;
  for (const name of originOf(traceData(data)) ?? []) {
    const found = below.find((field) => field.name === name);
    const deprecation = readDeprecation(found?.field.deprecationReason);
    if (deprecation) return deprecation;
    below = found?.below ?? [];
  }
  return null;
}

/** Sets `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the documentation, if the request uses what is deprecated. */
export function reportDeprecation(
  { route, inputs }: Deprecations,
  { query, body = {} }: { query: string; body?: object },
  publicUrl: string,
  response: Response,
): void {
  if (!route && inputs.size === 0) return;
  const sent = [...new URLSearchParams(query).keys(), ...Object.keys(body)];
  const used = [...(route ? [route] : []), ...sent.flatMap((name) => inputs.get(name) ?? [])];
  const [first] = used.sort((a, b) => (a.sunset < b.sunset ? -1 : 1));
  if (!first) return;
  response.setHeader('deprecation', `@${Date.parse(first.since) / 1_000}`);
  response.setHeader('sunset', new Date(first.sunset).toUTCString());
  response.setHeader('link', `<${publicUrl}/docs>; rel="deprecation"; type="text/html"`);
}

/** The text of the documentation, with that something is deprecated. */
export function withDeprecation(text: string | undefined, deprecation: Deprecation | string | null | undefined) {
  if (!deprecation) return text;
  const reason = typeof deprecation === 'string' ? deprecation : reasonOf(deprecation);
  return text ? `${text} ${reason}` : reason;
}
