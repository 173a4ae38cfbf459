import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { RecordScope } from '../../../platform/records/index.js';
import { keyOfMessage, recordSent, type SentMessage, statesOfMessages } from '../channels/index.js';
import type { Campaign } from './campaign.fields.js';
import type { SendingCampaign } from './lock-campaign.js';
import { receiveDelivery } from './receive-delivery.js';
import type { DueRecipient, RecipientOutcome } from './write-to-recipient.js';

/** The outcomes of the recipients of a batch. */
export type Settled = [DueRecipient, RecipientOutcome][];

const statuses = {
  sent: 'sent',
  sandboxed: 'sandboxed',
  skipped: 'skipped',
  failed: 'failed',
  later: 'queued',
  pause: 'queued',
} as const;

/**
 * Stores the outcomes of a batch, adds them to the campaign's counts and writes what was sent into the conversations of the
 * contacts, under the lock on the campaign's row and in a constant number of statements.
 */
export async function settleRecipients(
  sql: Sql,
  scope: RecordScope,
  { workspaceId, id, channel }: SendingCampaign,
  settled: Settled,
  at: Date,
): Promise<void> {
  const rows = settled.map(([recipient, outcome]) => ({
    id: recipient.id,
    status: statuses[outcome.kind],
    error: 'error' in outcome ? outcome.error.slice(0, 2_000) : null,
    due_at: dueAt(recipient, outcome, at),
    tried: outcome.kind === 'failed' || outcome.kind === 'later' ? 1 : 0,
  }));
  // A batch by one statement.
  await sql.query(
    `/* settle_recipients */ update campaign_recipients r
       set status = o.status, error = o.error, due_at = o.due_at, tries = r.tries + o.tried, sent_at = case when o.status = 'sent' then $3::timestamptz end, updated_at = $3
     from json_to_recordset($4::json) as o(id uuid, status text, error text, due_at timestamptz, tried integer)
     where r.workspace_id = $1 and r.campaign_id = $2 and r.id = o.id`,
    [workspaceId, id, at, JSON.stringify(rows)],
  );
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  await typed(sql, 'count_recipients', tableOf<Campaign>()('campaigns'))
    .updateTable('campaigns')
    .set((campaign) => ({
      sentCount: campaign('sentCount', '+', count('sent')),
      failedCount: campaign('failedCount', '+', count('failed')),
      skippedCount: campaign('skippedCount', '+', count('skipped')),
      sandboxedCount: campaign('sandboxedCount', '+', count('sandboxed')),
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  await recordSent(sql, scope, { channel, author: 'campaign', newStatus: 'resolved' }, sentOf(settled));
  await receiveEarly(sql, workspaceId, rows, at);
}

/** When the message is tried again; null if it is not. One that waits for the campaign to be resumed is due at once. */
function dueAt({ tries }: DueRecipient, { kind }: RecipientOutcome, at: Date): Date | null {
  if (kind === 'pause') return at;
  return kind === 'later' ? new Date(at.getTime() + 2 ** tries * 60_000) : null;
}

/** The messages for the conversations of their contacts; the ID of a recipient is the ID of its message. */
function sentOf(settled: Settled): SentMessage[] {
  return settled.flatMap(([{ id, contact }, outcome]) =>
    'body' in outcome ? [{ id, contactId: contact.id, key: keyOfMessage(id), body: outcome.body }] : [],
  );
}

/** A provider may have reported the final state of a message before it was stored here as sent. */
async function receiveEarly(sql: Sql, workspaceId: string, rows: { id: string; status: string }[], at: Date) {
  const keys = rows.filter(({ status }) => status === 'sent').map(({ id }) => keyOfMessage(id));
  for (const [key, state] of await statesOfMessages(sql, workspaceId, keys)) {
    await receiveDelivery(sql, workspaceId, key, state, at);
  }
}
