import type { Sql } from '../../../platform/database/database.js';
import { claimColumns, column } from '../../../platform/database/mapping/columns.js';
import { defineRecord, many, one } from '../../../platform/records/index.js';
import { audienceViolations } from './audience.js';
import { type Campaign, fields } from './campaign.fields.js';
import { changeViolations, contentViolations, templateViolations } from './campaign-violations.js';

export const campaigns = defineRecord({
  name: 'Campaign',
  plural: 'Campaigns',
  description: 'One message for many contacts',
  table: 'campaigns',
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
  async check(sql, { services }, wanted, before) {
    const violations = [...changeViolations(wanted, before), ...(await templateViolations(sql, wanted, before))];
    if (wanted.audience !== before?.audience) {
      violations.push(...(await audienceViolations(sql, wanted.workspaceId, wanted.audience)));
    }
    // What is still to come may be completed until then.
    const isDue = wanted.scheduledAt !== null && new Date(wanted.scheduledAt) <= services.now();
    const reported = new Set(violations.map(({ field }) => field));
    const missing = wanted.status === 'scheduled' && isDue ? contentViolations(wanted) : [];
    return [...violations, ...missing.filter(({ field }) => !reported.has(field))];
  },
  async written(sql, _scope, { before, after, at }) {
    const planned = (campaign: Campaign | null) => campaign && `${campaign.status} ${campaign.scheduledAt}`;
    if (after && planned(before) !== planned(after)) await plan(sql, after, before, at);
  },
});

/** Says when a worker has something to do: to begin, or to let those go who were not written to yet. */
async function plan(sql: Sql, { workspaceId, id, status, scheduledAt }: Campaign, before: Campaign | null, at: Date) {
  const due = { draft: null, scheduled: scheduledAt, sending: at, sent: null, cancelled: at }[status];
  // A claim of a worker who sends it ends by itself; it finds what was cancelled.
  const text = `/* plan_campaign */ with planned as (
      update campaigns set due_at = $3 where workspace_id = $1 and id = $2
    ) select pg_notify('campaigns', '')`;
  const isIdle = status === 'cancelled' && before?.status !== 'sending';
  await sql.query(text, [workspaceId, id, isIdle ? null : due]);
}
