import { createHash } from 'node:crypto';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { AppError, validationFailed } from '../../../../platform/errors.js';
import type { Services } from '../../../../platform/services.js';
import type { StartedExecution } from '../execution.object.js';
import { type ExecutionStart, newExecution } from './new-execution.js';
import { runStarter } from './run-starter.js';

/**
 * Keeps a run before it answers: whoever got an id can rely on it. With a key, what was started under it for the same
 * flow within 24 hours answers in its place.
 * @throws AppError CONFLICT where the key was used for another request, VALIDATION_FAILED for a key that is none
 */
export async function startOnce(
  services: Pick<Services, 'get'>,
  start: ExecutionStart,
  key: string | null | undefined,
): Promise<StartedExecution> {
  if (key == null) return { executionId: (await services.get(runStarter).start(newExecution(start))).executionId };
  const idempotency = { key: requireKey(key), hash: hashOf(start) };
  const { executionId, conflict } = await services.get(runStarter).start(newExecution({ ...start, idempotency }));
  if (!conflict) return { executionId };
  throw new AppError(
    'CONFLICT',
    'This Idempotency-Key was used for another request to the flow. Repeat that one unchanged, or take a new key.',
  );
}

// Printable and without spaces around: keys of our own begin otherwise and cannot be met.
function requireKey(key: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return key;
  throw validationFailed([
    { field: 'idempotencyKey', message: 'An Idempotency-Key is 1 to 255 printable ASCII characters.' },
  ]);
}

function hashOf({ trigger, startNodeId, triggerData, mocks = null }: ExecutionStart): string {
  return createHash('sha256')
    .update(storableJson([trigger, startNodeId, triggerData, mocks]))
    .digest('hex');
}
