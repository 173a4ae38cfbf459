import { validationFailed } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { timeRange } from '../../../../platform/graphql/time-range.js';
import { creditText } from '../../../../platform/metering/credit-amount.js';
import type { UsageSummaryArgs } from '../usage.input.js';
import type { UsageByDay, UsageByType, UsageByWorkspace, UsageSummary } from '../usage.object.js';
import { dayMs, hourRange } from './hour-range.js';
import { type UsageReach, usageReach } from './usage-reach.js';
import { sumParts } from './usage-sums.js';

const maxDays = 3_700;

/** The columns that each part of a summary is grouped by. */
const groups = { byType: ['event_type', 'source'], byWorkspace: ['workspace_id'], daily: ['day'] } as const;

interface SumRow {
  workspace_id?: string;
  name?: string | null;
  day?: string;
  event_type?: string;
  source?: string;
  events: string;
  quantity: string;
  credits: string;
}

/**
 * Summarizes usage between two times, by default of the current month in UTC. Reads only the requested fields.
 * @throws AppError VALIDATION_FAILED, FORBIDDEN
 */
export async function summarizeUsage(
  scope: Scope,
  args: UsageSummaryArgs,
  fields: RequestedFields,
): Promise<UsageSummary> {
  const { from, to } = readRange(args, scope.services.now());
  const reach = await usageReach(scope, args.scope);
  const parts = Object.entries(groups).filter(([part]) => fields.has(part));
  const columns = [...new Set(parts.flatMap(([, names]) => names))];
  const isNeeded = columns.length > 0 || fields.has('totals');
  const rows = isNeeded ? await readSums(reach, from, to, columns) : [];
  const { credits, events } = total(rows);
  return {
    workspaceId: scope.workspaceId,
    from,
    to,
    scope: reach.scope,
    totals: { credits, events },
    byType: typesOf(rows),
    byWorkspace: workspacesOf(rows),
    daily: fields.has('daily') ? daysOf(rows, from, to) : [],
  };
}

function readRange(args: UsageSummaryArgs, now: Date): { from: Date; to: Date } {
  const given = timeRange(args.from, args.to);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const from = given.from ?? new Date(Math.min(Date.UTC(year, month, 1), firstOfMonth(given.to)));
  const to = given.to ?? new Date(Math.max(Date.UTC(year, month + 1, 1) - 1, from.getTime()));
  if (to.getTime() - from.getTime() <= maxDays * dayMs) return { from, to };
  throw validationFailed([
    { field: 'from', rule: 'RANGE_TOO_LONG', message: `from must be at most ${maxDays} days before to.` },
  ]);
}

/** The first day of the month of `to`: if only `to` is given, the summary starts there. */
function firstOfMonth(to: Date | null): number {
  return to ? Date.UTC(to.getUTCFullYear(), to.getUTCMonth(), 1) : Number.POSITIVE_INFINITY;
}

/**
 * Reads the sums of days and hours with their deltas, and the events themselves if the range begins or ends within an hour. Of as
 * many parts as that needs, so not typed.
 */
async function readSums(reach: UsageReach, from: Date, to: Date, columns: readonly string[]): Promise<SumRow[]> {
  const range = hourRange(from, to);
  const place = `${reach.column} = $1`;
  const values: unknown[] = [reach.id];
  const summed = 'workspace_id, event_type, source, events, quantity, credits_micros';
  const ofEdges = range.edges.map(
    ([first, until]) =>
      `select created_at, false, workspace_id, event_type, source, 1, quantity, credits_micros from usage_events
       where ${place} and id >= $${values.push(first)} and id < $${values.push(until)}`,
  );
  const parts = [...sumParts(range, summed, place, values), ...ofEdges];
  if (parts.length === 0) return [];
  const named: Record<string, string> = { day: `to_char(u.at at time zone 'UTC', 'YYYY-MM-DD') as day` };
  const selected = columns.map((column) => `${named[column] ?? `u.${column}`}, `).join('');
  const sums = `select ${selected}coalesce(sum(events), 0)::text as events, coalesce(sum(quantity), 0)::text as quantity,
      coalesce(sum(credits_micros), 0)::text as credits
    from (${parts.join(' union all ')}) u(at, is_day, ${summed})
    ${columns.length > 0 ? `group by ${columns.map((_, index) => index + 1).join(', ')}` : ''}`;
  const text = columns.includes('workspace_id')
    ? `select s.*, w.name from (${sums}) s left join workspaces w on w.id = s.workspace_id`
    : sums;
  const { rows } = await reach.sql.query<SumRow>(`/* summarize_usage */ ${text}`, values);
  return rows;
}

function total(rows: readonly SumRow[]): { credits: string; events: number; quantity: number } {
  return {
    credits: creditText(rows.reduce((sum, row) => sum + BigInt(row.credits), 0n)),
    events: rows.reduce((sum, row) => sum + Number(row.events), 0),
    quantity: rows.reduce((sum, row) => sum + Math.round(Number(row.quantity) * 1e6), 0) / 1e6,
  };
}

function typesOf(rows: readonly SumRow[]): UsageByType[] {
  const kinds = Map.groupBy(
    rows.filter((row) => row.event_type !== undefined),
    (row) => `${row.event_type} ${row.source}`,
  );
  return [...kinds].sort(byKey).map(([kind, own]) => {
    const [eventType, source] = kind.split(' ') as [string, string];
    return { eventType, source, ...total(own) };
  });
}

function workspacesOf(rows: readonly SumRow[]): UsageByWorkspace[] {
  const workspaces = Map.groupBy(
    rows.filter((row) => row.workspace_id !== undefined),
    (row) => row.workspace_id as string,
  );
  return [...workspaces].sort(byKey).map(([workspaceId, own]) => {
    const { credits, events } = total(own);
    return { workspaceId, name: own[0]?.name ?? null, credits, events };
  });
}

function daysOf(rows: readonly SumRow[], from: Date, to: Date): UsageByDay[] {
  const known = Map.groupBy(rows, (row) => row.day as string);
  const days: UsageByDay[] = [];
  for (let at = Math.floor(from.getTime() / dayMs) * dayMs; at <= to.getTime(); at += dayMs) {
    const date = new Date(at).toISOString().slice(0, 10);
    days.push({ date, credits: total(known.get(date) ?? []).credits });
  }
  return days;
}

function byKey([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}
