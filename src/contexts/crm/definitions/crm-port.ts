import type { CrmPort, CrmRecord, PortUser } from '../../../nodes/index.js';
import { derivedId } from '../../../platform/new-id.js';
import { type Fields, type RecordDefinition, type RowOf, workspaceScope } from '../../../platform/records/index.js';
import type { Services } from '../../../platform/services.js';
import { contacts } from './contact.record.js';
import { tagContact, upsertContact } from './contact-operations.js';
import { findContactBy } from './find-contact-by.js';
import { opportunities } from './opportunity.record.js';
import { moveOpportunity, openOpportunity } from './opportunity-operations.js';
import { published } from './publish-events.js';

/** The records of a step's workspace. What it makes bears the step's own id. */
export function crmPort(
  { services }: { services: Pick<Services, 'db' | 'events' | 'now'> },
  { workspaceId, idempotencyKey, cause }: PortUser,
): CrmPort {
  const scope = workspaceScope(services, workspaceId, cause);
  const id = idOfStep(workspaceId, idempotencyKey);
  return {
    async findContact(filter) {
      const contact = await findContactBy(scope, filter);
      return contact && shown(contacts, contact);
    },
    async upsertContact({ email, phone }, fields) {
      const { contact, created } = await upsertContact(scope, { email, phone, fields }, id);
      return { contact: shown(contacts, contact), created };
    },
    tagContact: async (contactId, tags, mode) => shown(contacts, await tagContact(scope, contactId, tags, mode)),
    createOpportunity: async (fields) => shown(opportunities, await openOpportunity(scope, fields, id)),
    moveOpportunity: async (opportunityId, stageId) =>
      shown(opportunities, await moveOpportunity(scope, opportunityId, stageId)),
  };
}

/** The id of what a step makes: it follows from the step's key, so that no attempt makes it twice. */
export function idOfStep(workspaceId: string, idempotencyKey: string): string {
  return derivedId(`${workspaceId} ${idempotencyKey}`);
}

function shown<F extends Fields>({ fields }: RecordDefinition<F>, row: RowOf<F>): CrmRecord {
  return published(fields, row) as CrmRecord;
}
