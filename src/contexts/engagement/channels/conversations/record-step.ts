import type { Cause } from '../../../../platform/events/index.js';
import { derivedId } from '../../../../platform/new-id.js';
import { workspaceScope } from '../../../../platform/records/index.js';
import type { Services } from '../../../../platform/services.js';
import { idOfStep } from '../../../crm/definitions/index.js';
import type { MessageChannel } from '../outbox/outbox-message.object.js';
import { recordSent } from './record-sent.js';

/** A message that a step sent to an address, and the contacts with this address. */
export interface SentByStep {
  workspaceId: string;
  executionId: string | null;
  idempotencyKey: string;
  cause: Cause | undefined;
  channel: MessageChannel;
  contactIds: readonly string[];
  body: string | undefined;
}

/**
 * Writes the message of a step into the conversations of its contacts. A message to an address that no contact has stays
 * in the outbox only. An error is only logged: the message has left, and another attempt of the step would not send it.
 */
export async function recordStep(services: Services, sent: SentByStep): Promise<void> {
  const { workspaceId, executionId, idempotencyKey: key, contactIds, channel, body, cause } = sent;
  if (contactIds.length === 0) return;
  // Delivery reports find the message by the ID of the step; emails, which can have several recipients, have none.
  const idFor = (contactId: string) =>
    contactIds.length === 1 ? idOfStep(workspaceId, key) : derivedId(`${workspaceId} ${key} ${contactId}`);
  const messages = contactIds.map((contactId) => ({ id: idFor(contactId), contactId, key, body }));
  const scope = workspaceScope(services, workspaceId, cause);
  await scope
    .transaction((sql) => recordSent(sql, scope, { channel, author: 'flow', newStatus: 'open' }, messages))
    .catch((error: Error) => {
      services.log.error({ err: error, executionId }, 'storing a sent message in its conversation failed');
    });
}
