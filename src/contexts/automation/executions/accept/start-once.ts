import { createHash } from 'node:crypto';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import type { Services } from '../../../../platform/services.js';
import type { StartedExecution } from '../store/execution-answer.object.js';
import { type ExecutionStart, type Idempotency, newExecution } from '../store/new-execution.js';
import type { Started } from '../store/start-executions.js';
import { executionStarter } from './execution-starter.js';

/**
 * Stores an execution before it returns: a caller that received an ID can rely on it. With a key, the execution that
 * the key started for the same flow within 24 hours is returned instead.
 * @throws AppError CONFLICT if the key was used for a different request, VALIDATION_FAILED for an invalid key,
 *   QUOTA_EXCEEDED
 */
export async function startOnce(
  services: Pick<Services, 'get'>,
  start: ExecutionStart,
  key: string | null | undefined,
): Promise<StartedExecution> {
  return startKeyed(services, start, key == null ? null : idempotencyOf(key, contentOf(start)));
}

/** What a repetition must have in common with the first. */
export function contentOf({
  trigger,
  startNodeId,
  triggerNodeId,
  triggerData,
  mocks = null,
  simulated,
}: ExecutionStart): unknown[] {
  return [trigger, startNodeId ?? triggerNodeId ?? null, triggerData, mocks, ...(simulated ? [simulated] : [])];
}

/** The same for a key with what its repetitions have in common. @throws AppError CONFLICT, QUOTA_EXCEEDED */
export async function startKeyed(
  services: Pick<Services, 'get'>,
  start: ExecutionStart,
  idempotency: Idempotency | null,
): Promise<StartedExecution> {
  const starter = services.get(executionStarter);
  if (!idempotency) return answerOf(await starter.start(newExecution(start)));
  const execution = newExecution({ ...start, idempotency });
  return requireSame(await starter.start(execution), execution.id);
}

/**
 * The key of a caller, with a hash of everything that the request contains.
 * @throws AppError VALIDATION_FAILED for an invalid key
 */
export function idempotencyOf(key: string, request: readonly unknown[]): Idempotency {
  return { key: requireKey(key), hash: contentHash(request) };
}

/** The hash by which requests with the same key are compared. */
export function contentHash(request: readonly unknown[]): string {
  return sha256(storableJson(request));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * The execution that belongs to a key.
 * @param newId the ID that it has if this call has started it
 * @throws AppError CONFLICT if the key was used for a different request
 */
export function requireSame(started: Started, newId: string): StartedExecution {
  const { executionId, conflict, isSkipped, isGathered } = started;
  if (!conflict) return { ...answerOf(started), isRepeat: !isSkipped && !isGathered && executionId !== newId };
  throw new AppError(
    'CONFLICT',
    'This Idempotency-Key was already used for a different request to the flow. Repeat that request unchanged, or use a new key.',
  );
}

function answerOf({ executionId, isSkipped }: Started): StartedExecution {
  return { executionId, ...(isSkipped && { skipped: true }) };
}

// Printable and without spaces around it: the server's own keys begin with a character that is not.
function requireKey(key: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return key;
  throw validationFailed([
    { field: 'idempotencyKey', message: 'Idempotency-Key must be 1 to 255 printable ASCII characters.' },
  ]);
}
