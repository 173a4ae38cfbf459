import type { Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { derivedId } from '../../../../platform/new-id.js';
import type { Workspace } from '../../../accounts/workspaces/index.js';
import { unroutedPlatformMessages } from '../unrouted/unrouted-platform-message.entity.js';

/** A message to the server's own number that fits no workspace. */
export interface OperatorMessage {
  id: string;
  channel: string;
  sender: string;
  recipient: string | null;
  body: string;
  receivedAt: Date | string;
}

/** The oldest messages that the operator has to assign. */
export async function listForOperator(sql: Sql, limit: number): Promise<OperatorMessage[]> {
  return typed(sql, 'list_for_operator', unroutedPlatformMessages)
    .selectFrom('unrouted_platform_messages')
    .select(['id', 'channel', 'sender', 'recipient', 'body', 'receivedAt'])
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Moves a message to the unrouted messages of a workspace, whose members assign it to a contact.
 * @returns whether message and workspace exist
 */
export async function assignToWorkspace(sql: Sql, id: string, workspaceId: string): Promise<boolean> {
  const message = await typed(sql, 'message_to_assign', unroutedPlatformMessages, tableOf<Workspace>()('workspaces'))
    .selectFrom('unrouted_platform_messages as m')
    .innerJoin('workspaces as w', (workspace) =>
      workspace.on(({ eb }) => eb(eb.cast('w.id', 'text'), '=', workspaceId)),
    )
    .select(['m.messageId', 'm.channel'])
    .where((m) => m(m.cast('m.id', 'text'), '=', id))
    .executeTakeFirst();
  if (!message) return false;
  const received = derivedId(`${workspaceId} ${message.channel} ${message.messageId}`);
  // Moved by one statement: a message is neither lost nor assigned twice.
  const { rowCount } = await sql.query(
    `/* assign_to_workspace */ with taken as (
       delete from unrouted_platform_messages where id = $1 returning *
     ) insert into unrouted_messages (workspace_id, id, message_id, channel, sender, sender_name, recipient, body, opt_out,
         received_at, created_at, updated_at)
       select $2, $3, message_id, channel, sender, sender_name, recipient, body, opt_out, received_at, now(), now()
       from taken on conflict (workspace_id, id) do update set updated_at = excluded.updated_at`,
    [id, workspaceId, received],
  );
  return rowCount === 1;
}

/** Deletes a message that belongs to no workspace. @returns whether it exists */
export async function discardForOperator(sql: Sql, id: string): Promise<boolean> {
  const { numDeletedRows } = await typed(sql, 'discard_for_operator', unroutedPlatformMessages)
    .deleteFrom('unrouted_platform_messages')
    .where((message) => message(message.cast('id', 'text'), '=', id))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
