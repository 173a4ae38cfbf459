import { sharedNodes } from '../../../../../engine/index.js';
import { workspaceEvents } from '../../../../../nodes/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import { newId } from '../../../../../platform/new-id.js';
import type { Services } from '../../../../../platform/services.js';
import { logCancelled } from '../../run/cancel-execution.js';
import { type CancelledTree, cancelTree } from '../../run/cancel-tree.js';
import { flowVersions } from '../../run/flow-version-reader.js';
import { holdDiscarded } from '../../store/execution-errors.js';
import {
  changeVersion,
  closeHold,
  countSettled,
  letParkedGo,
  lockParked,
  type ParkedExecution,
  parkedAt,
  type SettlingHold,
  takeDueHold,
} from '../../store/flow-holds.sql.js';
import { startQuota } from '../../store/start-quota.js';
import { fireEvent } from '../events/fire-event.js';

/** Executions that one transaction lets go or cancels. */
const settledAtOnce = 100;

/**
 * Releases or discards some executions of the hold that has been due for longest, in one transaction, so that a process that dies
 * repeats nothing. Without any left, the hold closes.
 * @returns how many holds were due
 */
export async function settleDueHold(services: Services): Promise<number> {
  const settled = await services.db.transaction(async (sql) => {
    const hold = await takeDueHold(sql);
    return hold && { ended: await settleSome(services, sql, hold) };
  });
  if (settled) logCancelled(services.log, settled.ended);
  return settled ? 1 : 0;
}

async function settleSome(services: Services, sql: Sql, hold: SettlingHold): Promise<CancelledTree['ended']> {
  const { workspaceId, state } = hold;
  const parked = await parkedAt(sql, hold, settledAtOnce);
  if (parked.length === 0) {
    await close(services, sql, hold);
    return [];
  }
  const ids = parked.map(({ id }) => id);
  await countSettled(sql, hold, ids.length);
  if (state === 'discarding' || state === 'discarded') {
    return (await cancelTree(sql, workspaceId, ids, { answered: ids, error: holdDiscarded })).ended;
  }
  await lockParked(sql, workspaceId, ids);
  if (hold.toVersion !== null) await changeVersions(services, sql, hold, hold.toVersion, parked);
  await letParkedGo(sql, hold, ids);
  return [];
}

/** Changes the version of executions whose steps the other version can have, too. */
async function changeVersions(
  services: Services,
  sql: Sql,
  hold: SettlingHold,
  version: number,
  parked: readonly ParkedExecution[],
): Promise<void> {
  const { workspaceId, flowId } = hold;
  const reader = services.get(flowVersions);
  const current = await reader.read({ workspaceId, flowId, flowVersion: version });
  const others = parked.filter(({ flowVersion }) => flowVersion !== version);
  const kinds = Map.groupBy(others, ({ flowVersion, startNodeId }) => `${flowVersion} ${startNodeId}`);
  for (const executions of kinds.values()) {
    const { flowVersion, startNodeId } = executions[0] as ParkedExecution;
    const plan = current.planFrom(startNodeId);
    // They began at a node that the version lacks.
    if (plan.nodes.size === 0) continue;
    const former = await reader.read({ workspaceId, flowId, flowVersion });
    const shared = [...sharedNodes(former.planFrom(startNodeId), plan)];
    const ids = executions.map(({ id }) => id);
    await changeVersion(sql, hold, ids, { version, name: current.row.name, shared });
  }
}

async function close(services: Services, sql: Sql, hold: SettlingHold): Promise<void> {
  const flowName = await closeHold(sql, hold);
  if (hold.state !== 'releasing' || flowName === null) return;
  const { workspaceId, id: holdId, flowId, nodeId, code, host, settled: executions } = hold;
  const data = { holdId, flowId, flowName, nodeId, code, host: host || null, executions };
  const timestamp = services.now().toISOString();
  const event = workspaceEvents.flowReleased.of({ id: newId(), workspaceId, timestamp, data });
  await fireEvent(sql, event, services.get(startQuota), services.log);
}
