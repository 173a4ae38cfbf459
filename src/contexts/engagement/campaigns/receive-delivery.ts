import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { type LastState, messageOfKey } from '../channels/index.js';
import type { CampaignRecipient } from './campaign-recipient.record.js';

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
  const recipient = await typed(sql, 'lock_recipient', tableOf<CampaignRecipient>()('campaign_recipients'))
    .selectFrom('campaign_recipients')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', recipientId)
    .forUpdate()
    .executeTakeFirst();
  if (!recipient) return;
  // One statement counts what it has changed.
  const text = `/* count_delivery */ with received as (
      update campaign_recipients set status = $3, error = $4, updated_at = $5
      where workspace_id = $1 and id = $2 and status = 'sent' returning campaign_id
    ) update campaigns c set delivered_count = delivered_count + ($3 = 'delivered')::integer,
        sent_count = sent_count - ($3 = 'failed')::integer, failed_count = failed_count + ($3 = 'failed')::integer
      from received where c.workspace_id = $1 and c.id = received.campaign_id`;
  const reported = error && `${error.code}: ${error.message}`.slice(0, 2_000);
  await sql.query(text, [workspaceId, recipientId, status, reported, at]);
}
