import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { isUuid } from '../../../platform/graphql/context.js';
import { ProviderError, recordInactive, recordNotFound } from '../../../platform/providers/provider-error.js';
import type { RecordScope } from '../../../platform/records/index.js';
import type { Contact as ContactRow } from '../../crm/definitions/index.js';
import { doNotContact, type Reach } from '../channels/index.js';
import { conversationWith } from './conversation-with.js';
import { enrollContact } from './enroll-contact.js';
import type { FollowUpSequence } from './follow-up-sequence.record.js';
import type { FollowUpStep } from './follow-up-step.object.js';
import { stopEnrollments } from './stop-enrollments.js';

interface Pair {
  sequenceId: string;
  contactId: string;
}

interface Contact {
  id: string;
  email: string | null;
  phone: string | null;
  doNotContact: boolean;
}

interface Sequence {
  id: string;
  name: string;
  steps: FollowUpStep[];
  agentId: string | null;
  isActive: boolean;
}

/**
 * Enrolls a contact in a sequence for a step of a flow, in a conversation over a channel that can be used. A contact who is already enrolled keeps their place.
 * @throws ProviderError with the reason
 */
export function startFollowUp(
  scope: RecordScope,
  reach: Reach,
  { sequenceId, contactId }: Pair,
): Promise<{ enrollmentId: string }> {
  const { workspaceId, services, cause } = scope;
  return scope.transaction(async (sql) => {
    const sequence = await findSequence(sql, workspaceId, sequenceId);
    if (!sequence.isActive) throw recordInactive('The follow-up sequence', sequence.name);
    const contact = await findContact(sql, workspaceId, contactId);
    if (contact.doNotContact) throw doNotContact(contact.id);
    const conversationId = await conversationWith(sql, scope, reach, contact);
    const enrollment = { workspaceId, sequence, contactId, conversationId, agentId: sequence.agentId };
    const enrollmentId = await enrollContact(sql, { ...enrollment, at: services.now(), cause });
    if (!enrollmentId)
      throw new ProviderError('REFUSED', `The follow-up sequence ${sequence.name} must have at least one step.`, false);
    return { enrollmentId };
  });
}

/** Stops a contact's enrollment in a sequence. @returns whether the contact was enrolled */
export async function stopFollowUp(scope: RecordScope, { sequenceId, contactId }: Pair): Promise<{ stopped: boolean }> {
  const { workspaceId, sql, services } = scope;
  await findSequence(sql, workspaceId, sequenceId);
  await findContact(sql, workspaceId, contactId);
  const stopped = await stopEnrollments(sql, { workspaceId, sequenceId, contactId }, 'stopped', services.now());
  return { stopped: stopped.length > 0 };
}

async function findSequence(sql: Sql, workspaceId: string, id: string): Promise<Sequence> {
  const sequence = isUuid(id)
    ? await typed(sql, 'sequence_to_start', tableOf<FollowUpSequence>()('follow_up_sequences'))
        .selectFrom('follow_up_sequences')
        .select(['id', 'name', 'steps', 'agentId', 'isActive'])
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .forShare()
        .executeTakeFirst()
    : undefined;
  if (!sequence) throw recordNotFound('The follow-up sequence', id);
  return sequence;
}

async function findContact(sql: Sql, workspaceId: string, id: string): Promise<Contact> {
  const contact = isUuid(id)
    ? await typed(sql, 'contact_to_follow', tableOf<ContactRow>()('contacts'))
        .selectFrom('contacts')
        .select(['id', 'email', 'phone', 'doNotContact'])
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!contact) throw recordNotFound('The contact', id);
  return contact;
}
