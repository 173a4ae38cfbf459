import { startFollowUp, stopFollowUp } from '../../contexts/engagement/follow-up/index.js';
import type { FollowUpPort, PortUser } from '../../nodes/index.js';
import type { Services } from '../../platform/services.js';
import { conversationWith } from './conversation-with.js';

/** Follow-up sequences for one step. */
export function followUpPort(
  { db, now, events }: Pick<Services, 'db' | 'now' | 'events'>,
  { workspaceId, cause }: PortUser,
): FollowUpPort {
  const sql = db.within(workspaceId);
  const scope = { workspaceId, sql, transaction: sql.transaction, services: { now, events }, cause };
  return {
    start: (sequenceId, contactId) =>
      startFollowUp(scope, { sequenceId, contactId }, (within, contact) => conversationWith(within, scope, contact)),
    stop: (sequenceId, contactId) => stopFollowUp(scope, { sequenceId, contactId }),
  };
}
