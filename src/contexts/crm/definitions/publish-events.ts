import type { Sql } from '../../../platform/database/database.js';
import { DateTime } from '../../../platform/graphql/scalars.js';
import type { Change, Fields, RecordScope, RowOf } from '../../../platform/records/index.js';
import { type CrmEvent, crmEventsOccurred } from './events.js';

/** The events of the changes of a record. */
export interface ChangeEvents<Row> {
  created?: CrmEvent['definition'];
  /** The event of any update, with the former values in `previous`. */
  updated?: CrmEvent['definition'];
  deleted?: CrmEvent['definition'];
  /** Further events of an update, depending on what changed. */
  also?(before: Row, after: Row): Pick<CrmEvent, 'definition' | 'tag'>[];
}

/** Publishes events in the transaction of the change. */
export async function publishEvents(
  sql: Sql,
  { workspaceId, cause, services }: RecordScope,
  events: readonly CrmEvent[],
  at: Date,
): Promise<void> {
  if (events.length > 0) await services.events.publish(sql, crmEventsOccurred({ workspaceId, cause, events, at }));
}

/** The `written` hook of a record whose changes are events. */
export function publishesChanges<F extends Fields>(fields: F, events: ChangeEvents<RowOf<F>>) {
  return (sql: Sql, scope: RecordScope, change: Change<RowOf<F>>): Promise<void> =>
    publishEvents(sql, scope, eventsOfChange(fields, events, change), change.at);
}

/** The events of one change, in the order of publication. */
export function eventsOfChange<F extends Fields>(
  fields: F,
  { created, updated, deleted, also }: ChangeEvents<RowOf<F>>,
  { before, after }: Omit<Change<RowOf<F>>, 'at'>,
): CrmEvent[] {
  if (!before) return created && after ? [{ definition: created, data: published(fields, after) }] : [];
  if (!after) return deleted ? [{ definition: deleted, data: published(fields, before) }] : [];
  const data = published(fields, after);
  const previous = changedValues(published(fields, before), data);
  const events: CrmEvent[] = (also?.(before, after) ?? []).map((event) => ({ ...event, data, previous }));
  return updated ? [{ definition: updated, data, previous }, ...events] : events;
}

/** A row as the API returns it. */
export function published<F extends Fields>(fields: F, row: RowOf<F>): Record<string, unknown> {
  const isTime = (name: string) => ['createdAt', 'updatedAt'].includes(name) || fields[name]?.sqlType === 'timestamptz';
  const entries = Object.entries(row).map(([name, value]): [string, unknown] => [
    name,
    value !== null && isTime(name) ? DateTime.serialize(value) : value,
  ]);
  return Object.fromEntries(entries);
}

function changedValues(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const changed = Object.entries(before).filter(
    ([name, value]) => name !== 'updatedAt' && JSON.stringify(value) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(changed);
}
