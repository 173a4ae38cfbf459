import { filterConditions } from '../../../../platform/filters/filter-sql.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import type { PageOf, PageWindow } from '../../../../platform/graphql/page.js';
import { readPage, wholePagination } from '../../../../platform/graphql/read-page.js';
import { firstIdAt } from '../../../../platform/new-id.js';
import type { UsageEventArgs } from '../usage.input.js';
import type { UsageEvent } from '../usage.object.js';
import { usageFilter } from '../usage-event.filter.js';
import { toEvent, usageEventColumns } from './usage-event-rows.js';
import { kindConditions, type UsageFilters } from './usage-filters.js';
import type { UsageReach } from './usage-reach.js';

/** A page of the events that a `filter` selects, or `ids`: no sums know how many these are, so they are counted. */
export async function listFilteredUsage(
  scope: Scope,
  { reach, filters, window }: { reach: UsageReach; filters: UsageFilters; window: PageWindow<string> },
  args: UsageEventArgs,
): Promise<PageOf<UsageEvent>> {
  const { sql, column, id } = reach;
  const { cursorKey, answer } = scope;
  const kind = kindConditions(filters, 4);
  const values: unknown[] = [
    id,
    firstIdAt(filters.from.getTime()),
    firstIdAt(filters.to.getTime() + 1),
    ...kind.values,
  ];
  const { executionId } = filters;
  const all = [args, ...(executionId ? [{ filter: { executionId: { eq: executionId } } }] : [])];
  const filtered = all.flatMap((one) => filterConditions(usageFilter, one, (value) => `$${values.push(value)}`));
  const page = await readPage<UsageEvent>(
    { sql, cursorKey, ...(answer && { answer }) },
    {
      label: 'list_usage_events',
      columns: usageEventColumns,
      from: 'usage_events',
      where: [`${column} = $1`, 'id >= $2', 'id < $3', ...kind.where, ...filtered],
      values,
      sortBy: null,
      id: 'id',
      window,
      of: [scope.workspaceId, id],
      pagination: wholePagination,
    },
  );
  return { ...page, items: page.items.map(toEvent) };
}
