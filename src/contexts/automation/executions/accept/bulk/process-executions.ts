import { type ErrorDetail, toAppError, validationFailed } from '../../../../../platform/errors/errors.js';
import { must } from '../../../../../platform/errors/violation-words.js';
import { isUuid, type Scope } from '../../../../../platform/graphql/context.js';
import { timeRange, timeRangeViolations } from '../../../../../platform/graphql/time-range.js';
import { statusCondition } from '../../store/execution-columns.js';
import {
  type ExecutionBulkFilterInput,
  type ExecutionBulkInput,
  type ExecutionBulkResult,
  executionsAtMost,
} from './execution-bulk.object.js';

type Status = NonNullable<ExecutionBulkFilterInput['status']>;

/** What is done with each of several executions. */
export interface BulkWork {
  /** The statuses that it applies to; the first one is the default. */
  statuses: readonly [Status, ...Status[]];
  /** What the work does not accept of the input, besides its filter. */
  violations: readonly ErrorDetail[];
  /** Further conditions on executions `e`. */
  where: readonly string[];
  /** The further condition on executions `e` for a request that continues. @param after the parameter with the last one */
  continuing?(after: string): string;
  /** The condition on executions `e` at a node. @param node the parameter with its ID */
  atNode(node: string): string;
  /** Does it for one execution. @returns the execution that it started or changed */
  perform(executionId: string): Promise<string>;
}

const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Does something with the executions that a filter selects, oldest first, at most 100 of them: each by itself, so that no
 * lock or transaction grows with their number, and other requests come in between.
 * @throws AppError VALIDATION_FAILED, or the error of the first execution if the server or a quota refuses it
 */
export async function processExecutions(
  scope: Scope,
  input: ExecutionBulkInput,
  work: BulkWork,
): Promise<ExecutionBulkResult> {
  const selected = conditionsOf(scope.workspaceId, input, work);
  if (input.dryRun) return { count: await countExecutions(scope, selected) };
  const rows = await read<{ id: string }>(scope, 'executions_of_bulk', 'e.id', {
    ...selected,
    where: `${selected.where} order by e.id limit ${executionsAtMost + 1}`,
  });
  const executionIds: string[] = [];
  const skipped: NonNullable<ExecutionBulkResult['skipped']> = [];
  let last: string | null = null;
  for (const { id } of rows.slice(0, executionsAtMost)) {
    try {
      executionIds.push(await work.perform(id));
    } catch (error) {
      const refusal = toAppError(error);
      const isTransient = !refusal || refusal.status >= 500 || refusal.status === 429;
      // What was done is reported, and the next request continues here.
      if (isTransient && executionIds.length + skipped.length === 0) throw error;
      if (isTransient) return { count: executionIds.length, executionIds, skipped, next: last };
      skipped.push({ executionId: id, code: refusal.code, message: refusal.message });
    }
    last = id;
  }
  const next = rows.length > executionsAtMost ? last : null;
  return { count: executionIds.length, executionIds, skipped, next };
}

async function countExecutions(scope: Scope, selected: Selected): Promise<number> {
  const columns = 'count(*)::integer as count';
  const [row] = await read<{ count: number }>(scope, 'count_executions_of_bulk', columns, selected);
  return row?.count ?? 0;
}

interface Selected {
  where: string;
  values: unknown[];
}

/** As text: its conditions are those of the work and of the lists of executions. */
async function read<Row extends object>({ sql }: Scope, label: string, columns: string, { where, values }: Selected) {
  return (await sql.query<Row>(`/* ${label} */ select ${columns} from executions e where ${where}`, values)).rows;
}

/** @throws AppError VALIDATION_FAILED */
function conditionsOf(workspaceId: string, { filter, after }: ExecutionBulkInput, work: BulkWork): Selected {
  const violations = [...violationsOf(filter, work), ...work.violations];
  if (violations.length > 0) throw validationFailed(violations);
  const values: unknown[] = [workspaceId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { from, to } = timeRange(filter.from, filter.to);
  const where = ['e.workspace_id = $1', statusCondition(filter.status ?? work.statuses[0]), ...work.where];
  if (after) {
    const last = bind(isUuid(after) ? after : noId);
    where.push(`e.id > ${last}`);
    // With `to` the caller has said which executions are meant.
    if (work.continuing && !to) where.push(work.continuing(last));
  }
  if (filter.flowId) where.push(`e.flow_id = ${bind(isUuid(filter.flowId) ? filter.flowId : noId)}`);
  if (from) where.push(`e.created_at >= ${bind(from)}`);
  if (to) where.push(`e.created_at <= ${bind(to)}`);
  if (filter.errorCode) where.push(`e.error ->> 'code' = ${bind(filter.errorCode)}`);
  if (filter.flowVersion) where.push(`e.flow_version = ${bind(filter.flowVersion)}`);
  if (filter.nodeId) where.push(work.atNode(bind(filter.nodeId)));
  return { where: where.join(' and '), values };
}

function violationsOf(
  { status, from, to, errorCode }: ExecutionBulkFilterInput,
  { statuses }: BulkWork,
): ErrorDetail[] {
  const isOther = status && !statuses.includes(status);
  const violations = [
    ...(isOther ? [{ field: 'status', message: `status ${must.beOneOf(statuses)}`, rule: 'STATE_UNSUITABLE' }] : []),
    ...(errorCode && statuses[0] === 'running'
      ? [
          {
            field: 'errorCode',
            message: 'errorCode is not allowed. Running executions have no error.',
            rule: 'NOT_ALLOWED_WITH',
          },
        ]
      : []),
    ...timeRangeViolations(from, to),
  ];
  return violations.map((one) => ({ ...one, field: `filter.${one.field}`, message: `filter.${one.message}` }));
}
