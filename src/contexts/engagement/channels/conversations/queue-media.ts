import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { idOfReceived, type ReceivedMedia, type ReceivedMessage } from './received-message.js';

/** A message that waits for its file. */
export type MessageWithMedia = ReceivedMessage & { media: ReceivedMedia };

/**
 * Queues a message until its file was fetched: the provider does not wait for that. A message that waits or was stored is not
 * queued again.
 */
export async function queueMedia(sql: Sql, workspaceId: string, received: ReceivedMessage, at: Date): Promise<void> {
  const text = `/* queue_media */ insert into received_media (workspace_id, id, message, due_at)
    select $1, $2, $3, $4
    where not exists (select from messages where workspace_id = $1 and id = $2)
      and not exists (select from unrouted_messages where workspace_id = $1 and id = $2)
    on conflict do nothing returning 'received_media' as notifies`;
  const message = { ...received, receivedAt: at };
  await sql.query(statement(text, [workspaceId, idOfReceived(workspaceId, received), storableJson(message), at]));
}
