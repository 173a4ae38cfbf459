import { jsonbColumn, jsonColumn, readLarge, textColumn } from '../../../../platform/database/read-large.js';
import { filterCost } from '../../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../../platform/filters/filter-sql.js';
import { isUuid, type Scope } from '../../../../platform/graphql/context.js';
import { loadRows } from '../../../../platform/graphql/nodes/node-source.js';
import { type PageOf, pageWindow } from '../../../../platform/graphql/page.js';
import { readPage } from '../../../../platform/graphql/read-page.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { searchCondition } from '../../../../platform/search/index.js';
import {
  type OutboxArgs,
  type OutboxMessage,
  outboxFilter,
  outboxSort,
  readingOrigins,
} from './outbox-message.object.js';
import { searchedOutbox } from './searched-outbox.js';

const columns = `o.id, o.workspace_id as "workspaceId", o.execution_id as "executionId", o.node_id as "nodeId", o.channel, o.recipient as "to", o.origin,
  case when o.origin = any($2) then o.subject end as subject, case when o.origin = any($2) then o.body end as body,
  case when o.origin = any($2) then o.attachments end as attachments,
  o.status, o.source = 'sandbox' as sandbox, o.source, o.message_id as "messageId", o.error, o.created_at as "createdAt"`;

const largeColumns = [textColumn('subject'), textColumn('body'), jsonColumn('error'), jsonbColumn('attachments')];

/** Messages by ID. */
export const loadOutboxMessage = loadRows<OutboxMessage>((scope, ids) =>
  readLarge<OutboxMessage>(scope, {
    label: 'outbox_messages_by_id',
    select: `select ${columns} from outbox_messages o where o.workspace_id = $1 and o.id = any($3::uuid[])`,
    values: [scope.workspaceId, readableOrigins(scope), ids],
    large: largeColumns,
    field: 'message',
  }),
);

/**
 * The messages of a workspace's outbox, newest first. Subject and body require the capability to read the message's origin.
 * @throws AppError VALIDATION_FAILED
 */
export async function listOutbox(
  scope: Scope,
  args: OutboxArgs,
  fields: RequestedFields,
): Promise<PageOf<OutboxMessage>> {
  const window = pageWindow(args, outboxSort);
  const filters: [string, string | null][] = [
    ['o.execution_id =', idToMatch(args.executionId)],
    ['o.channel =', args.channel || null],
    ['o.status =', args.status || null],
  ];
  const given = filters.filter(([, value]) => value !== null);
  const where = ['o.workspace_id = $1', ...given.map(([condition], index) => `${condition} $${index + 3}`)];
  const values: unknown[] = [scope.workspaceId, readableOrigins(scope), ...given.map(([, value]) => value)];
  if (args.search) where.push(...searched(args.search, values));
  where.push(...filterConditions(outboxFilter, args, (value) => `$${values.push(value)}`));
  return readPage<OutboxMessage>(scope, {
    label: 'list_outbox',
    columns,
    large: largeColumns,
    from: 'outbox_messages o',
    where,
    values,
    // IDs are UUIDv7, in order of time.
    sortBy: null,
    id: 'o.id',
    window,
    of: [scope.workspaceId],
    pagination: fields.below('pagination'),
    cost: filterCost(outboxFilter, window),
  });
}

/** A text that the caller may not read does not find its message. */
function searched(term: string, values: unknown[]): string[] {
  const bind = (value: unknown) => `$${values.push(value)}`;
  const ofRecipient = { ...searchedOutbox, searched: { recipient: 'text' } } as const;
  return [
    searchCondition(searchedOutbox, 'o', term, bind),
    `(o.origin = any($2) or ${searchCondition(ofRecipient, 'o', term, bind)})`,
  ];
}

function readableOrigins({ access }: Scope): string[] {
  return Object.entries(readingOrigins).flatMap(([origin, right]) => (access.capabilities.has(right) ? [origin] : []));
}

/** A text that is not a UUID matches no execution. */
function idToMatch(id: string | null | undefined): string | null {
  if (!id) return null;
  return isUuid(id) ? id : '00000000-0000-0000-0000-000000000000';
}
