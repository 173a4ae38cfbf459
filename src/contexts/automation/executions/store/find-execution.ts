import { readLarge } from '../../../../platform/database/read-large.js';
import { notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import type { Execution } from './execution.object.js';
import { selectExecution } from './execution-columns.js';
import { showLargeValues } from './show-large-values.js';
import type { Step } from './step.object.js';
import { selectStep } from './step-columns.js';

/** One execution of the workspace. @throws AppError NOT_FOUND */
export async function findExecution(scope: Scope, id: string, fields: RequestedFields): Promise<Execution> {
  const { columns, large } = selectExecution(fields);
  const rows = await readLarge<Execution>(scope, {
    label: 'find_execution',
    select: `select ${columns} from executions e where e.workspace_id = $1 and e.id = $2`,
    values: [scope.workspaceId, requireId(id, 'execution')],
    large,
    field: 'execution',
  });
  if (!rows[0]) throw notFound('execution');
  await showLargeValues(scope, rows, () => scope.workspaceId);
  return rows[0];
}

/** One step of an execution. @throws AppError NOT_FOUND */
export async function findStep(scope: Scope, executionId: string, id: string, fields: RequestedFields): Promise<Step> {
  const { columns, large } = selectStep(fields);
  const [step] = await readLarge<Step>(scope, {
    label: 'find_step',
    select: `select ${columns} from execution_steps s where s.workspace_id = $1 and s.execution_id = $2 and s.id = $3`,
    values: [scope.workspaceId, executionId, requireId(id, 'step')],
    large,
    field: 'step',
  });
  if (!step) throw notFound('step');
  await showLargeValues(scope, [step], () => scope.workspaceId);
  return step;
}
