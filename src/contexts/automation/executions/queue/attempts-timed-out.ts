import type { Database } from '../../../../platform/database/database.js';
import { type Events, eventType } from '../../../../platform/events/index.js';
import type { ClaimedExecution, StepRecord } from '../store/execution-record.js';

/** Attempts of steps whose timeout ended while they waited for something that they had started elsewhere. */
export interface AttemptsTimedOut {
  workspaceId: string;
  executionId: string;
  attempts: readonly { stepId: string; attempt: number }[];
}

/**
 * Published before the steps fail: nothing waits for the results of these attempts any more. Published again if the
 * worker dies before that.
 */
export const attemptsTimedOut = eventType<AttemptsTimedOut>('executions.attemptsTimedOut');

/** Publishes that the attempts of these steps have timed out. */
export async function publishTimedOut(
  { db, events }: { db: Database; events: Events },
  { workspaceId, id: executionId }: ClaimedExecution,
  steps: readonly StepRecord[],
): Promise<void> {
  const attempts = steps.map(({ id: stepId, attempt }) => ({ stepId, attempt }));
  const event = attemptsTimedOut({ workspaceId, executionId, attempts });
  await db.within(workspaceId).transaction((sql) => events.publish(sql, event));
}
