import type { Scope } from '../../../../platform/graphql/context.js';
import { type PageOf, type PageWindow, pageWindow, toPage } from '../../../../platform/graphql/page.js';
import { creditText } from '../../../../platform/metering/credit-amount.js';
import type { UsageEventArgs } from '../usage.input.js';
import type { UsageEvent } from '../usage.object.js';
import { countUsage, segmentUsage, type UsageSegment } from './count-usage.js';
import { idAt } from './hour-range.js';
import { kindConditions, type UsageFilters, usageFilters, usageFilterViolations } from './usage-filters.js';
import { type UsageReach, usageReach } from './usage-reach.js';

export const usageEventColumns = `id, workspace_id as "workspaceId", event_type as "eventType", app, country, source,
  quantity::float8 as quantity, unit, credits_micros::text as credits, flow_id as "flowId", execution_id as "executionId",
  metadata, created_at as "createdAt"`;

/**
 * Lists events, newest first. The sums of days and hours give the total and the hour in which a page begins, so the last
 * page of ten million events costs as much as the first.
 * @throws AppError VALIDATION_FAILED, FORBIDDEN
 */
export async function listUsageEvents(scope: Scope, args: UsageEventArgs): Promise<PageOf<UsageEvent>> {
  const window = pageWindow(args, ['createdAt'], 'createdAt', usageFilterViolations(args));
  const reach = await usageReach(scope, args.scope);
  const filters = usageFilters(args, scope.services.now());
  if (filters.executionId) return listOfExecution(reach, filters, window);
  if (window.offset <= maxPlainOffset) {
    const whole = { from: idAt(filters.from.getTime()), until: idAt(filters.to.getTime() + 1) };
    const [total, items] = await Promise.all([
      countUsage(reach, filters),
      readEvents(reach, filters, { ...whole, ...window }),
    ]);
    return toPage(items, total, window);
  }
  const segments = await segmentUsage(reach, filters);
  const total = segments.reduce((sum, { events }) => sum + events, 0);
  const start = await findStart(reach, filters, segments, window);
  const items = start ? await readEvents(reach, filters, { ...window, ...start }) : [];
  return toPage(items, total, window);
}

/** Up to this offset, pages are read by `offset` alone. */
const maxPlainOffset = 1_000;

/** Where a page begins: the remaining range, and how many of its events come before the page. */
interface Start {
  from: string;
  until: string;
  offset: number;
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
}

async function readEvents(reach: UsageReach, filters: UsageFilters, read: Read): Promise<UsageEvent[]> {
  const { where, values } = kindConditions(filters, 6);
  const { rows } = await reach.sql.query<UsageEvent>(
    `/* list_usage_events */ select ${usageEventColumns} from usage_events
     where ${[`${reach.column} = $1`, 'id >= $2', 'id < $3', ...where].join(' and ')}
     order by id ${read.descending ? 'desc' : 'asc'} limit $4 offset $5`,
    [reach.id, read.from, read.until, read.limit, read.offset, ...values],
  );
  return rows.map(toEvent);
}

export function toEvent(row: UsageEvent): UsageEvent {
  return { ...row, credits: creditText(row.credits) };
}

/** Lists the events of one execution, which are few and counted directly. */
async function listOfExecution(
  reach: UsageReach,
  filters: UsageFilters,
  window: PageWindow<string>,
): Promise<PageOf<UsageEvent>> {
  const { where, values } = kindConditions(filters, 5);
  const kind = [`${reach.column} = $1`, ...where, 'id >= $3', 'id < $4'].join(' and ');
  const { rows } = await reach.sql.query<UsageEvent>(
    `/* list_usage_of_execution */ select ${usageEventColumns} from (
       select * from usage_events where ${kind} and execution_id = $2 and event_type <> 'flow_execution'
       union all select * from usage_events where ${kind} and id = $2
     ) u order by id ${window.descending ? 'desc' : 'asc'}`,
    [reach.id, filters.executionId, idAt(filters.from.getTime()), idAt(filters.to.getTime() + 1), ...values],
  );
  return toPage(rows.slice(window.offset, window.offset + window.limit).map(toEvent), rows.length, window);
}
