import type { Response } from 'express';
import { AppError, type ErrorDetail } from '../platform/errors/errors.js';
import type { GraphContext } from '../platform/graphql/context.js';
import { preconditionFailed } from '../platform/graphql/if-unmodified-since.js';
import { type Endpoint, isSameSelection, tagOf } from './endpoint.js';
import { isSameJson, matches } from './entity-tag.js';
import { conditionVariable, type RequestParts } from './request-variables.js';

type Values = Record<string, unknown>;

/** A PATCH, PUT or DELETE, and the route that gets the record of the same path. */
export interface Write {
  endpoint: Endpoint;
  reader: Endpoint;
  context: GraphContext;
  parts: RequestParts;
  response: Response;
}

/** A write that may run: its variables, and what is known to be wrong with them. */
export interface PreparedWrite {
  variables: Values;
  violations: ErrorDetail[];
}

/**
 * Compares a write with the record as a GET of its path shows it: fields that only answers have must be unchanged, and are
 * then removed; `If-Match` must name its `ETag`. The operation compares `updatedAt` again under the lock of the row, so that
 * of two writes which are based on the same state the second one fails. Writes with neither read nothing.
 * @throws AppError PRECONDITION_FAILED; 401, 403 or 404 for the write or the read
 */
export async function prepareWrite(write: Write, variables: Values): Promise<PreparedWrite> {
  const { endpoint, reader, context, parts } = write;
  const ifMatch = parts.headers['if-match'];
  const input = (endpoint.inputs ? variables.input : {}) as Values;
  const kept = Object.keys(input).filter((name) => !endpoint.inputs?.has(name) && reader.shown.names.has(name));
  if (ifMatch === undefined && kept.length === 0) return { variables, violations: [] };
  const record = await readRecord(reader, context.fork(), parts).catch(async (error) => {
    // What forbids the write precedes what forbids the read.
    await endpoint.operation.authorize(context, variables);
    throw error;
  });
  if (ifMatch !== undefined && !matches(ifMatch, tagOf(reader, JSON.stringify(record)))) {
    await endpoint.operation.authorize(context, variables);
    throw preconditionFailed('If-Match must be the current ETag of the record. Get it again and apply your change.');
  }
  const sent = Object.fromEntries(Object.entries(input).filter(([name]) => !kept.includes(name)));
  const isDated =
    ifMatch !== undefined && !/(^|,)\s*\*\s*(,|$)/.test(ifMatch) && conditionVariable in endpoint.operation.variables;
  return {
    variables: {
      ...variables,
      ...(endpoint.inputs && { input: sent }),
      ...(isDated && record.updatedAt !== undefined && { [conditionVariable]: record.updatedAt }),
    },
    violations: kept.filter((name) => !isSameJson(input[name], record[name])).map(readOnlyViolation),
  };
}

/**
 * The `ETag` of the record that a write has changed, as a GET would answer; null if the caller may not read it, or if it was
 * changed again.
 */
export async function tagAfter({ endpoint, reader, context, parts }: Write, data: unknown): Promise<string | null> {
  if (isSameSelection(endpoint.shown.fields, reader.shown.fields)) return tagOf(reader, JSON.stringify(data));
  const record = await readRecord(reader, context.forkForPart(), parts).catch(() => null);
  return record && record.updatedAt === (data as Values | null)?.updatedAt
    ? tagOf(reader, JSON.stringify(record))
    : null;
}

/** Adds the current `ETag` to an error of a write that is based on another state of the record. */
export async function addCurrentTag({ reader, context, parts, response }: Write, error: unknown): Promise<void> {
  const cause = (error as { originalError?: unknown }).originalError;
  if (!(cause instanceof AppError) || cause.code !== 'PRECONDITION_FAILED') return;
  const record = await readRecord(reader, context.forkForPart(), parts).catch(() => null);
  if (record) response.setHeader('etag', tagOf(reader, JSON.stringify(record)));
}

async function readRecord({ row, operation, readVariables }: Endpoint, context: GraphContext, parts: RequestParts) {
  const { values, headers } = parts;
  const variables = readVariables({ values, query: '', headers, body: {}, rawBody: '' });
  const { data, errors } = await operation.run(context, variables);
  if (errors?.length) throw errors[0];
  const record = row.data(data);
  if (typeof record !== 'object' || record === null) throw new AppError('NOT_FOUND', 'Record not found.');
  return record as Values;
}

function readOnlyViolation(field: string): ErrorDetail {
  return {
    field,
    rule: 'READ_ONLY_FIELD',
    message: `${field} must not be changed: only the server sets it. Send it unchanged, or omit it.`,
  };
}
