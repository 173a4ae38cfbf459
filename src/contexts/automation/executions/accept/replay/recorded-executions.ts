import type { EngineError, StepStatus } from '../../../../../engine/step.js';
import { statement } from '../../../../../platform/database/statement.js';
import { anyOf } from '../../../../../platform/database/typed-sql.js';
import { validationFailed } from '../../../../../platform/errors/errors.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import type { ClaimedExecution, ExecutionStatus } from '../../store/execution-record.js';
import { selectRecorded } from '../../store/recorded-execution.js';
import { executionsByDefault, type ShadowReplayInput } from './shadow-replay.object.js';

/** An execution to replay, as its row shows it: redacted, with references to large values. */
export type RecordedExecution = Pick<
  ClaimedExecution,
  | 'id'
  | 'workspaceId'
  | 'workspaceName'
  | 'flowId'
  | 'flowName'
  | 'flowVersion'
  | 'trigger'
  | 'startNodeId'
  | 'triggerData'
  | 'request'
  | 'startedAt'
> & { status: ExecutionStatus; error: EngineError | null; createdAt: Date };

/** A step that an execution recorded, likewise. */
export interface RecordedStep {
  nodeId: string;
  iteration: string;
  nodeType: string;
  name: string;
  status: StepStatus;
  handle: string | null;
  input: unknown;
  output: unknown;
  variables: Record<string, unknown> | null;
  error: EngineError | null;
  /** Its position among the steps that have ended. */
  seq: number | null;
  /** When its last attempt began. */
  at: string;
}

/** What the steps of one execution may be at most. */
export const atMost = { steps: 2_000, bytes: 4 * 1024 * 1024 };

/**
 * The executions of a flow that are named, in that order, or its last ones that completed or failed. Simulations are none.
 * @throws AppError VALIDATION_FAILED
 */
export async function findRecordedExecutions(
  scope: Scope,
  flowId: string,
  { executionIds, limit }: ShadowReplayInput,
): Promise<RecordedExecution[]> {
  if (executionIds && limit != null) {
    const message = 'limit must not be sent with executionIds: it is the number of the last executions.';
    throw validationFailed([{ field: 'limit', rule: 'NOT_ALLOWED_WITH', message }]);
  }
  const named = executionIds?.map((id) => id.toLowerCase()) ?? null;
  const recorded = selectRecorded(scope.sql, 'executions_to_replay', scope.workspaceId)
    .select(['e.status', 'e.error', 'e.createdAt'])
    .where('e.flowId', '=', flowId)
    .where('e.trigger', '<>', 'simulation');
  const which = named
    ? recorded.where('e.id', '=', anyOf(named))
    : recorded
        .where('e.status', 'in', ['completed', 'failed'])
        .orderBy('e.id', 'desc')
        .limit(limit ?? executionsByDefault);
  const rows = await which.$castTo<RecordedExecution>().execute();
  if (!named) return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const unknown = named.flatMap((id, index) => (byId.has(id) ? [] : [notFound(index)]));
  if (unknown.length > 0) throw validationFailed(unknown);
  return named.map((id) => byId.get(id) as RecordedExecution);
}

function notFound(index: number) {
  const field = `executionIds[${index}]`;
  const message = `${field} was not found. It must be the ID of an execution of this flow that is not a simulation.`;
  return { field, rule: 'REFERENCE_UNKNOWN', message };
}

// Measures what it reads first.
const stepsText = `/* steps_to_replay */
  with picked as materialized (
    select s.node_id as "nodeId", s.iteration, s.node_type as "nodeType", s.name, s.status, s.handle, s.input, s.output,
      s.variables, s.error, s.seq, coalesce((s.attempts -> -1 ->> 'startedAt')::timestamptz, s.started_at) as at,
      coalesce(octet_length(s.input::text), 0) + coalesce(octet_length(s.output::text), 0)
        + coalesce(octet_length(s.variables::text), 0) as bytes
    from execution_steps s where s.workspace_id = $1 and s.execution_id = $2
    limit ${atMost.steps + 1}
  ), total as (
    select count(*) > ${atMost.steps} or coalesce(sum(bytes), 0) > ${atMost.bytes} as "isTooMuch" from picked
  )
  select "isTooMuch", case when not "isTooMuch" then (select json_agg(p) from picked p) end as steps from total`;

/** The steps of an execution; null if they are too many or too large. */
export async function readRecordedSteps(scope: Scope, executionId: string): Promise<RecordedStep[] | null> {
  const { rows } = await scope.sql.query<{ isTooMuch: boolean; steps: RecordedStep[] | null }>(
    statement(stepsText, [scope.workspaceId, executionId]),
  );
  return rows[0]?.isTooMuch ? null : (rows[0]?.steps ?? []);
}
