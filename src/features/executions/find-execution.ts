import DataLoader from 'dataloader';
import { statement } from '../../platform/database/statement.js';
import { notFound } from '../../platform/errors.js';
import { defineLoader, requireId, type Scope } from '../../platform/graphql/context.js';
import type { RequestedFields } from '../../platform/graphql/requested-fields.js';
import type { Execution, Step } from './execution.entity.js';
import { selectExecution, selectStep } from './execution-columns.js';

/** One execution of the workspace. @throws AppError NOT_FOUND */
export async function findExecution(scope: Scope, id: string, fields: RequestedFields): Promise<Execution> {
  const text = `/* find_execution */ select ${selectExecution(fields)} from executions e where e.workspace_id = $1 and e.id = $2`;
  const { rows } = await scope.sql.query<Execution>(
    statement(text, [scope.workspaceId, requireId(id, 'The execution')]),
  );
  if (!rows[0]) throw notFound('The execution');
  return rows[0];
}

/** The steps of an execution that was read without them, in order of start; those of all executions in one answer are read by one statement. */
export function listSteps(scope: Scope, executionId: string, fields: RequestedFields): Promise<Step[]> {
  const columns = selectStep(fields);
  const loaders = scope.loader(stepLoaders);
  let loader = loaders.get(columns);
  if (!loader) {
    loader = new DataLoader((ids) => readSteps(scope, columns, ids));
    loaders.set(columns, loader);
  }
  return loader.load(executionId);
}

const stepLoaders = defineLoader(() => new Map<string, DataLoader<string, Step[]>>());

async function readSteps(scope: Scope, columns: string, executionIds: readonly string[]): Promise<Step[][]> {
  // Step ids are UUIDv7 made at the start of each step.
  const text = `/* list_steps */ select ${columns} from execution_steps s
    where s.workspace_id = $1 and s.execution_id = any($2::uuid[]) order by s.execution_id, s.id`;
  const { rows } = await scope.sql.query<Step & { executionId: string }>(
    statement(text, [scope.workspaceId, executionIds]),
  );
  const byExecution = Map.groupBy(rows, (row) => row.executionId);
  return executionIds.map((id) => byExecution.get(id) ?? []);
}
