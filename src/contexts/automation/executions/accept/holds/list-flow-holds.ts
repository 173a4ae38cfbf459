import { statement } from '../../../../../platform/database/statement.js';
import { notFound } from '../../../../../platform/errors/errors.js';
import { filterCost } from '../../../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../../../platform/filters/filter-sql.js';
import { isUuid, requireId, type Scope } from '../../../../../platform/graphql/context.js';
import { type PageOf, pageWindow } from '../../../../../platform/graphql/page.js';
import { readPage } from '../../../../../platform/graphql/read-page.js';
import type { RequestedFields } from '../../../../../platform/graphql/requested-fields.js';
import { searchCondition } from '../../../../../platform/search/index.js';
import { searchedFlowNames } from '../../../flows/index.js';
import { type FlowHold, type FlowHoldListArgs, holdFilter, holdSort } from './flow-hold.object.js';

const columns = `h.id, h.workspace_id as "workspaceId", h.flow_id as "flowId", f.name as "flowName", h.node_id as "nodeId", h.code, nullif(h.host, '') as host, h.message,
  h.failures, h.state, h.settled, h.opened_at as "openedAt", h.closed_at as "closedAt", (
    select count(distinct p.execution_id)::integer from parked_steps p
    where p.workspace_id = h.workspace_id and p.hold_id = h.id) as executions`;
const from = 'flow_holds h join flows f on f.workspace_id = h.workspace_id and f.id = h.flow_id';

/** Lists the holds of flows, the newest first by default. @throws AppError VALIDATION_FAILED */
export async function listFlowHolds(
  scope: Scope,
  args: FlowHoldListArgs,
  fields: RequestedFields,
): Promise<PageOf<FlowHold>> {
  const window = pageWindow(args, holdSort);
  const values: unknown[] = [scope.workspaceId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const where = ['h.workspace_id = $1'];
  if (args.flowId) where.push(`h.flow_id = ${bind(isUuid(args.flowId) ? args.flowId : null)}`);
  if (args.search) where.push(searchCondition(searchedFlowNames, 'f', args.search, bind));
  if (args.state) where.push(`h.state = ${bind(args.state)}`);
  where.push(...filterConditions(holdFilter, args, bind));
  return readPage<FlowHold>(scope, {
    label: 'list_flow_holds',
    columns,
    from,
    where,
    values,
    // IDs are in the order in which holds opened.
    sortBy: null,
    id: 'h.id',
    window,
    of: [scope.workspaceId],
    pagination: fields.below('pagination'),
    cost: filterCost(holdFilter, window),
  });
}

/** The holds with these IDs. */
export async function findFlowHolds({ sql, workspaceId }: Scope, ids: readonly string[]): Promise<FlowHold[]> {
  const text = `/* find_flow_holds */ select ${columns} from ${from} where h.workspace_id = $1 and h.id = any($2::uuid[])`;
  return (await sql.query<FlowHold>(statement(text, [workspaceId, ids]))).rows;
}

/** @throws AppError NOT_FOUND */
export async function findFlowHold({ sql, workspaceId }: Pick<Scope, 'sql' | 'workspaceId'>, holdId: string) {
  const text = `/* find_flow_hold */ select ${columns} from ${from} where h.workspace_id = $1 and h.id = $2`;
  const { rows } = await sql.query<FlowHold>(statement(text, [workspaceId, requireId(holdId, 'hold')]));
  if (!rows[0]) throw notFound('hold');
  return rows[0];
}
