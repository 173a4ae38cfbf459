import { readLarge } from '../../../platform/database/read-large.js';
import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import type { Flow } from './flow.entity.js';
import { allFlowFields, type FlowRow, largeOfFlow, selectFlow, toFlows } from './flow-columns.js';

/** Reads a flow of the workspace, without its graph. @throws AppError NOT_FOUND */
export async function findFlow(scope: Scope, id: string, fields: RequestedFields = allFlowFields): Promise<Flow> {
  const rows = await readLarge<FlowRow>(scope, {
    label: 'find_flow',
    select: `select ${selectFlow(scope, fields)} from flows f where f.workspace_id = $1 and f.id = $2`,
    values: [scope.workspaceId, requireId(id, 'flow')],
    large: largeOfFlow(fields),
    field: 'flow',
  });
  const [flow] = await toFlows(scope, rows);
  if (!flow) throw notFound('flow');
  return flow;
}
