import { byDecimal, byEnum, byId, byNumber, byTime, defineListFilter } from '../../../platform/filters/fields.js';
import { timeOf } from '../../../platform/filters/filter-sql.js';
import type { Bind, Comparison } from '../../../platform/filters/list-filter.js';
import { MeterNames, UsageSourceName } from '../../../platform/metering/meter-enums.js';
import { meterNames } from '../../../platform/metering/meters.js';
import { firstIdAt } from '../../../platform/new-id.js';

/** What the list of usage events is filtered by. */
export const usageFilter = defineListFilter('UsageEvent', 'usage events', {
  id: byId('id', 'any'),
  eventType: byEnum('MeterName', MeterNames, 'event_type', {
    values: meterNames.filter((name) => name !== 'flow_execution'),
  }),
  source: byEnum('UsageSource', UsageSourceName, 'source', { values: ['byok'] }),
  executionId: { ...byId('execution_id'), condition: ofExecution },
  flowId: byId('flow_id'),
  quantity: byNumber('quantity'),
  credits: byDecimal('(credits_micros / 1000000.0)'),
  createdAt: { ...byTime('created_at', 'any'), condition: ofTime },
});

/** The event of an execution itself has its ID. */
function ofExecution(comparison: Comparison, value: unknown, bind: Bind): string | undefined {
  if (comparison !== 'eq' && comparison !== 'in') return undefined;
  const at = `any(${bind(comparison === 'eq' ? [value] : value)}::uuid[])`;
  return `(execution_id = ${at} or id = ${at})`;
}

/** Events have UUIDv7 of their time, so that a range of time is a range of IDs. */
function ofTime(comparison: Comparison, value: unknown, bind: Bind): string | undefined {
  if (comparison === 'isNull') return undefined;
  const isAfter = comparison === 'gt' || comparison === 'lte';
  const ms = timeOf(comparison, value as Date).getTime() + (isAfter ? 1 : 0);
  return `id ${comparison === 'gt' || comparison === 'gte' ? '>=' : '<'} ${bind(firstIdAt(ms))}::uuid`;
}
