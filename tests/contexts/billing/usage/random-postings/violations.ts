import type { Sql } from '../../../../../src/platform/database/database.js';
import { ledgerAccountsOf } from '../ledger-accounts.js';
import { budgets, type Payer } from './payers.js';

interface Spent {
  /** Credits charged for executions. */
  executions: number;
  /** Executions that completed with a paid step. */
  completed: number;
  /** Credits of all usage events, of the transfers that charge them, and of the days of the workspace. */
  events: number;
  transfers: number;
  days: number;
  /** The highest credits of one day: of the flow with a budget, and of the workspace. */
  budgeted: number;
  busiest: number;
  repeated: number;
  /** Failed executions that neither the provider, the wallet nor a budget explains. */
  strange: number;
}

const spentText = `select
  (select coalesce(sum(credits_micros), 0) from usage_events u where u.workspace_id = w.id and execution_id is not null)::float8 / 1e6 as executions,
  (select count(*) from executions e where e.workspace_id = w.id and status = 'completed' and flow_id = any($2))::float8 as completed,
  (select coalesce(sum(credits_micros), 0) from usage_events u where u.workspace_id = w.id)::float8 / 1e6 as events,
  (select coalesce(sum(amount_micros), 0) from ledger_transfers t where t.account_id = w.account_id and kind = 'usage')::float8 / 1e6 as transfers,
  (select coalesce(sum(credits_micros), 0) from workspace_spending s where s.workspace_id = w.id)::float8 / 1e6 as days,
  (select coalesce(max(credits_micros), 0) from flow_spending s where s.workspace_id = w.id and flow_id = $3)::float8 / 1e6 as budgeted,
  (select coalesce(max(credits_micros), 0) from workspace_spending s where s.workspace_id = w.id)::float8 / 1e6 as busiest,
  (select count(*) from (select from ledger_transfers t where t.account_id = w.account_id and reference is not null
    group by kind, reference having count(*) > 1) r)::float8 as repeated,
  (select count(*) from executions e where e.workspace_id = w.id and status = 'failed'
    and error ->> 'code' not in ('INSUFFICIENT_CREDITS', 'BUDGET_EXCEEDED', 'PROVIDER_REFUSED'))::float8 as strange
  from workspaces w where w.id = $1`;

/**
 * What contradicts the books: the balance must be the ledger, and what was there before with all that was accepted since;
 * nothing may be reserved, booked twice, or spent over a budget.
 * @param expected the credits of each payer without executions
 */
export async function violationsOf(sql: Sql, payers: readonly Payer[], expected: readonly number[]): Promise<string[]> {
  const violations: string[] = [];
  for (const [index, { workspaceId, flows }] of payers.entries()) {
    const { rows } = await sql.query<Spent>(spentText, [workspaceId, [flows.paid, flows.budgeted], flows.budgeted]);
    const spent = rows[0] as Spent;
    const ledger = await ledgerAccountsOf(sql, workspaceId);
    const balance = ledger.balance / 1e6;
    const require = (holds: boolean, what: string) => {
      if (!holds) violations.push(`payer ${index}: ${what}: ${JSON.stringify({ ...ledger, ...spent, expected })}`);
    };
    require(ledger.ledger === ledger.balance, 'the ledger is not the balance');
    require(balance === (expected[index] as number) - spent.executions, 'the balance is not the sum of its postings');
    require(ledger.reserved === 0 && ledger.held === 0, 'credits are still reserved');
    require(spent.executions === spent.completed, 'executions were not charged once each');
    require(spent.events === spent.transfers && spent.events === spent.days, 'the sums of usage differ');
    require(spent.repeated === 0, 'a reference was booked twice');
    require(spent.strange === 0, 'an execution failed for another reason');
    require(spent.budgeted <= budgets.flow, 'the flow exceeded its budget');
    if (index === 2) require(spent.busiest <= budgets.workspace, 'the workspace exceeded its budget');
  }
  return violations;
}
