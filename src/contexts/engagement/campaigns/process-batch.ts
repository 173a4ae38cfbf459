import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { workspaceScope } from '../../../platform/records/index.js';
import type { WorkContext } from '../../module.js';
import { mergeContactSql, sendersOf } from '../channels/index.js';
import type { Campaign, PauseReason } from './campaign.fields.js';
import type { CampaignRecipient } from './campaign-recipient.record.js';
import { contentViolations } from './campaign-violations.js';
import type { Content } from './compose-message.js';
import { gatherRecipients } from './gather-recipients.js';
import { type CampaignClaim, lockCampaign, type SendingCampaign } from './lock-campaign.js';
import { unknownFieldOf } from './merge-violations.js';
import { readContent } from './read-content.js';
import { type Settled, settleRecipients } from './settle-recipients.js';
import { type DueRecipient, writeToRecipient } from './write-to-recipient.js';

/** The outcome of a batch: there is more to do, nothing until a time, or nothing at all, or another worker has claimed the campaign. */
export type BatchOutcome = { kind: 'more' } | { kind: 'wait'; until: Date } | { kind: 'over' } | { kind: 'lost' };

interface Batch {
  kind: 'send';
  content: Content;
  recipients: DueRecipient[];
}

/** Messages that are sent concurrently. */
const sentAtOnce = 20;
/** Recipients that one statement cancels. */
const cancelledAtOnce = 5_000;
/** Milliseconds within which the provider must respond. */
const sendMs = 60_000;

const recipientsTable = tableOf<CampaignRecipient & { dueAt: Date | null }>()('campaign_recipients');
const more: BatchOutcome = { kind: 'more' };

/**
 * Processes the next batch of a campaign: starts it, adds recipients from its audience, sends to some recipients, or cancels
 * the remaining ones. Each batch is one transaction; sending happens between two transactions.
 */
export async function processBatch(
  context: WorkContext,
  claim: CampaignClaim,
  stopped: AbortSignal,
): Promise<BatchOutcome> {
  const { db, now } = context.services;
  const next = await db.within(claim.workspaceId).transaction(async (sql): Promise<BatchOutcome | Batch> => {
    const campaign = await lockCampaign(sql, claim);
    switch (campaign?.status) {
      case undefined:
        return { kind: 'lost' };
      case 'scheduled':
        return begin(sql, campaign, now());
      case 'sending':
        if (campaign.isGathered) return nextBatch(sql, campaign, now());
        await gatherRecipients(sql, campaign, now());
        return more;
      case 'cancelled':
        return cancelRecipients(sql, campaign, now());
      case 'draft':
      case 'paused':
      case 'sent':
        return { kind: 'over' };
    }
  });
  return next.kind === 'send' ? sendBatch(context, claim, next, stopped) : next;
}

/** Checks the content again: it may have changed since the campaign was scheduled. */
async function begin(sql: Sql, campaign: SendingCampaign, at: Date): Promise<BatchOutcome> {
  if (!campaign.scheduledAt || new Date(campaign.scheduledAt) > at) return { kind: 'over' };
  const [violation] = contentViolations(campaign);
  if (violation) return pause(sql, campaign, 'content', violation.message, at);
  await change(sql, 'begin_campaign', campaign, { status: 'sending', updatedAt: at });
  return more;
}

/** Pauses a campaign with the reason; its remaining recipients stay queued until it is resumed or cancelled. */
async function pause(
  sql: Sql,
  campaign: SendingCampaign,
  pausedReason: PauseReason,
  error: string,
  at: Date,
): Promise<BatchOutcome> {
  const paused = { status: 'paused' as const, pausedReason, error: error.slice(0, 2_000), updatedAt: at };
  await change(sql, 'pause_campaign', campaign, paused);
  return { kind: 'over' };
}

