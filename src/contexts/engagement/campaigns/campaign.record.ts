import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../../../platform/database/database.js';
import { claimColumns, column } from '../../../platform/database/mapping/columns.js';
import { lit, tableOf, typed } from '../../../platform/database/typed-sql.js';
import { defineRecord, many, one } from '../../../platform/records/index.js';
import { audienceViolations, requireComparable } from './audience.js';
import { type Campaign, type CampaignRow, fields } from './campaign.fields.js';
import { changeViolations, contentViolations, templateViolations } from './campaign-violations.js';
import { campaignMergeViolations } from './merge-violations.js';

export const campaigns = defineRecord({
  name: 'Campaign',
  plural: 'Campaigns',
  description: 'One message to many contacts.',
  table: 'campaigns',
  indexes: { any: ['createdAt'] },
  routes: {
    list: 'GET /campaigns',
    create: 'POST /campaigns',
    find: 'GET /campaigns/:campaignId',
    update: 'PATCH /campaigns/:campaignId',
    delete: 'DELETE /campaigns/:campaignId',
  },
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
  derive({ status }, before) {
    if (status === 'paused') return before?.status === 'paused' ? {} : { pausedReason: 'request', error: null };
    return before?.status === 'paused' && status === 'sending'
      ? { pausedReason: null, error: null }
      : { pausedReason: null };
  },
  rules: [
    'MERGE_FIELD_UNKNOWN',
    'REQUIRED_WITH',
    'NOT_ALLOWED_WITH',
    'REFERENCE_UNKNOWN',
    'STATE_UNSUITABLE',
    'AUDIENCE_INVALID',
  ],
  async check(sql, { services, access }, after, before) {
    if (access && !isDeepStrictEqual(after.audience, before?.audience)) requireComparable(access, after.audience);
    const starts = after.status !== before?.status && ['scheduled', 'sending'].includes(after.status);
    const templates = await templateViolations(sql, after, starts ? null : before);
    const violations = [...changeViolations(after, before), ...templates];
    if (after.audience !== before?.audience) {
      violations.push(...(await audienceViolations(sql, after.workspaceId, after.audience)));
    }
    // A campaign scheduled for later may be completed until then.
    const isDue = after.scheduledAt !== null && new Date(after.scheduledAt) <= services.now();
    const reported = new Set(violations.map(({ field }) => field));
    const isSent =
      (after.status === 'scheduled' && isDue) || (after.status === 'sending' && before?.status === 'paused');
    const missing = isSent ? contentViolations(after) : [];
    const unknown = starts || changesContent(after, before) ? await campaignMergeViolations(sql, after) : [];
    return [...violations, ...[...missing, ...unknown].filter(({ field }) => !reported.has(field))];
  },
  async written(sql, _scope, { before, after, at }) {
    const schedule = (campaign: Campaign | null) => campaign && `${campaign.status} ${campaign.scheduledAt}`;
    if (after && schedule(before) !== schedule(after)) await setDue(sql, after, before, at);
  },
});

/** A stored placeholder may have lost its field since: an update of something else must not fail for that. */
function changesContent(after: Campaign, before: Campaign | null): boolean {
  return (['channel', 'templateId', 'message'] as const).some((field) => after[field] !== before?.[field]);
}

/** Sets when a worker has something to do: start or resume sending, or cancel the remaining recipients. */
async function setDue(sql: Sql, { workspaceId, id, status, scheduledAt }: Campaign, before: Campaign | null, at: Date) {
  const due = { draft: null, scheduled: scheduledAt, sending: at, paused: null, sent: null, cancelled: at }[status];
  // A worker that is sending keeps its claim and sees the new status in its next batch.
  const isIdle = status === 'cancelled' && !['sending', 'paused'].includes(before?.status ?? 'draft');
  await typed(sql, 'schedule_campaign', tableOf<CampaignRow>()('campaigns'))
    .updateTable('campaigns')
    .set({ dueAt: isIdle ? null : due })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .returning(lit('campaigns').as('notifies'))
    .execute();
}
