import { identifyList, writeCursor } from '../../../../platform/database/page-cursor.js';
import { anyOf, typed } from '../../../../platform/database/typed-sql.js';
import { filterCost } from '../../../../platform/filters/filter-cost.js';
import { isUuid, type Scope } from '../../../../platform/graphql/context.js';
import { loadRows } from '../../../../platform/graphql/nodes/node-source.js';
import { type PageOf, type PageWindow, pageWindow, toPagination } from '../../../../platform/graphql/page.js';
import { cursorOfAnotherList, positionOf } from '../../../../platform/graphql/read-page.js';
import { timeRangeViolations } from '../../../../platform/graphql/time-range.js';
import { firstIdAt } from '../../../../platform/new-id.js';
import { type UsageEventArgs, usageSort } from '../usage.input.js';
import type { UsageEvent } from '../usage.object.js';
import { usageFilter } from '../usage-event.filter.js';
import { countUsage, segmentUsage, type UsageSegment } from './count-usage.js';
import { listFilteredUsage } from './list-filtered-usage.js';
import { usageEvents } from './usage-event.entity.js';
import { toEvent, usageEventColumns } from './usage-event-rows.js';
import { kindConditions, type UsageFilters, usageFilters } from './usage-filters.js';
import { type UsageReach, usageReach } from './usage-reach.js';

/**
 * Lists events, newest first. The sums of days and hours give the total and the hour in which a page begins, so the last
 * page of ten million events costs as much as the first.
 * @throws AppError VALIDATION_FAILED, FORBIDDEN
 */
export async function listUsageEvents(scope: Scope, args: UsageEventArgs): Promise<PageOf<UsageEvent>> {
  const window = pageWindow(args, usageSort, timeRangeViolations(args.from, args.to));
  const reach = await usageReach(scope, args.scope);
  const filters = usageFilters(args, scope.services.now());
  const cost = filterCost(usageFilter, window);
  if (cost) scope.reportFilterCost(cost);
  if (args.filter || args.ids) return listFilteredUsage(scope, { reach, filters, window }, args);
  const list = identifyList(['usage_events', scope.workspaceId, window.filters]);
  const after = positionOf(scope, window);
  const signed: ListCursors = { key: scope.cursorKey, list };
  if (after) {
    if (after.list !== list || !isUuid(after.id)) throw cursorOfAnotherList();
    return toPage(await readBehind(reach, filters, { ...window, id: after.id }), after.total ?? 0, window, signed);
  }
  if (filters.executionId) {
    const all = await readOfExecution(reach, filters, window.descending);
    return toPage(all.slice(window.offset, window.offset + window.limit + 1), all.length, window, signed);
  }
  if (window.offset <= maxPlainOffset) {
    const whole = { from: firstIdAt(filters.from.getTime()), until: firstIdAt(filters.to.getTime() + 1) };
    const [total, items] = await Promise.all([
      countUsage(reach, filters),
      readEvents(reach, filters, { ...whole, ...oneMore(window) }),
    ]);
    return toPage(items, total, window, signed);
  }
  const segments = await segmentUsage(reach, filters);
  const total = segments.reduce((sum, { events }) => sum + events, 0);
  const start = await findStart(reach, filters, segments, window);
  const items = start ? await readEvents(reach, filters, { ...oneMore(window), ...start }) : [];
  return toPage(items, total, window, signed);
}

/** Up to this offset, pages are read by `offset` alone. */
const maxPlainOffset = 1_000;

/** Where a page begins: the remaining range, and how many of its events come before the page. */
interface Start {
  from: string;
  until: string;
  offset: number;
}

/** What the cursors of a list are signed with. */
interface ListCursors {
  key: string;
  list: string;
}

type Position = Pick<PageWindow<string>, 'offset' | 'descending'>;

/** Finds where a page begins: first the day, then the hour of that day. */
async function findStart(
  reach: UsageReach,
  filters: UsageFilters,
  segments: UsageSegment[],
  { offset, descending }: Position,
): Promise<Start | null> {
  const start = startOf(segments, { offset, descending });
  const { day } = start ?? {};
  if (!start || !day) return start;
  const hours = await segmentUsage(reach, { ...filters, ...day }, false);
  const within = startOf(hours, { offset: start.offset, descending });
  if (!within) return start;
  return descending ? { ...within, from: start.from } : { ...within, until: start.until };
}

