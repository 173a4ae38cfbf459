import { readLarge } from '../../../../platform/database/read-large.js';
import { notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { allFlowFields } from '../flow-columns.js';
import type { FlowVersion } from './flow-version.entity.js';
import { largeOfVersion, selectVersion } from './flow-version-columns.js';

/** Reads one version of an existing flow. @throws AppError NOT_FOUND */
export async function findFlowVersion(
  scope: Scope,
  flowId: string,
  version: number,
  fields: RequestedFields = allFlowFields,
): Promise<FlowVersion> {
  const [row] = await readLarge<FlowVersion>(scope, {
    label: 'find_flow_version',
    select: `select ${selectVersion(fields)} from flows f
    left join flow_versions v on v.workspace_id = f.workspace_id and v.flow_id = f.id and v.version = $3
    where f.workspace_id = $1 and f.id = $2`,
    values: [scope.workspaceId, requireId(flowId, 'flow'), version],
    large: largeOfVersion(fields),
    field: 'flowVersion',
  });
  if (!row) throw notFound('flow');
  if (row.version === null) throw notFound('version');
  return row;
}
