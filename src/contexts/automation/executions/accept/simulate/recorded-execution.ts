import { nodeAt, type Plan, sourceHandlesOf } from '../../../../../engine/index.js';
import { statement } from '../../../../../platform/database/statement.js';
import { typed } from '../../../../../platform/database/typed-sql.js';
import { notFound, validationFailed } from '../../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../../platform/graphql/context.js';
import { executions } from '../../store/execution.entity.js';
import { type RecordedStep, recordedKey } from '../../store/simulated.js';

/** An execution whose data a simulation or an expression reads, as its row shows it: redacted. */
export interface RecordedExecution {
  id: string;
  flowId: string;
  flowName: string;
  triggerData: unknown;
  /** The HTTP request that started it by webhook. */
  request: unknown;
}

/** What the recorded steps of one simulation may be at most. */
const atMost = { steps: 2_000, bytes: 4 * 1024 * 1024 };

/** An execution of the workspace. @throws AppError NOT_FOUND */
export async function findRecordedExecution(scope: Scope, executionId: string): Promise<RecordedExecution> {
  const found = await typed(scope.sql, 'recorded_execution', executions)
    .selectFrom('executions')
    .select(['id', 'flowId', 'flowName', 'triggerData', 'request'])
    .where('workspaceId', '=', scope.workspaceId)
    .where('id', '=', requireId(executionId, 'execution'))
    .executeTakeFirst();
  if (!found) throw notFound('execution');
  return found;
}

// Measures what it reads first.
const stepsText = `/* recorded_steps */
  with picked as materialized (
    select s.node_id as "nodeId", s.iteration, s.node_type as "nodeType", s.handle, s.output, s.variables, s.error,
      coalesce(octet_length(s.output::text), 0) + coalesce(octet_length(s.variables::text), 0) as bytes
    from execution_steps s
    where s.workspace_id = $1 and s.execution_id = $2 and s.node_id = any($3::text[])
      and s.status in ('completed', 'failed') and s.handle is not null
    limit ${atMost.steps + 1}
  ), total as (
    select count(*) > ${atMost.steps} or coalesce(sum(bytes), 0) > ${atMost.bytes} as "isTooMuch" from picked
  )
  select "isTooMuch", case when not "isTooMuch" then (select json_agg(p) from picked p) end as steps from total`;

/**
 * How the steps of these nodes ended in an execution, by visit: those whose node has the same type and still has the handle
 * by which the step left.
 * @throws AppError VALIDATION_FAILED if that is more than a simulation can hold
 */
export async function readRecordedSteps(
  scope: Scope,
  executionId: string,
  plan: Plan,
  nodeIds: readonly string[],
): Promise<Record<string, RecordedStep>> {
  type Row = RecordedStep & { nodeId: string; iteration: string };
  const { rows } = await scope.sql.query<{ isTooMuch: boolean; steps: Row[] | null }>(
    statement(stepsText, [scope.workspaceId, executionId, nodeIds]),
  );
  if (rows[0]?.isTooMuch) {
    const message = `The execution recorded more than a simulation can use: ${atMost.steps} steps and ${atMost.bytes} bytes. Use mocks or pinned data instead.`;
    throw validationFailed([{ field: 'fromExecutionId', message }]);
  }
  const fitting = (rows[0]?.steps ?? []).filter(({ nodeId, iteration, nodeType, handle }) => {
    const planned = nodeAt(plan, { nodeId, iteration });
    return planned?.node.type === nodeType && sourceHandlesOf(planned.shape, planned.node.data).includes(handle);
  });
  return Object.fromEntries(
    fitting.map(({ nodeType, handle, output, variables, error, ...visit }) => [
      recordedKey(visit),
      { nodeType, handle, output, variables, error },
    ]),
  );
}
