import DataLoader from 'dataloader';
import { type PageQuery, readPage, readPages } from '../../../../platform/database/read-page.js';
import { defineLoader, isUuid, type Scope } from '../../../../platform/graphql/context.js';
import { type PageOf, type PageWindow, pageWindow } from '../../../../platform/graphql/page.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { timeRange, timeRangeViolations } from '../../../../platform/graphql/time-range.js';
import { searchCondition } from '../../../../platform/search/index.js';
import { searchedFlowNames } from '../../flows/index.js';
import { type ExecutionListArgs, executionSort, type FlowExecutionListArgs } from '../api/execution.input.js';
import type { Execution } from '../execution.object.js';
import { showLargeValues } from '../values/show-large-values.js';
import { phaseCondition, type Selection, selectExecution, statusCondition } from './execution-columns.js';

const sortColumns = {
  createdAt: 'e.id',
  startedAt: 'e.started_at',
  durationMs: 'e.finished_at - e.started_at',
} as const satisfies Record<SortKey, string>;
type SortKey = (typeof executionSort.keys)[number];

/** A workspace's executions, by default newest first. */
export async function listExecutions(
  scope: Scope,
  args: ExecutionListArgs,
  fields: RequestedFields,
): Promise<PageOf<Execution>> {
  const window = readWindow(args);
  const { conditions, values } = readFilters(args, 2);
  if (args.flowId) {
    values.push(isUuid(args.flowId) ? args.flowId : null);
    conditions.push(`e.flow_id = $${values.length + 1}`);
  }
  const { columns, large } = selectExecution(fields.below('items'));
  const page = await readPage<Execution>(scope, {
    label: 'list_executions',
    columns,
    large,
    from: 'executions e',
    where: ['e.workspace_id = $1', ...conditions],
    values: [scope.workspaceId, ...values],
    ...{ ...orderOf(window), window, of: [scope.workspaceId] },
    pagination: fields.below('pagination'),
  });
  await showLargeValues(scope, page.items, () => scope.workspaceId);
  return page;
}

/** One flow's executions; those of all flows in one answer are read by one statement. */
export function listExecutionsOfFlow(
  scope: Scope,
  flowId: string,
  args: FlowExecutionListArgs,
  fields: RequestedFields,
): Promise<PageOf<Execution>> {
  const window = readWindow(args);
  const { conditions, values } = readFilters(args, 2);
  const selection = selectExecution(fields.below('items'));
  const pagination = fields.below('pagination');
  const counted = ['total', 'totalPages', 'nextCursor'].filter((name) => pagination.has(name));
  const signature = JSON.stringify([selection.key, counted, window, conditions, values]);
  const loaders = scope.loader(flowExecutionLoaders);
  let loader = loaders.get(signature);
  if (!loader) {
    loader = new DataLoader((flowIds) =>
      readOfFlows(scope, flowIds, { selection, pagination, window, conditions, values }),
    );
    loaders.set(signature, loader);
  }
  return loader.load(flowId);
}

/** One loader for each set of arguments with which an answer requests flows' executions. */
const flowExecutionLoaders = defineLoader(() => new Map<string, DataLoader<string, PageOf<Execution>>>());

interface FlowExecutionQuery {
  selection: Selection;
  pagination: PageQuery['pagination'];
  window: PageWindow<SortKey>;
  conditions: string[];
  values: unknown[];
}

async function readOfFlows(
  scope: Scope,
  flowIds: readonly string[],
  query: FlowExecutionQuery,
): Promise<(PageOf<Execution> | Error)[]> {
  const { window, values, pagination } = query;
  const { columns, large } = query.selection;
  const pages = await readPages<Execution>(
    scope,
    {
      ...{ label: 'list_executions_of_flows', columns, large, field: 'executions', from: 'executions e' },
      where: ['e.workspace_id = $1', ...query.conditions],
      values: [scope.workspaceId, ...values],
      ...{ ...orderOf(window), window, of: [scope.workspaceId], pagination },
    },
    { column: 'e.flow_id', ids: flowIds },
  );
  const shown = [...pages.values()].flatMap((page) => (page instanceof Error ? [] : page.items));
  await showLargeValues(scope, shown, () => scope.workspaceId);
  return flowIds.map((id) => pages.get(id) as PageOf<Execution> | Error);
}

function readWindow(args: FlowExecutionListArgs): PageWindow<SortKey> {
  return pageWindow(args, executionSort, [...timeRangeViolations(args.from, args.to)]);
}

/** IDs are UUIDv7, so their order is the order of creation, and total. */
function orderOf({ sortBy }: PageWindow<SortKey>): Pick<PageQuery, 'sortBy' | 'id'> {
  return { sortBy: sortBy === 'createdAt' ? null : { column: sortColumns[sortBy], nullable: true }, id: 'e.id' };
}

/** @param first number of the first parameter that the conditions may use */
function readFilters(args: FlowExecutionListArgs, first: number): { conditions: string[]; values: unknown[] } {
  const { from, to } = timeRange(args.from, args.to);
  const wanted: [string, unknown][] = (
    [
      ['e.trigger =', args.trigger || null],
      ['e.created_at >=', from],
      ['e.created_at <=', to],
    ] as [string, unknown][]
  ).filter(([, value]) => value !== null);
  const conditions = wanted.map(([condition], index) => `${condition} $${first + index}`);
  const values = wanted.map(([, value]) => value);
  if (args.search) {
    conditions.push(searchedExecutions(args.search, (value) => `$${values.push(value) + first - 1}`));
  }
  // Both are one of a list.
  if (args.status) conditions.push(statusCondition(args.status));
  if (args.phase) conditions.push(phaseCondition(args.phase));
  return { conditions, values };
}

/** A table of this size is searched by what has an index: the flows that match, or an ID. */
function searchedExecutions(term: string, bind: (value: unknown) => string): string {
  if (isUuid(term.trim())) return `e.id = ${bind(term.trim())}`;
  return `e.flow_id in (select f.id from flows f where f.workspace_id = $1 and ${searchCondition(searchedFlowNames, 'f', term, bind)})`;
}
