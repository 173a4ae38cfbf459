import type { Sql } from '../database/database.js';
import { flowsNamed, type NamedFlow } from '../events/index.js';
import { isUuid } from '../graphql/context.js';
import type { AnyRecord, RecordScope } from './record-definition.js';

/**
 * Requires that the caller may start the flows that a change names and that were not named before.
 * @throws AppError FORBIDDEN
 */
export async function requireStartableFlows(
  sql: Sql,
  { access, services, workspaceId }: RecordScope,
  named: readonly NamedFlow[],
): Promise<void> {
  const possible = named.filter(({ flowId }) => isUuid(flowId));
  if (!access || possible.length === 0) return;
  await services.events.publish(sql, flowsNamed({ workspaceId, held: access.capabilities, named: possible }));
}

/** The flows that a record starts by its sent fields, and did not start before. */
export function flowsNamedBy(
  record: AnyRecord,
  sent: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
): NamedFlow[] {
  return Object.entries(sent).flatMap(([field, value]) => {
    if (!record.fields[field]?.reference?.starts) return [];
    const known = new Set(idsOf(before?.[field]));
    return idsOf(value).flatMap((flowId) => (known.has(flowId) ? [] : [{ field, flowId }]));
  });
}

function idsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id) => id != null).map((id) => String(id).toLowerCase());
}
