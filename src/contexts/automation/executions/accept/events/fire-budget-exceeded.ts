import type { Logger } from 'pino';
import { workspaceEvents } from '../../../../../nodes/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import type { BudgetExceeded } from '../../../../billing/usage/index.js';
import type { StartQuota } from '../../store/start-quota.js';
import { fireEvent } from './fire-event.js';

/** Publishes `budget.exceeded` to the flows and steps of the workspace, in the transaction that takes the notice. */
export async function fireBudgetExceeded(
  sql: Sql,
  { id, workspaceId, at, ...data }: BudgetExceeded,
  quota: StartQuota,
  log: Logger,
): Promise<void> {
  const event = workspaceEvents.budgetExceeded.of({ id, workspaceId, timestamp: at.toISOString(), data });
  await fireEvent(sql, event, quota, log);
}
