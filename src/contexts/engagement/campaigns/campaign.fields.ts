import {
  freeObject,
  initially,
  integer,
  line,
  longText,
  looseId,
  oneOf,
  type RowOf,
  readOnly,
  required,
  shownAs,
  text,
  time,
} from '../../../platform/records/index.js';
import { audienceDescription } from './audience.js';
import { audienceFields, CampaignAudience } from './audience.object.js';

const statuses = {
  draft: 'It is being prepared.',
  scheduled: 'It is sent at `scheduledAt`.',
  sending: 'Its messages are being sent.',
  paused: 'It cannot go on or was paused, see `pausedReason`; it can be resumed.',
  sent: 'All of its messages were sent.',
  cancelled: 'It was ended before all messages were sent.',
} as const;
const pauseReasons = {
  credits: 'The wallet is empty.',
  budget: 'A budget of the workspace is spent.',
  provider: 'No provider is set up for the channel.',
  content: 'Its content cannot be sent.',
  request: 'A client paused it.',
} as const;
const count = (description: string) => readOnly(initially(0, integer(0, 2_147_483_647, { description })));

export const fields = {
  name: required(line(200, { searched: true, sorted: true, description: 'The name of the campaign.' })),
  channel: required(
    oneOf(
      { sms: 'SMS.', whatsapp: 'WhatsApp.', email: 'Email.' },
      { sorted: true, filtered: true, description: 'The channel of its messages.' },
    ),
  ),
  status: initially(
    'draft',
    oneOf(statuses, {
      sorted: true,
      filtered: true,
      description:
        'The status of the campaign. Clients set draft, scheduled, paused and cancelled, and sending to resume a paused one; the server sets sending and sent.',
    }),
  ),
  templateId: looseId({
    filtered: true,
    description: 'The email template or WhatsApp template to send, depending on the channel.',
  }),
  message: longText(20_000, {
    description:
      'The text of an SMS, or of a WhatsApp message without a template, with placeholders such as {{contact.name}}.',
  }),
  audience: shownAs(initially({}, freeObject({ description: audienceDescription })), {
    type: () => CampaignAudience,
    subfields: audienceFields,
  }),
  pausedReason: readOnly(
    oneOf(pauseReasons, {
      description: 'Why it is paused; `error` has the details. Null while it is not paused.',
    }),
  ),
  scheduledAt: time({ sorted: true, description: 'When it is sent; a time in the past means now.' }),
  recipientCount: count('Contacts in its audience when sending started.'),
  sentCount: count('Messages that were sent and have not failed since.'),
  sandboxedCount: count('Messages that were stored in the sandbox because no provider is configured.'),
  deliveredCount: count('Messages that the provider reported as delivered.'),
  failedCount: count('Messages that could not be sent.'),
  skippedCount: count('Contacts with doNotContact, without an address for the channel, or unsubscribed from email.'),
  error: readOnly(text(2_000, { description: 'Why it is paused, or ended before all messages were sent.' })),
};

export type Campaign = RowOf<typeof fields>;

/** A campaign with the columns that only statements read and write. */
export interface CampaignRow extends Campaign {
  dueAt: Date | null;
  gatheredTo: string | null;
  isGathered: boolean;
  workerId: string | null;
  fence: number;
}
export type PauseReason = keyof typeof pauseReasons;
