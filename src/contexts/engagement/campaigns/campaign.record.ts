import type { Sql } from '../../../platform/database/database.js';
import { claimColumns, column } from '../../../platform/database/mapping/columns.js';
import { defineRecord, many, one } from '../../../platform/records/index.js';
import { audienceViolations } from './audience.js';
import { type Campaign, fields } from './campaign.fields.js';
import { changeViolations, contentViolations, templateViolations } from './campaign-violations.js';

export const campaigns = defineRecord({
  name: 'Campaign',
  plural: 'Campaigns',
  description: 'One message to many contacts.',
  table: 'campaigns',
  examples: {
    create: {
      name: 'Spring sale',
      channel: 'sms',
      message: 'Hello {{contact.name}}, chairs cost less today.',
      audience: { tags: ['newsletter'] },
    },
    update: { name: 'Spring sale in May' },
  },
  capability: 'campaigns',
  fields,
  hit: { order: 60, subtitle: "r.channel || ' · ' || r.status" },
  columns: {
    ...claimColumns(),
    dueAt: column.time().nullable(),
    gatheredTo: column.uuid().nullable(),
    isGathered: column.boolean().default(false),
  },
  relations: {
    emailTemplate: one('templateId', 'EmailTemplate'),
    whatsappTemplate: one('templateId', 'WhatsappTemplate'),
    recipients: many('CampaignRecipient', 'campaignId'),
  },
  rules: ['REQUIRED_WITH', 'NOT_ALLOWED_WITH', 'REFERENCE_UNKNOWN', 'STATE_UNSUITABLE', 'AUDIENCE_INVALID'],
  async check(sql, { services }, after, before) {
    const violations = [...changeViolations(after, before), ...(await templateViolations(sql, after, before))];
    if (after.audience !== before?.audience) {
      violations.push(...(await audienceViolations(sql, after.workspaceId, after.audience)));
    }
    // A campaign scheduled for later may be completed until then.
    const isDue = after.scheduledAt !== null && new Date(after.scheduledAt) <= services.now();
    const reported = new Set(violations.map(({ field }) => field));
    const missing = after.status === 'scheduled' && isDue ? contentViolations(after) : [];
    return [...violations, ...missing.filter(({ field }) => !reported.has(field))];
  },
  async written(sql, _scope, { before, after, at }) {
    const schedule = (campaign: Campaign | null) => campaign && `${campaign.status} ${campaign.scheduledAt}`;
    if (after && schedule(before) !== schedule(after)) await setDue(sql, after, before, at);
  },
});

/** Sets when a worker has something to do: start sending, or cancel the remaining recipients. */
async function setDue(sql: Sql, { workspaceId, id, status, scheduledAt }: Campaign, before: Campaign | null, at: Date) {
  const due = { draft: null, scheduled: scheduledAt, sending: at, sent: null, cancelled: at }[status];
  // A worker that is sending keeps its claim and sees the new status in its next batch.
  const text = `/* schedule_campaign */ with scheduled as (
      update campaigns set due_at = $3 where workspace_id = $1 and id = $2
    ) select 'campaigns' as notifies`;
  const isIdle = status === 'cancelled' && before?.status !== 'sending';
  await sql.query(text, [workspaceId, id, isIdle ? null : due]);
}
