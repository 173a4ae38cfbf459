import { type UsageSource, usageSources } from '../../../platform/billable-operation.js';
import type { ErrorDetail } from '../../../platform/errors.js';
import { isUuid } from '../../../platform/graphql/context.js';
import { timeRange, timeRangeViolations } from '../../../platform/graphql/time-range.js';
import { type MeterName, meterNames } from '../../../platform/meters.js';
import type { UsageEventArgs } from './usage.input.js';

type Asked = Pick<UsageEventArgs, 'eventType' | 'source' | 'from' | 'to'> & { executionId?: string | null | undefined };

/** What is wrong with the filters of usage events: told together with the list's other faults. */
export function usageFilterViolations({ eventType, source, from, to }: Asked): ErrorDetail[] {
  return [
    ...unknown('eventType', eventType, meterNames),
    ...unknown('source', source, usageSources),
    ...timeRangeViolations(from, to),
  ];
}

function unknown(field: string, value: string | null | undefined, known: readonly string[]): ErrorDetail[] {
  return !value || known.includes(value) ? [] : [{ field, message: `${field} is one of: ${known.join(', ')}.` }];
}

/** Filters that hold, as conditions on `usage_events` or on its sums by hour. */
export interface UsageFilters {
  eventType: MeterName | null;
  source: UsageSource | null;
  executionId: string | null;
  from: Date;
  to: Date;
}

/** @param now the end of what has no end: an event of the next hour is not asked for */
export function usageFilters(asked: Asked, now: Date): UsageFilters {
  const { from, to } = timeRange(asked.from, asked.to);
  const { eventType, source, executionId } = asked;
  return {
    eventType: (eventType || null) as MeterName | null,
    source: (source || null) as UsageSource | null,
    executionId: executionId ? (isUuid(executionId) ? executionId : nowhere) : null,
    from: from ?? new Date(0),
    to: to ?? new Date(now.getTime() + aheadMs),
  };
}

const nowhere = '00000000-0000-0000-0000-000000000000';
/** Milliseconds by which the clock of whoever wrote an event may go before ours. */
const aheadMs = 3_600_000;

/** The part of a statement that both know; texts are written here, values are bound. @param first number of a parameter */
export function kindConditions(
  { eventType, source }: UsageFilters,
  first: number,
): { where: string[]; values: unknown[] } {
  const wanted = [
    ['event_type =', eventType],
    ['source =', source],
  ].filter(([, value]) => value !== null);
  return {
    where: wanted.map(([condition], index) => `${condition} $${first + index}`),
    values: wanted.map(([, value]) => value),
  };
}
