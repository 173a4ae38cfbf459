import { column } from '../../../../platform/database/mapping/columns.js';
import {
  defineRecord,
  flag,
  longText,
  oneOf,
  type RowOf,
  readOnly,
  required,
  text,
  time,
} from '../../../../platform/records/index.js';
import { attachmentsField, droppedField } from '../../../crm/definitions/index.js';

const fields = {
  channel: readOnly(
    required(
      oneOf({ sms: 'SMS.', whatsapp: 'WhatsApp.' }, { filtered: true, description: 'The channel of the message.' }),
    ),
  ),
  sender: readOnly(
    required(
      text(100, {
        searched: true,
        filtered: true,
        description: 'The number of the sender, in E.164 format if it is one.',
      }),
    ),
  ),
  senderName: readOnly(text(200, { searched: true, description: 'The name of the sender, if the provider sent it.' })),
  recipient: readOnly(text(100, { description: 'The number that received the message.' })),
  body: readOnly(required(longText(20_000, { searched: true }))),
  attachments: attachmentsField('The files that were received with it.'),
  dropped: droppedField(),
  optOut: readOnly(
    flag({ description: 'True if the sender opted out with the message, false if they opted in again.' }),
  ),
  receivedAt: readOnly(required(time({ sorted: true, description: 'The time at which the message was received.' }))),
};

export type UnroutedMessage = RowOf<typeof fields>;

export const unroutedMessages = defineRecord({
  name: 'UnroutedMessage',
  plural: 'UnroutedMessages',
  description: 'A received message whose sender is no contact of the workspace.',
  table: 'unrouted_messages',
  indexes: { any: ['channel', 'createdAt', 'receivedAt', 'sender', 'updatedAt'] },
  routes: {
    list: 'GET /inbox/unrouted',
    find: 'GET /inbox/unrouted/:unroutedMessageId',
    delete: 'DELETE /inbox/unrouted/:unroutedMessageId',
  },
  capability: 'conversations',
  period: 'receivedAt',
  // At most 1,000 in a workspace.
  indexed: false,
  fields,
  columns: { messageId: column.text() },
  notes: { delete: 'The message is discarded' },
});