function startOf(
  segments: UsageSegment[],
  { offset, descending }: Position,
): (Start & Pick<UsageSegment, 'day'>) | null {
  const ordered = descending ? segments.toReversed() : segments;
  const last = ordered.at(-1);
  let passed = 0;
  for (const { from, until, events, day } of ordered) {
    if (passed + events > offset && last) {
      const rest = descending ? { from: last.from, until } : { from, until: last.until };
      return { ...rest, offset: offset - passed, day };
    }
    passed += events;
  }
  return null;
}

interface Read extends Start {
  limit: number;
  descending: boolean;
  label?: string;
}

/** Reads the matching events with IDs from `from`, inclusive, to `until`, exclusive. */
export async function readEvents(reach: UsageReach, filters: UsageFilters, read: Read): Promise<UsageEvent[]> {
  const { where, values } = kindConditions(filters, 6);
  const { rows } = await reach.sql.query<UsageEvent>(
    `/* ${read.label ?? 'list_usage_events'} */ select ${usageEventColumns} from usage_events
     where ${[`${reach.column} = $1`, 'id >= $2', 'id < $3', ...where].join(' and ')}
     order by id ${read.descending ? 'desc' : 'asc'} limit $4 offset $5`,
    [reach.id, read.from, read.until, read.limit, read.offset, ...values],
  );
  return rows.map(toEvent);
}

/** Events of the workspace by ID. */
export const loadUsageEvent = loadRows<UsageEvent>(async ({ sql, workspaceId }, ids) => {
  const rows = await typed(sql, 'usage_events_by_id', usageEvents)
    .selectFrom('usage_events')
    .select([
      'id',
      'workspaceId',
      'eventType',
      'app',
      'country',
      'source',
      'quantity',
      'unit',
      'creditsMicros as credits',
    ])
    .select(['flowId', 'executionId', 'metadata', 'createdAt'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', anyOf(ids))
    .execute();
  return rows.map((row) => toEvent({ ...row, quantity: Number(row.quantity) } as UsageEvent));
});

/** The events of one execution, which are few and counted directly. */
async function readOfExecution(reach: UsageReach, filters: UsageFilters, descending: boolean): Promise<UsageEvent[]> {
  const { where, values } = kindConditions(filters, 5);
  const kind = [`${reach.column} = $1`, ...where, 'id >= $3', 'id < $4'].join(' and ');
  const { rows } = await reach.sql.query<UsageEvent>(
    `/* list_usage_of_execution */ select ${usageEventColumns} from (
       select * from usage_events where ${kind} and execution_id = $2 and event_type <> 'flow_execution'
       union all select * from usage_events where ${kind} and id = $2
     ) u order by id ${descending ? 'desc' : 'asc'}`,
    [reach.id, filters.executionId, firstIdAt(filters.from.getTime()), firstIdAt(filters.to.getTime() + 1), ...values],
  );
  return rows.map(toEvent);
}

/** The events behind a cursor, and one more. */
async function readBehind(
  reach: UsageReach,
  filters: UsageFilters,
  { descending, limit, id }: PageWindow<string> & { id: string },
): Promise<UsageEvent[]> {
  if (filters.executionId) {
    const all = await readOfExecution(reach, filters, descending);
    return all.filter((event) => (descending ? event.id < id : event.id > id)).slice(0, limit + 1);
  }
  const whole = { from: firstIdAt(filters.from.getTime()), until: firstIdAt(filters.to.getTime() + 1) };
  // The first ID is part of a range: it is read and left out.
  const rest = descending ? { from: whole.from, until: id } : { from: id, until: whole.until };
  const found = await readEvents(reach, filters, { ...rest, descending, limit: limit + 2, offset: 0 });
  return found.filter((event) => event.id !== id).slice(0, limit + 1);
}

function oneMore<Window extends PageWindow<string>>(window: Window): Window {
  return { ...window, limit: window.limit + 1 };
}

/** @param found the items of the page, and one more unless the list ends with it */
function toPage(
  found: UsageEvent[],
  total: number,
  window: PageWindow<string>,
  { key, list }: ListCursors,
): PageOf<UsageEvent> {
  const items = found.slice(0, window.limit);
  const last = items.at(-1);
  const isEnd = found.length <= window.limit;
  const nextCursor = isEnd || !last ? null : writeCursor(key, { value: null, id: last.id, total, list });
  return { items, pagination: toPagination(window, total, nextCursor) };
}
