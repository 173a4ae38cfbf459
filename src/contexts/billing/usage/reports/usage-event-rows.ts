import { creditText } from '../../../../platform/metering/credit-amount.js';
import type { UsageEvent } from '../usage.object.js';

// Not typed: each list is planned for its values, which decide whether an index of one type or source is used.
export const usageEventColumns = `id, workspace_id as "workspaceId", event_type as "eventType", app, country, source,
  quantity::float8 as quantity, unit, credits_micros::text as credits, flow_id as "flowId", execution_id as "executionId",
  metadata, created_at as "createdAt"`;

/** An event with its credits as a decimal. */
export function toEvent(row: UsageEvent): UsageEvent {
  return { ...row, credits: creditText(row.credits) };
}