async function cancelRecipients(sql: Sql, { workspaceId, id }: SendingCampaign, at: Date): Promise<BatchOutcome> {
  const { numUpdatedRows } = await typed(sql, 'cancel_recipients', recipientsTable)
    .updateTable('campaign_recipients')
    .set({ status: 'cancelled', dueAt: null, updatedAt: at })
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', (all) =>
      all
        .selectFrom('campaign_recipients')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('campaignId', '=', id)
        .where('dueAt', 'is not', null)
        .limit(cancelledAtOnce),
    )
    .executeTakeFirst();
  return numUpdatedRows < cancelledAtOnce ? { kind: 'over' } : more;
}

/** The recipients are read by text, which shares the fields of placeholders with follow-ups. */
async function nextBatch(sql: Sql, campaign: SendingCampaign, at: Date): Promise<BatchOutcome | Batch> {
  const { workspaceId, id } = campaign;
  const { rows: recipients } = await sql.query<DueRecipient>(
    `/* batch_of_campaign */ select r.id, r.tries, c.do_not_contact as "doNotContact",
       ${mergeContactSql} as contact
     from campaign_recipients r join contacts c on c.workspace_id = r.workspace_id and c.id = r.contact_id
     where r.workspace_id = $1 and r.campaign_id = $2 and r.due_at <= $3 order by r.due_at, r.id limit ${sentAtOnce}`,
    [workspaceId, id, at],
  );
  if (recipients.length === 0) return waitOrFinish(sql, campaign, at);
  const content = await readContent(sql, campaign);
  if (!content) return pause(sql, campaign, 'content', 'The template of the campaign was deleted.', at);
  const violation = await unknownFieldOf(sql, campaign, content);
  if (violation) return pause(sql, campaign, 'content', violation, at);
  return { kind: 'send', content, recipients };
}

async function change(
  sql: Sql,
  label: string,
  { workspaceId, id }: SendingCampaign,
  changes: Partial<Campaign>,
): Promise<void> {
  await typed(sql, label, tableOf<Campaign>()('campaigns'))
    .updateTable('campaigns')
    .set(changes)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** No recipient is due: waits for the next one, or marks the campaign as sent. */
async function waitOrFinish(sql: Sql, campaign: SendingCampaign, at: Date): Promise<BatchOutcome> {
  const { workspaceId, id } = campaign;
  const next = await typed(sql, 'next_recipient', recipientsTable)
    .selectFrom('campaign_recipients')
    .select(({ fn }) => fn.min('dueAt').as('until'))
    .where('workspaceId', '=', workspaceId)
    .where('campaignId', '=', id)
    .where('dueAt', 'is not', null)
    .executeTakeFirst();
  if (next?.until) return { kind: 'wait', until: new Date(next.until) };
  await change(sql, 'campaign_sent', campaign, { status: 'sent', updatedAt: at });
  return { kind: 'over' };
}

async function sendBatch(
  context: WorkContext,
  claim: CampaignClaim,
  batch: Batch,
  stopped: AbortSignal,
): Promise<BatchOutcome> {
  const { db, now } = context.services;
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(sendMs)]);
  const senders = (messageId: string) => sendersOf(context, claim.workspaceId, messageId, 'campaign');
  const attempts = await Promise.allSettled(
    batch.recipients.map((recipient) => writeToRecipient(senders, batch.content, recipient, signal)),
  );
  const settled = attempts.flatMap((attempt, index): Settled => {
    const isOver = attempt.status === 'rejected' || (stopped.aborted && 'error' in attempt.value);
    return isOver ? [] : [[batch.recipients[index] as DueRecipient, attempt.value]];
  });
  const scope = workspaceScope(context.services, claim.workspaceId);
  const [ending] = settled.flatMap(([, outcome]) => (outcome.kind === 'pause' ? [outcome] : []));
  const outcome = await db.within(claim.workspaceId).transaction(async (sql): Promise<BatchOutcome> => {
    const campaign = await lockCampaign(sql, claim);
    if (!campaign) return { kind: 'lost' };
    await settleRecipients(sql, scope, campaign, settled, now());
    if (!ending || campaign.status !== 'sending') return more;
    return pause(sql, campaign, ending.reason, ending.error, now());
  });
  const broken = attempts.find((attempt) => attempt.status === 'rejected');
  if (broken) throw broken.reason;
  return outcome;
}
