import DataLoader from 'dataloader';
import { readLarge } from '../../../../platform/database/read-large.js';
import { anyOf, typed } from '../../../../platform/database/typed-sql.js';
import { defineLoader, type Scope } from '../../../../platform/graphql/context.js';
import { type PageOf, pageWindow } from '../../../../platform/graphql/page.js';
import { readPages } from '../../../../platform/graphql/read-page.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import type { StepListArgs } from '../store/execution.input.js';
import { executionSteps } from '../store/execution-step.entity.js';
import { showLargeValues } from '../store/show-large-values.js';
import type { Step } from '../store/step.object.js';
import { selectStep } from '../store/step-columns.js';
import { batched, loadersByArguments } from './batched.js';
import { oldestFirst, ownReads } from './related-executions.js';

/**
 * A page of the steps of each execution, in the order of their start, in one statement; an error for an execution to whose
 * list the cursor does not belong.
 */
export async function listSteps(
  scope: Scope,
  executionIds: readonly string[],
  args: StepListArgs,
  fields: RequestedFields,
): Promise<(PageOf<Step> | Error)[]> {
  const { columns, large } = selectStep(fields.below('items'));
  const { nodeId, status } = args;
  const filters = [
    ['s.node_id =', nodeId || null],
    ['s.status =', status ?? null],
  ].filter(([, value]) => value !== null);
  const pages = await readPages<Step>(
    ownReads(scope),
    {
      label: 'list_steps',
      field: 'steps',
      columns,
      large,
      from: 'execution_steps s',
      where: ['s.workspace_id = $1', ...filters.map(([condition], index) => `${condition} $${index + 2}`)],
      values: [scope.workspaceId, ...filters.map(([, value]) => value)],
      // Step IDs are UUIDv7, created at the start of each step.
      sortBy: null,
      id: 's.id',
      window: pageWindow({ ...args, ...oldestFirst }, { byDefault: 'startedAt' }),
      of: [scope.workspaceId],
      pagination: fields.below('pagination'),
    },
    { column: 's.execution_id', ids: [...new Set(executionIds)] },
  );
  const shown = [...pages.values()].flatMap((page) => (page instanceof Error ? [] : page.items));
  await showLargeValues(scope, shown as (Step & { executionId: string })[], () => scope.workspaceId);
  return executionIds.map((id) => pages.get(id) as PageOf<Step> | Error);
}

const stepLoaders = loadersByArguments<string, Step[]>();

/** All steps of an execution that was read without them; those of all executions in one answer are read by one statement. */
export function listAllSteps(scope: Scope, executionId: string, fields: RequestedFields): Promise<Step[]> {
  const { columns, large, key } = selectStep(fields);
  return batched(scope, stepLoaders, key, executionId, async (ids) => {
    const rows = await readLarge<Step & { executionId: string }>(scope, {
      label: 'list_all_steps',
      select: `select p.* from unnest($2::uuid[]) with ordinality as k(id, place) cross join lateral (
      select ${columns} from execution_steps s where s.workspace_id = $1 and s.execution_id = k.id order by s.id) p
      order by k.place, p."id"`,
      values: [scope.workspaceId, ids],
      large,
      field: 'steps',
    });
    await showLargeValues(scope, rows, () => scope.workspaceId);
    const byExecution = Map.groupBy(rows, (row) => row.executionId);
    return ids.map((id) => byExecution.get(id) ?? []);
  });
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
