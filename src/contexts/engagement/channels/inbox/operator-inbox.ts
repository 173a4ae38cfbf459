import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { derivedId } from '../../../../platform/new-id.js';
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
  const { rows } = await sql.query<{ messageId: string; channel: string }>(
    `/* message_to_assign */ select m.message_id as "messageId", m.channel from unrouted_platform_messages m
     join workspaces w on w.id::text = $2 where m.id::text = $1`,
    [id, workspaceId],
  );
  const [message] = rows;
  if (!message) return false;
  const received = derivedId(`${workspaceId} ${message.channel} ${message.messageId}`);
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
  const text = '/* discard_for_operator */ delete from unrouted_platform_messages where id::text = $1';
  return (await sql.query(text, [id])).rowCount === 1;
}
