import { AppError } from '../../platform/errors/errors.js';
import { operationLimits } from '../../platform/graphql/limits/operation-limits.js';

/** The error of a document that is too long to be read; null if it is not. */
export function lengthViolation(query: unknown): AppError | null {
  if (typeof query !== 'string' || query.length <= operationLimits.characters) return null;
  const message = `The document must have at most ${operationLimits.characters} characters, this one has ${query.length}. Send long values as variables.`;
  return new AppError('BAD_REQUEST', message);
}

/** Refuses a request with a document that is too long, before any of it runs. @throws AppError BAD_REQUEST */
export function refuseLongDocuments(body: unknown): void {
  for (const operation of Array.isArray(body) ? body : [body]) {
    const violation = lengthViolation((operation as { query?: unknown } | null | undefined)?.query);
    if (violation) throw violation;
  }
}

/** Refuses a batch with too many operations before any of it runs. @throws AppError BAD_REQUEST */
export function refuseLongBatch(body: unknown): void {
  if (!Array.isArray(body) || body.length <= operationLimits.batch) return;
  const message = `A batch must have at most ${operationLimits.batch} operations, this one has ${body.length}. Send several batches.`;
  throw new AppError('BAD_REQUEST', message);
}
