import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { filterCost } from '../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../platform/filters/filter-sql.js';
import { isUuid, type Scope } from '../../../platform/graphql/context.js';
import { printedPage, type TextSelection } from '../../../platform/graphql/levels/json-columns.js';
import type { JsonText } from '../../../platform/graphql/levels/json-text.js';
import { type PageOf, pageWindow } from '../../../platform/graphql/page.js';
import { readPage } from '../../../platform/graphql/read-page.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import { searchCondition } from '../../../platform/search/index.js';
import type { Flow } from './flow.entity.js';
import { flowFilter } from './flow.filter.js';
import { type FlowListArgs, flowSort } from './flow.input.js';
import { type FlowRow, largeOfFlow, selectFlow, toFlows } from './flow-columns.js';
import { searchedFlows } from './searched-flows.js';

const sortColumns = {
  createdAt: 'f.created_at',
  updatedAt: 'f.updated_at',
  name: 'f.name',
} as const satisfies Record<(typeof flowSort.keys)[number], string>;

/**
 * Lists a workspace's flows without their graphs, newest first by default, in one round trip.
 * @throws AppError VALIDATION_FAILED
 */
export async function listFlows(
  scope: Scope,
  args: FlowListArgs,
  fields: RequestedFields,
  text: TextSelection | null = null,
): Promise<PageOf<Flow | JsonText>> {
  const window = pageWindow(args, flowSort, filterViolations(args));
  const { conditions, values } = readFilters(args);
  const page = await readPage<FlowRow & { text?: string }>(scope, {
    label: 'list_flows',
    columns: text?.columns ?? selectFlow(scope, fields.below('items')),
    large: text?.large ?? largeOfFlow(fields.below('items')),
    from: 'flows f',
    countedIn: args.search ? null : 'flows',
    total: args.tag && conditions.length === 1 ? totalOfLabel : null,
    where: ['f.workspace_id = $1', ...conditions],
    sortBy: { column: sortColumns[window.sortBy] },
    id: 'f.id',
    values: [scope.workspaceId, ...values],
    window,
    of: [scope.workspaceId],
    pagination: fields.below('pagination'),
    cost: filterCost(flowFilter, window),
  });
  return text ? printedPage(page) : { items: await toFlows(scope, page.items), pagination: page.pagination };
}

/** The number of flows with a label, if the list has no other filter. */
const totalOfLabel = '(select count(*)::integer from flow_tags t where t.workspace_id = $1 and t.tag = $2)';

function filterViolations({ folderId }: FlowListArgs): ErrorDetail[] {
  return [
    ...(folderId && folderId !== 'none' && !isUuid(folderId)
      ? [{ field: 'folderId', message: 'folderId must be the ID of a folder, or none for flows in no folder.' }]
      : []),
  ];
}

/** Conditions on `f`, with parameters numbered from $2. */
function readFilters(args: FlowListArgs): { conditions: string[]; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: (parameter: string) => string, value: unknown) => {
    values.push(value);
    conditions.push(condition(`$${values.length + 1}`));
  };
  if (args.status) conditions.push(args.status === 'active' ? 'f.is_active' : 'not f.is_active');
  if (args.folderId === 'none') conditions.push('f.folder_id is null');
  else if (args.folderId) where((id) => `f.folder_id = ${id}`, args.folderId);
  if (args.tag) {
    where(
      (tag) => `f.id in (select t.flow_id from flow_tags t where t.workspace_id = $1 and t.tag = ${tag})`,
      args.tag,
    );
  }
  if (args.triggerType) {
    where(
      (type) => `f.id in (select t.flow_id from flow_triggers t where t.workspace_id = $1 and t.type = ${type})`,
      args.triggerType,
    );
  }
  if (args.search) {
    conditions.push(searchCondition(searchedFlows, 'f', args.search, (value) => `$${values.push(value) + 1}`));
  }
  conditions.push(...filterConditions(flowFilter, args, (value) => `$${values.push(value) + 1}`));
  return { conditions, values };
}
