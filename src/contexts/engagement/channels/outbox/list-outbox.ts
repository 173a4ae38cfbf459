import { jsonColumn, textColumn } from '../../../../platform/database/read-large.js';
import { readPage } from '../../../../platform/database/read-page.js';
import type { ErrorDetail } from '../../../../platform/errors.js';
import { isUuid, type Scope } from '../../../../platform/graphql/context.js';
import { type PageOf, pageWindow, toPage } from '../../../../platform/graphql/page.js';
import {
  messageChannels,
  messageStatuses,
  type OutboxArgs,
  type OutboxMessage,
  readingOrigins,
} from './outbox-message.object.js';

const columns = `o.id, o.execution_id as "executionId", o.node_id as "nodeId", o.channel, o.recipient as "to", o.origin,
  case when o.origin = any($2) then o.subject end as subject, case when o.origin = any($2) then o.body end as body,
  o.status, o.source = 'sandbox' as sandbox, o.source, o.message_id as "messageId", o.error, o.created_at as "createdAt"`;

const largeColumns = [textColumn('subject'), textColumn('body'), jsonColumn('error')];

/**
 * The messages that left a workspace, newest first. What one says is for those who may read what it belongs to.
 * @throws AppError VALIDATION_FAILED
 */
export async function listOutbox(scope: Scope, args: OutboxArgs, total: boolean): Promise<PageOf<OutboxMessage>> {
  const window = pageWindow(args, ['createdAt'], 'createdAt', [
    ...unknown('channel', args.channel, messageChannels),
    ...unknown('status', args.status, messageStatuses),
  ]);
  const filters: [string, string | null][] = [
    ['o.execution_id =', idOrNone(args.executionId)],
    ['o.channel =', args.channel || null],
    ['o.status =', args.status || null],
  ];
  const asked = filters.filter(([, value]) => value !== null);
  const page = await readPage<OutboxMessage>(scope, {
    label: 'list_outbox',
    columns,
    large: largeColumns,
    from: 'outbox_messages o',
    where: ['o.workspace_id = $1', ...asked.map(([condition], index) => `${condition} $${index + 3}`)],
    values: [scope.workspaceId, readableOrigins(scope), ...asked.map(([, value]) => value)],
    // Ids are in order of time.
    orderBy: `o.id ${window.descending ? 'desc' : 'asc'}`,
    limit: window.limit,
    offset: window.offset,
    total,
  });
  return toPage(page.rows, page.total, window);
}

function readableOrigins({ access }: Scope): string[] {
  return Object.entries(readingOrigins).flatMap(([origin, right]) => (access.capabilities.has(right) ? [origin] : []));
}

function unknown(field: string, value: string | null | undefined, known: readonly string[]): ErrorDetail[] {
  return !value || known.includes(value) ? [] : [{ field, message: `${field} is one of: ${known.join(', ')}.` }];
}

/** An id that cannot be one is no execution's. */
function idOrNone(id: string | null | undefined): string | null {
  if (!id) return null;
  return isUuid(id) ? id : '00000000-0000-0000-0000-000000000000';
}
