import type { Sql } from '../../../platform/database/database.js';
import { type LastState, messageOfKey } from '../channels/index.js';

/**
 * Counts the delivery or failure of a campaign's message, in the caller's transaction. Once, however often it is reported.
 * `settleRecipients` reads the outbox after it has marked messages as sent, so the later of the two sees both.
 * @param key the idempotency key of the message; a key of any other message changes nothing
 */
export async function receiveDelivery(
  sql: Sql,
  workspaceId: string,
  key: string,
  { status, error }: LastState,
  at: Date,
): Promise<void> {
  const recipientId = messageOfKey(key);
  if (!recipientId) return;
  const lock = `/* lock_recipient */ select from campaign_recipients where workspace_id = $1 and id = $2 for update`;
  if ((await sql.query(lock, [workspaceId, recipientId])).rowCount === 0) return;
  const text = `/* count_delivery */ with received as (
      update campaign_recipients set status = $3, error = $4, updated_at = $5
      where workspace_id = $1 and id = $2 and status = 'sent' returning campaign_id
    ) update campaigns c set delivered_count = delivered_count + ($3 = 'delivered')::integer,
        sent_count = sent_count - ($3 = 'failed')::integer, failed_count = failed_count + ($3 = 'failed')::integer
      from received where c.workspace_id = $1 and c.id = received.campaign_id`;
  const reported = error && `${error.code}: ${error.message}`.slice(0, 2_000);
  await sql.query(text, [workspaceId, recipientId, status, reported, at]);
}
