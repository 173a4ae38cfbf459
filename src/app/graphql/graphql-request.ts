import { HeaderMap } from '@apollo/server';
import type { Request, Response } from 'express';
import { AppError } from '../../platform/errors/errors.js';
import { type ParseJson, readJson } from '../../rest/request-body.js';
import { refuseLongBatch } from './graphql-limits.js';

/** In bytes; also enough for flows with large graphs. */
export const bodyAtMost = 3 * 1024 * 1024;
/** Without a valid credential: enough for every public operation. */
export const bodyOfStrangersAtMost = 256 * 1024;

/** @throws AppError METHOD_NOT_ALLOWED */
export function requireMethod({ method }: Request, response: Response): void {
  if (method === 'GET' || method === 'POST') return;
  response.setHeader('allow', 'GET, POST, OPTIONS');
  const message = `${method} is not allowed for this path. Send operations with POST, or queries with GET.`;
  throw new AppError('METHOD_NOT_ALLOWED', message);
}

/** The key with which a client may send a mutation again. */
export function readKey({ method, headers }: Request): { key: string; route: string } | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && method === 'POST' ? { key, route: 'POST /graphql' } : undefined;
}

/** The body of a POST; undefined for a GET. @throws AppError for a body that cannot be read */
export async function readRequest(request: Request, atMost: number, parse: ParseJson): Promise<unknown> {
  if (request.method === 'GET') return undefined;
  const { value, violation } = await readJson(request, atMost, parse);
  if (violation) throw violation;
  refuseLongBatch(value);
  return value;
}

const answerTypes = ['application/json', 'application/graphql-response+json'];

/** A client that accepts none of the response types gets JSON; Apollo would refuse it only after its operation has run. */
export function headersOf(request: Request): HeaderMap {
  const headers = new HeaderMap();
  for (const [key, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(key, Array.isArray(value) ? value.join(', ') : value);
  }
  if (!request.accepts(answerTypes)) headers.delete('accept');
  return headers;
}

export function keyOfSeveral(): AppError {
  return new AppError('BAD_REQUEST', 'An Idempotency-Key belongs to one operation. Send the operations one by one.');
}
