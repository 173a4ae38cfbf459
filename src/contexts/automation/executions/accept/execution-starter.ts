import { defineService } from '../../../../platform/define-service.js';
import { fileStore } from '../../files/index.js';
import { executionWorker } from '../queue/execution-worker.js';
import { eventsChannel } from '../store/event-rows.sql.js';
import { createExecutionStore, type ExecutionStore } from '../store/execution-store.js';
import { startQuota } from '../store/start-quota.js';
import { startControlled } from './start-controlled.js';

/** Stores and starts new executions, within the quotas of their workspaces. */
export type StartExecution = Pick<ExecutionStore, 'start'>;

/**
 * Starts executions: by the worker of this process, which drives them at once if it has a free slot, or, in a
 * process without a worker, through the queue (docs/decisions/executions.md). Those of a flow with a control start when it lets
 * them go (docs/decisions/limits-and-fairness.md). Throws QuotaExceededError.
 */
export const executionStarter = defineService<StartExecution>('execution starter', ({ db, log, notifier, get }) => {
  const onEvents = () => notifier.notify(eventsChannel);
  const runs: StartExecution =
    get(executionWorker)?.runs ??
    createExecutionStore({ pool: db.pool, hotPool: db.hotPool, files: get(fileStore) }, null, { onEvents });
  const quota = get(startQuota);
  return {
    async start(run) {
      const admitted = await quota.admit({ sql: db.pool, run, causeId: run.call?.parentExecutionId });
      const { control } = admitted;
      const started = await (control ? startControlled({ db, log }, admitted, control) : runs.start(admitted));
      db.wrote(run.workspaceId);
      return started;
    },
  };
});
