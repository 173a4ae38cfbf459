import DataLoader from 'dataloader';
import { readLarge } from '../../../../platform/database/read-large.js';
import { anyOf, typed } from '../../../../platform/database/typed-sql.js';
import { validationFailed } from '../../../../platform/errors/errors.js';
import { defineLoader, isUuid, type Scope } from '../../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { executionSteps } from '../store/execution-step.entity.js';
import type { Selection } from '../store/selection.js';
import { showLargeValues } from '../store/show-large-values.js';
import type { Step } from '../store/step.object.js';
import { selectStep } from '../store/step-columns.js';
import { batched, loadersByArguments } from './batched.js';
import { limitOf } from './related-executions.js';

/** Which steps of an execution are listed. */
export interface StepListArgs {
  nodeId?: string | null;
  status?: Step['status'] | null;
  /** Defaults to all. */
  limit?: number | null;
  /** The ID of the step behind which the list begins. */
  after?: string | null;
}

const stepLoaders = loadersByArguments<string, Step[]>();

/**
 * Steps of an execution that was read without them, in the order of their start; those of all executions in one answer are
 * read by one statement.
 * @throws AppError VALIDATION_FAILED
 */
export function listSteps(
  scope: Scope,
  executionId: string,
  args: StepListArgs,
  fields: RequestedFields,
): Promise<Step[]> {
  const { nodeId = null, status = null, limit, after = null } = args;
  if (after !== null && !isUuid(after))
    throw validationFailed([{ field: 'after', message: 'after must be the ID of a step of the execution.' }]);
  const most = typeof limit === 'number' ? limitOf(limit) : null;
  const selection = selectStep(fields);
  const signature = JSON.stringify([selection.key, nodeId, status, most, after]);
  return batched(scope, stepLoaders, signature, executionId, (ids) =>
    readSteps(scope, selection, ids, [nodeId, status, after, most]),
  );
}

async function readSteps(
  scope: Scope,
  { columns, large }: Selection,
  executionIds: readonly string[],
  filters: readonly unknown[],
): Promise<Step[][]> {
  // Step IDs are UUIDv7, created at the start of each step.
  const rows = await readLarge<Step & { executionId: string }>(scope, {
    label: 'list_steps',
    select: `select p.* from unnest($2::uuid[]) with ordinality as k(id, place) cross join lateral (
      select ${columns} from execution_steps s where s.workspace_id = $1 and s.execution_id = k.id
        and ($3::text is null or s.node_id = $3) and ($4::text is null or s.status = $4) and ($5::uuid is null or s.id > $5)
      order by s.id limit $6) p order by k.place, p."id"`,
    values: [scope.workspaceId, executionIds, ...filters],
    large,
    field: 'steps',
  });
  await showLargeValues(scope, rows, () => scope.workspaceId);
  const byExecution = Map.groupBy(rows, (row) => row.executionId);
  return executionIds.map((id) => byExecution.get(id) ?? []);
}

/** The number of steps of executions. */
export const stepCount = defineLoader(
  (scope: Scope) =>
    new DataLoader(async (ids: readonly string[]) => {
      const rows = await typed(scope.sql, 'count_steps', executionSteps)
        .selectFrom('execution_steps')
        .select(({ fn }) => ['executionId as id', fn.countAll<string>().as('count')])
        .where('workspaceId', '=', scope.workspaceId)
        .where('executionId', '=', anyOf(ids))
        .groupBy('executionId')
        .execute();
      const byId = new Map(rows.map(({ id, count }) => [id, Number(count)]));
      return ids.map((id) => byId.get(id) ?? 0);
    }),
);
