import { statement } from '../../platform/database/statement.js';
import { notFound } from '../../platform/errors.js';
import { requireId, type Scope } from '../../platform/graphql/context.js';
import type { RequestedFields } from '../../platform/graphql/requested-fields.js';
import type { Flow } from './flow.entity.js';
import { allFields, type FlowRow, selectFlow, toFlows } from './flow-columns.js';

/** One flow of the workspace, without its graph. @throws AppError NOT_FOUND */
export async function findFlow(scope: Scope, id: string, fields: RequestedFields = allFields): Promise<Flow> {
  const text = `/* find_flow */ select ${selectFlow(scope, fields)} from flows f where f.workspace_id = $1 and f.id = $2`;
  const { rows } = await scope.sql.query<FlowRow>(statement(text, [scope.workspaceId, requireId(id, 'The flow')]));
  const [flow] = await toFlows(scope, rows);
  if (!flow) throw notFound('The flow');
  return flow;
}
