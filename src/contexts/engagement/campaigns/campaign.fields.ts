import {
  freeObject,
  initially,
  integer,
  longText,
  looseId,
  oneOf,
  type RowOf,
  readOnly,
  required,
  text,
  time,
} from '../../../platform/records/index.js';
import { audienceDescription } from './audience.js';

const statuses = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const;
const count = (description: string) => readOnly(initially(0, integer(0, 2_147_483_647, { description })));

export const fields = {
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
