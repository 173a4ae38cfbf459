import { column, generatedId } from '../../../platform/database/mapping/columns.js';
import {
  defineRecord,
  initially,
  integer,
  one,
  oneOf,
  type RowOf,
  readOnly,
  ref,
  required,
  text,
  time,
} from '../../../platform/records/index.js';
import { searchedByContact } from '../../crm/definitions/index.js';
import { campaigns } from './campaign.record.js';

const statuses = {
  queued: 'It is going to be sent.',
  sent: 'The provider accepted it.',
  delivered: 'The provider reported the delivery.',
  failed: 'It could not be sent or delivered; see `error`.',
  skipped: 'Nothing is sent to this contact; see `error`.',
  cancelled: 'The campaign was cancelled first.',
  sandboxed: 'No provider is set up, and nothing was sent.',
} as const;

const fields = {
  campaignId: required(ref('campaigns', 'campaign')),
  contactId: readOnly(required(ref('contacts', 'contact', { filtered: true }))),
  status: readOnly(
    initially(
      'queued',
      oneOf(statuses, { sorted: true, filtered: true, description: 'The state of the message to the contact.' }),
    ),
  ),
  error: readOnly(text(2_000, { description: 'Why nothing was sent, or why it is retried.' })),
  tries: readOnly(initially(0, integer(0, 1_000, { description: 'The number of failed attempts so far.' }))),
  sentAt: readOnly(time({ sorted: true, description: 'When the provider accepted the message.' })),
};

export type CampaignRecipient = RowOf<typeof fields>;

export const campaignRecipients = defineRecord({
  name: 'CampaignRecipient',
  plural: 'CampaignRecipients',
  description: 'A contact that a campaign sends to, and the state of the message.',
  table: 'campaign_recipients',
  indexes: { any: ['contactId', 'createdAt', 'sentAt', 'status', 'updatedAt'] },
  routes: {
    list: 'GET /campaigns/:campaignId/recipients',
    find: 'GET /campaigns/:campaignId/recipients/:campaignRecipientId',
  },
  capability: 'campaigns',
  parent: { record: campaigns, field: 'campaignId' },
  searchedIn: [searchedByContact('campaign_recipients')],
  fields,
  columns: { id: generatedId(), dueAt: column.time().nullable() },
  relations: {
    campaign: one('campaignId', 'Campaign'),
    contact: one('contactId', 'Contact'),
  },
});
