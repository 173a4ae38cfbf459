import { statement } from '../../../../../platform/database/statement.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import { flowById, requireNodeRights, requireRunnable } from '../../../flows/index.js';
import { flowVersions } from '../../run/flow-version-reader.js';
import { holdsChannel } from '../../store/checkpoint-holds.sql.js';
import type { FlowHold, ReleaseFlowHoldInput } from './flow-hold.object.js';
import { findFlowHold } from './list-flow-holds.js';

/**
 * Lets the executions that wait at a hold go on, in the order in which they arrived. Returns at once: a worker does it. Those that
 * arrive meanwhile go behind them. The failures before are not counted again.
 * @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN, FLOW_INVALID
 */
export async function releaseFlowHold(scope: Scope, holdId: string, input: ReleaseFlowHoldInput): Promise<FlowHold> {
  const hold = await findFlowHold(scope, holdId);
  const version = input.version === 'current' ? await currentVersion(scope, hold) : null;
  return end(scope, hold, releaseSql, [version]);
}

/** Cancels the executions that wait at a hold. Returns at once: a worker does it. @throws AppError NOT_FOUND, CONFLICT */
export async function discardFlowHold(scope: Scope, holdId: string): Promise<FlowHold> {
  return end(scope, await findFlowHold(scope, holdId), discardSql, []);
}

const ofHold = 'h.workspace_id = $1 and h.id = $2 and h.closed_at is null';

/** $3: the version of the flow; null for that of each execution. Notifies workers. */
const releaseSql = `/* release_flow_hold */
with released as (
  update flow_holds h set state = 'releasing', due_at = now(), to_version = $3 where ${ofHold} and h.state = 'held'
  returning h.flow_id, h.node_id, h.code, h.host
), forgotten as (
  delete from hold_failures f using released r where f.workspace_id = $1 and f.flow_id = r.flow_id and f.node_id = r.node_id
    and f.code = r.code and f.host = r.host
)
select '${holdsChannel}' as notifies from released`;

const discardSql = `/* discard_flow_hold */
with discarded as (
  update flow_holds h set state = 'discarding', due_at = now() where ${ofHold} and h.state in ('held', 'releasing') returning h.id
)
select '${holdsChannel}' as notifies from discarded`;

/** Returns the hold as it is before a worker goes on with it. */
function end(scope: Scope, { id, state }: FlowHold, text: string, further: readonly unknown[]): Promise<FlowHold> {
  const { workspaceId } = scope;
  return scope.transaction(async (sql) => {
    const { rowCount } = await sql.query(statement(text, [workspaceId, id, ...further]));
    if (rowCount === 1) return findFlowHold({ sql, workspaceId }, id);
    const now = state === 'held' ? 'ended' : state;
    const message = `The hold must be open, but it is ${now}: its executions go on, or are cancelled.`;
    throw new AppError('CONFLICT', message);
  });
}

/** @throws AppError FORBIDDEN, FLOW_INVALID */
async function currentVersion(scope: Scope, { flowId }: FlowHold): Promise<number> {
  const { workspaceId, services } = scope;
  const flow = await scope.loader(flowById).load(flowId);
  const version = flow?.version ?? 1;
  const { row } = await services.get(flowVersions).read({ workspaceId, flowId, flowVersion: version });
  await requireRunnable(scope.sql, { workspaceId, flowId }, row);
  requireNodeRights(scope.access, row.nodes);
  return version;
}
