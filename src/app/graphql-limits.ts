import { AppError } from '../platform/errors.js';
import { operationLimits } from '../platform/graphql/limits/operation-limits.js';

/** Refuses a batch that is too long before any of it runs. @throws AppError BAD_REQUEST */
export function refuseLongBatch(body: unknown): void {
  if (!Array.isArray(body) || body.length <= operationLimits.batch) return;
  const message = `A batch holds at most ${operationLimits.batch} operations, this one has ${body.length}. Send it in parts.`;
  throw new AppError('BAD_REQUEST', message);
}
