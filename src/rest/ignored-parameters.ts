import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'node:querystring';
import type { Response } from 'express';
import { didYouMean } from '../engine/did-you-mean.js';
import type { ErrorDetail } from '../platform/errors/errors.js';
import { ownUserAgent } from '../platform/outbound/index.js';
import { originOf, traceVariables } from './openapi/trace-row.js';
import { defaultSource } from './request-variables.js';
import type { Route } from './route.js';
import type { RouteKey } from './route-key.js';

/** At most so many parameters are named, each with at most so many characters. */
const namedAtMost = 20;
const charactersAtMost = 100;

/**
 * The query parameters that a route reads; null for a route that passes on the whole query.
 * @param declared the variables of its operation
 */
export function queryParameters(
  row: Route,
  key: RouteKey,
  declared: Readonly<Record<string, string>>,
): ReadonlySet<string> | null {
  if (row.rawBody && !row.accepts) return null;
  const traced = traceVariables(row);
  if (row.variables && Object.keys(traced).length === 0) return null;
  const byDefault = Object.keys(declared).filter((name) => !(name in traced) && defaultSource(name, key) === 'query');
  return new Set([...byDefault, ...queryOrigins(traced)]);
}

function queryOrigins(traced: unknown): string[] {
  const origin = originOf(traced);
  if (origin) return origin[0] === 'query' && origin[1] !== undefined ? [origin[1]] : [];
  return typeof traced === 'object' && traced !== null ? Object.values(traced).flatMap(queryOrigins) : [];
}

/**
 * Names the parameters that a route does not have in `X-Ignored-Parameters`.
 * @returns their violations if the client prefers strict handling (RFC 7240), as flows do by default; otherwise none
 */
export function reportIgnored(
  known: ReadonlySet<string> | null,
  query: string,
  headers: IncomingHttpHeaders,
  response: Response,
): ErrorDetail[] {
  const asked = /(?:^|[,;])\s*handling\s*=\s*"?(strict|lenient)\b/i.exec(String(headers.prefer ?? ''))?.[1];
  const handling = asked?.toLowerCase() ?? (isFlow(headers) ? 'strict' : 'lenient');
  if (asked) response.setHeader('preference-applied', `handling=${handling}`);
  if (!known || query === '') return [];
  const ignored = Object.keys(parse(query))
    // Of a parameter that is an object, the schema knows the fields.
    .filter((name) => name !== '' && !known.has(name.replace(/\[.*/s, '')))
    .slice(0, namedAtMost);
  if (ignored.length === 0) return [];
  response.setHeader('x-ignored-parameters', ignored.map(headerText).join(', '));
  if (handling !== 'strict') return [];
  const accepted = known.size > 0 ? `Accepted: ${[...known].join(', ')}.` : 'None is accepted here.';
  return ignored.map((sent) => {
    const field = sent.slice(0, charactersAtMost);
    return { field, message: `${field} is not a parameter of this route.${didYouMean(field, known)} ${accepted}` };
  });
}

/** A flow reads no headers: it would go on with every record of a list whose filter is misspelled. */
function isFlow(headers: IncomingHttpHeaders): boolean {
  return headers['user-agent']?.startsWith(ownUserAgent) === true;
}

/** A name in which everything but visible ASCII is percent-encoded, and the comma that separates names. */
function headerText(name: string): string {
  return [...name]
    .slice(0, charactersAtMost)
    .join('')
    .replace(/[^!-+\--~]/gu, encodeURIComponent);
}
