import { statement } from '../../../../platform/database/statement.js';
import { isUuid, type Scope } from '../../../../platform/graphql/context.js';
import { listLimits } from '../../../../platform/graphql/page.js';
import { timeRange } from '../../../../platform/graphql/time-range.js';
import { type ErrorGroupArgs, type ExecutionErrorGroup, failuresAtMost } from './error-group.object.js';

interface GroupRow extends Omit<ExecutionErrorGroup, 'hours'> {
  /** Of each execution of the last day, how many hours ago it was created. */
  ago: number[] | null;
}

const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Groups with aggregates. The causes of failed executions, that of the newest first. Simulations are left out. It looks at the
 * newest failures only, which their index has in order.
 */
export async function listErrorGroups(
  scope: Scope,
  { flowId, from, limit }: ErrorGroupArgs,
): Promise<ExecutionErrorGroup[]> {
  const values: unknown[] = [scope.workspaceId, failuresAtMost, Math.min(limit ?? listLimits.usual, listLimits.most)];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const start = timeRange(from, null).from;
  const where = [
    'e.workspace_id = $1',
    "e.unsuccessful_status = 'failed'",
    "e.trigger <> 'simulation'",
    'e.error is not null',
    ...(flowId ? [`e.flow_id = ${bind(isUuid(flowId) ? flowId : noId)}`] : []),
    ...(start ? [`e.created_at >= ${bind(start)}`] : []),
  ];
  const text = `/* list_error_groups */ select f.flow_id as "flowId", f.flow_version as "flowVersion", f.code, f."nodeId",
      (array_agg(f.flow_name order by f.id desc))[1] as "flowName", (array_agg(f.message order by f.id desc))[1] as message,
      count(*)::integer as count, min(f.created_at) as "firstAt", max(f.created_at) as "lastAt",
      (array_agg(f.id order by f.id desc))[1] as "lastExecutionId", array_agg(f.ago) filter (where f.ago between 0 and 23) as ago
    from (
      select e.id, e.flow_id, e.flow_name, e.flow_version, e.created_at, e.error ->> 'code' as code,
        e.error ->> 'nodeId' as "nodeId", e.error ->> 'message' as message,
        floor(extract(epoch from now() - e.created_at) / 3600)::integer as ago
      from executions e where ${where.join(' and ')} order by e.id desc limit $2
    ) f group by f.flow_id, f.flow_version, f.code, f."nodeId" order by max(f.created_at) desc, f.flow_id, f.code limit $3`;
  const { rows } = await scope.sql.query<GroupRow>(statement(text, values));
  return rows.map(({ ago, ...group }) => ({ ...group, hours: hoursOf(ago ?? []) }));
}

function hoursOf(ago: readonly number[]): number[] {
  const hours = new Array<number>(24).fill(0);
  for (const hour of ago) hours[23 - hour] = (hours[23 - hour] ?? 0) + 1;
  return hours;
}
