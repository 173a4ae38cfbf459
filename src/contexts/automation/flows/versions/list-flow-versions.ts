import { readPage } from '../../../../platform/database/read-page.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { containing, containsCondition } from '../../../../platform/graphql/list-filters.js';
import { type PageOf, pageWindow } from '../../../../platform/graphql/page.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import type { FlowVersion } from './flow-version.entity.js';
import { type FlowVersionListArgs, versionSortKeys } from './flow-version.input.js';
import { largeOfVersion, selectVersion } from './flow-version-columns.js';

/** Lists a flow's versions, newest first by default. Version numbers follow time, so both sort keys are one column. */
export async function listFlowVersions(
  scope: Scope,
  flowId: string,
  args: FlowVersionListArgs,
  fields: RequestedFields,
): Promise<PageOf<FlowVersion>> {
  const window = pageWindow(args, versionSortKeys, 'version');
  return readPage<FlowVersion & { id: string }>(scope, {
    label: 'list_flow_versions',
    columns: `v.version as id, ${selectVersion(fields.below('items'))}`,
    large: largeOfVersion(fields.below('items')),
    field: 'versions',
    from: 'flow_versions v',
    where: ['v.workspace_id = $1', 'v.flow_id = $2', containsCondition(['v.name', 'v.description'], 3)],
    sortBy: null,
    id: 'v.version',
    values: [scope.workspaceId, flowId, containing(args.search)],
    window,
    of: [scope.workspaceId, flowId],
    pagination: fields.below('pagination'),
  });
}
