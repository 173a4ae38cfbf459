import { AppError } from '../../platform/errors/errors.js';
import { operationLimits } from '../../platform/graphql/limits/operation-limits.js';

/** Refuses a batch with too many operations before any of it runs. @throws AppError BAD_REQUEST */
export function refuseLongBatch(body: unknown): void {
  if (!Array.isArray(body) || body.length <= operationLimits.batch) return;
  const message = `A batch must have at most ${operationLimits.batch} operations, this one has ${body.length}. Send several batches.`;
  throw new AppError('BAD_REQUEST', message);
}
