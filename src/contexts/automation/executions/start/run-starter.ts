import { defineService } from '../../../../platform/define-service.js';
import { createExecutionStore, type ExecutionStore } from '../checkpoint/execution-store.js';
import { runWorker } from '../claim/execution-worker.js';

/** Stores and starts new executions. */
export type RunStarter = Pick<ExecutionStore, 'start'>;

/**
 * Starts executions: by the worker of this process, which drives them at once if it has a free slot (ADR 40), or, in a
 * process without a worker, through the queue.
 */
export const runStarter = defineService<RunStarter>(
  'run starter',
  ({ db, get }) => get(runWorker)?.runs ?? createExecutionStore(db.pool, null),
);
