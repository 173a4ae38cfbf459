import { defineService } from '../../../../platform/define-service.js';
import { executionWorker } from '../queue/execution-worker.js';
import { eventsChannel } from '../store/event-rows.sql.js';
import { createExecutionStore, type ExecutionStore } from '../store/execution-store.js';
import { startQuota } from '../store/start-quota.js';

/** Stores and starts new executions, within the quotas of their workspaces. */
export type StartExecution = Pick<ExecutionStore, 'start'>;

/**
 * Starts executions: by the worker of this process, which drives them at once if it has a free slot, or, in a
 * process without a worker, through the queue (docs/decisions/executions.md). Throws QuotaExceededError.
 */
export const executionStarter = defineService<StartExecution>('execution starter', ({ db, notifier, get }) => {
  const onEvents = () => notifier.notify(eventsChannel);
  const runs: StartExecution = get(executionWorker)?.runs ?? createExecutionStore(db, null, { onEvents });
  const quota = get(startQuota);
  return {
    async start(run) {
      const started = await runs.start(await quota.admit({ sql: db.pool, run, causeId: run.call?.parentExecutionId }));
      db.wrote(run.workspaceId);
      return started;
    },
  };
});
