import { fromNow, typed } from '../../../../platform/database/typed-sql.js';
import { eventType } from '../../../../platform/events/index.js';
import { creditText } from '../../../../platform/metering/credit-amount.js';
import type { Services } from '../../../../platform/services.js';
import { budgetNotices } from './budget.entity.js';

/** A budget refused an operation, for the first time in its period. */
export interface BudgetExceeded {
  /** Unique for the budget, its limit and its period. */
  id: string;
  workspaceId: string;
  at: Date;
  /** Null for the budget of the workspace. */
  flowId: string | null;
  flowName: string | null;
  period: 'day' | 'month';
  /** The first day of the period, for example `2026-11-01`. */
  begins: string;
  /** Credits, as a decimal. */
  limit: string;
}

/** Published once for each budget, limit and period. */
export const budgetExceeded = eventType<BudgetExceeded>('budget.exceeded');

const maxAtOnce = 100;

/** Takes a notice, and deletes those of former periods: the table keeps one period of each budget. One statement, so not typed. */
const takeSql = `/* take_budget_notice */
with taken as (
  update budget_notices set due_at = null where workspace_id = $1 and id = $2 and due_at is not null returning *
), former as (
  delete from budget_notices n using taken t
  where n.workspace_id = t.workspace_id and n.flow_id is not distinct from t.flow_id and n.period = t.period
    and n.begins < t.begins and n.due_at is null
)
select t.id, t.workspace_id as "workspaceId", t.exceeded_at as at, t.flow_id as "flowId", f.name as "flowName", t.period,
  t.begins::text as begins, t.limit_micros::text as limit
from taken t left join flows f on f.workspace_id = t.workspace_id and f.id = t.flow_id`;

/**
 * Publishes the budgets that were exceeded, each in one transaction with what its event starts. One that cannot be
 * published is tried again after 30 seconds and does not block the others.
 */
export async function publishBudgetNotices({ db, events, log }: Services): Promise<void> {
  const pending = await typed(db.pool, 'pending_budget_notices', budgetNotices)
    .selectFrom('budget_notices')
    .select(['workspaceId', 'id'])
    .where('dueAt', '<=', fromNow(0))
    .orderBy('dueAt')
    .limit(maxAtOnce)
    .execute();
  for (const { workspaceId, id } of pending) {
    const publish = db.within(workspaceId).transaction(async (tx) => {
      const taken = await tx.query<BudgetExceeded>(takeSql, [workspaceId, id]);
      for (const one of taken.rows) {
        await events.publish(tx, budgetExceeded({ ...one, at: new Date(one.at), limit: creditText(one.limit) }));
      }
    });
    await publish.catch(async (error) => {
      log.error({ err: error, workspaceId }, 'an exceeded budget could not be published; it will be retried');
      await typed(db.pool, 'postpone_budget_notice', budgetNotices)
        .updateTable('budget_notices')
        .set({ dueAt: fromNow(30) })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    });
  }
}
