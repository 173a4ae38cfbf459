import type { Services } from '../../../../platform/services.js';
import { logCancelled } from '../run/cancel-execution.js';
import { gatherStart } from '../run/gather-start.js';
import { settleKeys } from '../run/settle-keys.js';
import type { ExecutionControl } from '../store/execution-control.js';
import { lockKeys } from '../store/flow-controls.sql.js';
import type { NewExecution } from '../store/new-execution.js';
import { type Started, startHeld, startRow } from '../store/start-executions.js';

/**
 * Stores an execution of a flow with a control, and decides about it in the same transaction: it may run, waits in the line of its
 * key, or is skipped, which leaves nothing behind.
 */
export async function startControlled(
  { db, log }: Pick<Services, 'db' | 'log'>,
  run: NewExecution,
  { key: value, gathersFor }: ExecutionControl,
): Promise<Started> {
  const { workspaceId, flowId } = run;
  const key = { workspaceId, flowId, key: value };
  try {
    const { started, ended } = await db.transaction(async (sql) => {
      // Before the key of the caller, for which a concurrent start with it would wait.
      await lockKeys(sql, [key]);
      const row = await startRow(sql, run);
      const known = await (gathersFor ? gatherStart(sql, key, row) : startHeld(sql, row));
      if (known && known.executionId !== run.id && !known.isGathered) return { started: known, ended: [] };
      const settled = await settleKeys(sql, [key]);
      const runsInstead = settled.skipped.get(run.id);
      if (runsInstead !== undefined) throw new SkippedStart(runsInstead);
      return { started: known ?? { executionId: run.id, conflict: false }, ended: settled.ended };
    });
    logCancelled(log, ended);
    return started;
  } catch (error) {
    if (error instanceof SkippedStart) return { executionId: error.runsInstead, conflict: false, isSkipped: true };
    throw error;
  }
}

/** Rolls the start of an execution back. */
class SkippedStart extends Error {
  /** @param runsInstead an execution with its key that runs */
  constructor(readonly runsInstead: string) {
    super('The execution was skipped.');
  }
}
