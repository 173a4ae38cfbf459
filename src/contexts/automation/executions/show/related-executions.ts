import { readLarge } from '../../../../platform/database/read-large.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { type PageArgs, type PageOf, pageWindow } from '../../../../platform/graphql/page.js';
import { type PageReader, readPages } from '../../../../platform/graphql/read-page.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import type { Execution } from '../store/execution.object.js';
import { selectExecution } from '../store/execution-columns.js';
import { showLargeValues } from '../store/show-large-values.js';
import { batched, loadersByArguments } from './batched.js';

/** How executions refer to another one. */
const relations = { children: 'e.parent_execution_id', retries: 'e.retry_of' } as const;

/** The order of what belongs to an execution: IDs are UUIDv7, created in this order. */
export const oldestFirst = { sortOrder: 'asc' };

/** What belongs to an execution is read where the execution is, so that they agree. */
export function ownReads({ sql, answer, cursorKey }: Scope): PageReader {
  return { sql, answer, cursorKey };
}

/**
 * A page of the executions that each one started, or of those that retry it, oldest first, in one statement; an error for an
 * execution to whose list the cursor does not belong.
 */
export async function relatedExecutions(
  scope: Scope,
  relation: keyof typeof relations,
  executionIds: readonly string[],
  args: PageArgs,
  fields: RequestedFields,
): Promise<(PageOf<Execution> | Error)[]> {
  const { columns, large } = selectExecution(fields.below('items'));
  const pages = await readPages<Execution>(
    ownReads(scope),
    {
      label: `executions_${relation}`,
      field: relation,
      columns,
      large,
      from: 'executions e',
      where: ['e.workspace_id = $1'],
      values: [scope.workspaceId],
      sortBy: null,
      id: 'e.id',
      window: pageWindow({ ...args, ...oldestFirst }, { byDefault: 'createdAt' }),
      of: [scope.workspaceId],
      pagination: fields.below('pagination'),
    },
    { column: relations[relation], ids: [...new Set(executionIds)] },
  );
  const shown = [...pages.values()].flatMap((page) => (page instanceof Error ? [] : page.items));
  await showLargeValues(scope, shown, () => scope.workspaceId);
  return executionIds.map((id) => pages.get(id) as PageOf<Execution> | Error);
}

/** A step by its execution. */
export interface StepPlace {
  executionId: string;
  id: string;
}

const childLoaders = loadersByArguments<StepPlace, Execution | null>();

/** The execution that a step called last; null if it called none. */
export function childOfStep(scope: Scope, step: StepPlace, fields: RequestedFields): Promise<Execution | null> {
  const { columns, large, key } = selectExecution(fields);
  const { executionId, id } = step;
  return batched(scope, childLoaders, key, { executionId, id }, async (places) => {
    const rows = await readLarge<Execution & { of: string }>(scope, {
      label: 'executions_of_steps',
      // One that is not waited for does not name the step: the output of the step names it.
      select: `select k.id as "of", p.* from unnest($2::uuid[], $3::uuid[]) as k(execution_id, id) cross join lateral (
      select ${columns} from executions e where e.workspace_id = $1 and e.parent_execution_id = k.execution_id
        and (e.parent_step_id = k.id or e.parent_step_id is null and e.id::text = (select case
          when json_typeof(s.output) = 'object' then s.output ->> 'executionId' end
          from execution_steps s where s.workspace_id = $1 and s.execution_id = k.execution_id and s.id = k.id))
      order by e.id desc limit 1) p`,
      values: [scope.workspaceId, places.map((place) => place.executionId), places.map((place) => place.id)],
      large,
      field: 'childExecution',
    });
    await showLargeValues(scope, rows, () => scope.workspaceId);
    const byStep = new Map(rows.map((row) => [row.of, row]));
    return places.map((place) => byStep.get(place.id) ?? null);
  });
}
