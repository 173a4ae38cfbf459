import { readLarge } from '../../../../platform/database/read-large.js';
import { validationFailed } from '../../../../platform/errors/errors.js';
import { must } from '../../../../platform/errors/violation-words.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { listLimits } from '../../../../platform/graphql/page.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import type { Execution } from '../store/execution.object.js';
import { selectExecution } from '../store/execution-columns.js';
import { showLargeValues } from '../store/show-large-values.js';
import { batched, loadersByArguments } from './batched.js';

/** How executions refer to another one. */
const relations = { children: 'e.parent_execution_id', retries: 'e.retry_of' } as const;

const relatedLoaders = loadersByArguments<string, Execution[]>();

/** The executions that one started, or those that retry it, oldest first; one statement for all in an answer. */
export function relatedExecutions(
  scope: Scope,
  relation: keyof typeof relations,
  executionId: string,
  limit: number | null | undefined,
  fields: RequestedFields,
): Promise<Execution[]> {
  const most = limitOf(limit);
  const { columns, large, key } = selectExecution(fields);
  return batched(scope, relatedLoaders, `${relation} ${most} ${key}`, executionId, async (ids) => {
    const rows = await readLarge<Execution & { of: string }>(scope, {
      label: `executions_${relation}`,
      select: `select k.id as "of", p.* from unnest($2::uuid[]) as k(id) cross join lateral (
      select ${columns} from executions e where e.workspace_id = $1 and ${relations[relation]} = k.id
      order by e.id limit $3) p`,
      values: [scope.workspaceId, ids, most],
      large,
      field: relation,
    });
    await showLargeValues(scope, rows, () => scope.workspaceId);
    const byId = Map.groupBy(rows, (row) => row.of);
    return ids.map((id) => byId.get(id) ?? []);
  });
}

/** @throws AppError VALIDATION_FAILED */
export function limitOf(limit: number | null | undefined): number {
  if (limit !== null && limit !== undefined && limit < 1)
    throw validationFailed([{ field: 'limit', message: `limit ${must.beAtLeast(1)}` }]);
  return Math.min(limit ?? listLimits.usual, listLimits.most);
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
