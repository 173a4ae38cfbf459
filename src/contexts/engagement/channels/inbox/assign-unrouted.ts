import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { AppError, notFound, validationFailed } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { newId } from '../../../../platform/new-id.js';
import { parsePhone } from '../../../../platform/phone-number.js';
import { findRecord, publishWritten, selectList } from '../../../../platform/records/index.js';
import {
  type Conversation,
  contacts,
  conversations,
  findContactBy,
  upsertContact,
} from '../../../crm/definitions/index.js';
import { storeInConversation } from '../receive-message.js';
import { type UnroutedMessage, unroutedMessages } from '../unrouted/unrouted-message.record.js';

/** Messages of one sender that one request assigns. */
const assignedAtOnce = 100;

/**
 * Moves the unrouted messages of a sender to a contact, oldest first: from there on they are received messages like any
 * other, which start flows, stop sequences and are answered.
 * @param contactId Defaults to the contact with the number of the sender, who is created if missing.
 * @returns the conversation
 * @throws AppError NOT_FOUND, VALIDATION_FAILED if the sender has no number to create a contact with
 */
export async function assignUnrouted(scope: Scope, id: string, contactId: string | null): Promise<Conversation> {
  const message = await findRecord(scope, unroutedMessages, id);
  const contact = contactId ? await contactWith(scope, contactId) : await contactOf(scope, message);
  const conversationId = await scope.transaction(async (sql) => {
    const taken = await takeMessages(sql, scope, message);
    if (taken.length === 0) throw notFound('unrouted message');
    let last: string | null = null;
    for (const { id: messageId, channel, body, optOut, receivedAt, attachments, dropped } of taken) {
      // An opt-in may be older than an opt-out that reached the contact directly.
      const files = { attachments, dropped };
      const one = { id: messageId, contactId: contact, channel, body, sentAt: receivedAt, files };
      last =
        (await storeInConversation(sql, scope, { ...one, ...(optOut === true && { doNotContact: true }) })) ?? last;
    }
    return last;
  });
  if (conversationId === null) throw notFound('conversation');
  return findRecord(scope, conversations, conversationId);
}

async function contactWith(scope: Scope, contactId: string): Promise<string> {
  const contact = await findRecord(scope, contacts, contactId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    throw validationFailed([
      {
        field: 'contactId',
        rule: 'REFERENCE_UNKNOWN',
        message: 'contactId must be the ID of a contact in this workspace.',
      },
    ]);
  });
  return contact.id;
}

async function contactOf(scope: Scope, { sender, senderName, channel }: UnroutedMessage): Promise<string> {
  const known = await findContactBy(scope, { phone: sender });
  if (known) return known.id;
  if (parsePhone(sender, null) === null) {
    const message = `contactId is required: ${sender} is no phone number, so no contact can be created with it.`;
    throw validationFailed([{ field: 'contactId', rule: 'REFERENCE_UNSUITABLE', message }]);
  }
  if (!scope.access.capabilities.has('contacts:write')) {
    const message = 'The capability contacts:write is required to create a contact. Assign an existing one.';
    throw new AppError('FORBIDDEN', message);
  }
  const fields = { source: channel, ...(senderName && { name: senderName }) };
  return (await upsertContact(scope, { phone: sender, fields }, newId())).contact.id;
}

/** Takes the messages of the sender, so that a concurrent request cannot assign them too; in the columns of the record. */
async function takeMessages(sql: Sql, scope: Scope, { channel, sender }: UnroutedMessage): Promise<UnroutedMessage[]> {
  const text = `/* take_unrouted */ with taken as (
      delete from unrouted_messages where workspace_id = $1 and id in (
        select id from unrouted_messages where workspace_id = $1 and channel = $2 and sender = $3
        order by received_at, id limit ${assignedAtOnce} for update)
      returning *
    ) select ${selectList(unroutedMessages)} from taken r order by r.received_at, r.id`;
  const { rows } = await sql.query<UnroutedMessage>(statement(text, [scope.workspaceId, channel, sender]));
  await publishWritten(
    sql,
    scope,
    unroutedMessages,
    rows.map(({ id }) => id),
  );
  return rows;
}
