import { defineService } from '../../../../platform/define-service.js';
import { createExecutionStore, type ExecutionStore } from '../checkpoint/execution-store.js';
import { runWorker } from '../claim/execution-worker.js';

/** Where new runs are kept and started. */
export type RunStarter = Pick<ExecutionStore, 'start'>;

/**
 * Starts runs: by the worker of this process, which drives them here at once where it has a slot (ADR 40), or, in a
 * process without one, through the queue.
 */
export const runStarter = defineService<RunStarter>(
  'run starter',
  ({ db, get }) => get(runWorker)?.runs ?? createExecutionStore(db.pool, null),
);
