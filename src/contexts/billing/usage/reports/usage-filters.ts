import { isUuid } from '../../../../platform/graphql/context.js';
import { timeRange } from '../../../../platform/graphql/time-range.js';
import type { UsageSource } from '../../../../platform/metering/billable-operation.js';
import { type MeterName, meterNames } from '../../../../platform/metering/meters.js';
import type { UsageEventArgs } from '../usage.input.js';

type FilterArgs = Pick<UsageEventArgs, 'eventType' | 'source' | 'from' | 'to' | 'search'> & {
  executionId?: string | null | undefined;
};

/** Validated filters for `usage_events` and its sums. */
export interface UsageFilters {
  eventType: MeterName | null;
  /** Those that a search finds; null without one. */
  foundTypes: readonly MeterName[] | null;
  source: UsageSource | null;
  executionId: string | null;
  from: Date;
  to: Date;
}

/** Reads the filters. @param now without `to`, the range ends an hour after it */
export function usageFilters(args: FilterArgs, now: Date): UsageFilters {
  const { from, to } = timeRange(args.from, args.to);
  const { eventType, source } = args;
  const term = args.search?.trim().toLowerCase() ?? '';
  const ids = [args.executionId, isUuid(term) ? term : null].filter((id) => typeof id === 'string' && id !== '');
  return {
    eventType: (eventType || null) as MeterName | null,
    foundTypes: term && !isUuid(term) ? meterNames.filter((name) => name.includes(term)) : null,
    source: (source || null) as UsageSource | null,
    executionId: ids.length > 0 ? sameId(ids as string[]) : null,
    from: from ?? new Date(0),
    to: to ?? new Date(now.getTime() + clockToleranceMs),
  };
}

/** The ID that all of some filters name; otherwise one that no execution has. */
function sameId(ids: readonly string[]): string {
  const [id = ''] = ids;
  return isUuid(id) && ids.every((other) => other.toLowerCase() === id.toLowerCase()) ? id : nilUuid;
}

const nilUuid = '00000000-0000-0000-0000-000000000000';
/** Milliseconds by which the clock of another process may be ahead. */
const clockToleranceMs = 3_600_000;

/** The conditions that apply to events and sums alike. @param first number of the first parameter */
export function kindConditions(
  { eventType, foundTypes, source }: UsageFilters,
  first: number,
): { where: string[]; values: unknown[] } {
  const active = [
    ['event_type =', eventType],
    ['source =', source],
    ['event_type = any', foundTypes],
  ].filter(([, value]) => value !== null);
  return {
    where: active.map(([condition], index) => `${condition} ($${first + index})`),
    values: active.map(([, value]) => value),
  };
}
