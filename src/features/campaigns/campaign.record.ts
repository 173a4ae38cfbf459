import type { Sql } from '../../platform/database/database.js';
import {
  defineRecord,
  freeObject,
  initially,
  integer,
  longText,
  looseId,
  many,
  one,
  oneOf,
  type RowOf,
  readOnly,
  required,
  text,
  time,
} from '../records/index.js';
import { audienceDescription, audienceFaults } from './audience.js';
import { changeFaults, contentFaults, templateFaults } from './campaign-faults.js';

const statuses = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const;
const count = (description: string) => readOnly(initially(0, integer(0, 2_147_483_647, { description })));

const fields = {
  name: required(text(200, { searched: true, sorted: true })),
  channel: required(oneOf(['sms', 'whatsapp', 'email'], { sorted: true, filtered: true })),
  status: initially('draft', oneOf(statuses, { sorted: true, filtered: true })),
  templateId: looseId({ filtered: true, description: 'An email or WhatsApp template, as the channel is' }),
  message: longText(20_000, {
    description: 'The text of SMS, with gaps as {{contact.name}}; of WhatsApp without a template',
  }),
  audience: initially({}, freeObject({ description: audienceDescription })),
  scheduledAt: time({ sorted: true, description: 'When it is sent; a time that has passed means at once' }),
  recipientCount: count('Contacts of its audience, as it was when sending began'),
  sentCount: count('Messages that left'),
  sandboxedCount: count('Messages that only the sandbox took, where no provider is set up: nothing left'),
  deliveredCount: count('Of these, what a provider told to have arrived'),
  failedCount: count('Messages that could not be sent'),
  skippedCount: count('Contacts who are not to be contacted or have no address of the channel'),
  error: readOnly(text(2_000, { description: 'Why it ended before everybody was written to' })),
};

export type Campaign = RowOf<typeof fields>;

export const campaigns = defineRecord({
  name: 'Campaign',
  plural: 'Campaigns',
  description: 'One message for many contacts',
  table: 'campaigns',
  capability: 'campaigns',
  fields,
  relations: {
    emailTemplate: one('templateId', 'EmailTemplate'),
    whatsappTemplate: one('templateId', 'WhatsappTemplate'),
    recipients: many('CampaignRecipient', 'campaignId'),
  },
  async check(sql, { services }, wanted, before) {
    const faults = [...changeFaults(wanted, before), ...(await templateFaults(sql, wanted, before))];
    if (wanted.audience !== before?.audience) {
      faults.push(...(await audienceFaults(sql, wanted.workspaceId, wanted.audience)));
    }
    // What is still to come may be completed until then.
    const isDue = wanted.scheduledAt !== null && new Date(wanted.scheduledAt) <= services.now();
    const told = new Set(faults.map(({ field }) => field));
    const missing = wanted.status === 'scheduled' && isDue ? contentFaults(wanted) : [];
    return [...faults, ...missing.filter(({ field }) => !told.has(field))];
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
