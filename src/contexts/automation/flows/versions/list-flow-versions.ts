import DataLoader from 'dataloader';
import { filterCost } from '../../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../../platform/filters/filter-sql.js';
import { defineLoader, type Scope } from '../../../../platform/graphql/context.js';
import { containing, containsCondition } from '../../../../platform/graphql/list-filters.js';
import { type PageOf, pageWindow } from '../../../../platform/graphql/page.js';
import { type PageQuery, readPages } from '../../../../platform/graphql/read-page.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import type { FlowVersion } from '../flow-version.entity.js';
import { versionFilter } from './flow-version.filter.js';
import { type FlowVersionListArgs, versionSort } from './flow-version.input.js';
import { largeOfVersion, selectVersion } from './flow-version-columns.js';

/** One loader for each set of arguments with which an answer requests flows' versions. */
const versionLoaders = defineLoader(() => new Map<string, DataLoader<string, PageOf<FlowVersion>>>());

/**
 * Lists a flow's versions, newest first by default; those of all flows in one answer are read by one statement. Version
 * numbers follow time, so both sort keys are one column.
 */
export function listFlowVersions(
  scope: Scope,
  flowId: string,
  args: FlowVersionListArgs,
  fields: RequestedFields,
): Promise<PageOf<FlowVersion>> {
  const window = pageWindow(args, versionSort);
  const pagination = fields.below('pagination');
  const values: unknown[] = [scope.workspaceId, containing(args.search)];
  const filtered = filterConditions(versionFilter, args, (value) => `$${values.push(value)}`);
  const query: PageQuery = {
    label: 'list_flow_versions',
    columns: selectVersion(fields.below('items')),
    large: largeOfVersion(fields.below('items')),
    field: 'versions',
    from: 'flow_versions v',
    where: ['v.workspace_id = $1', containsCondition(['v.name', 'v.description'], 2), ...filtered],
    sortBy: null,
    id: 'v.version',
    values,
    window,
    of: [scope.workspaceId],
    pagination,
    cost: filterCost(versionFilter, window, { search: 'scan' }),
  };
  const counted = ['total', 'totalPages', 'nextCursor'].filter((name) => pagination.has(name));
  const signature = JSON.stringify([query.columns, counted, window, query.values]);
  const loaders = scope.loader(versionLoaders);
  const loader =
    loaders.get(signature) ??
    new DataLoader(
      async (flowIds: readonly string[]) => {
        const pages = await readPages<FlowVersion>(scope, query, { column: 'v.flow_id', ids: [...new Set(flowIds)] });
        return flowIds.map((id) => pages.get(id) as PageOf<FlowVersion> | Error);
      },
      { cache: false },
    );
  loaders.set(signature, loader);
  return loader.load(flowId);
}
