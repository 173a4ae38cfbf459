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
import { zoneOf } from './zone-of.js';

/** The CRM port of a step. What the step creates gets an ID derived from the step. */
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
    zoneOf: (zone, contact) => zoneOf(scope, zone, contact),
    createOpportunity: async (fields) => shown(opportunities, await openOpportunity(scope, fields, id)),
    moveOpportunity: async (opportunityId, stageId) =>
      shown(opportunities, await moveOpportunity(scope, opportunityId, stageId)),
  };
}

/** The ID of what a step creates: derived from the key of the step, so that repeated attempts create it once. */
export function idOfStep(workspaceId: string, idempotencyKey: string): string {
  return derivedId(`${workspaceId} ${idempotencyKey}`);
}

function shown<F extends Fields>({ fields }: RecordDefinition<F>, row: RowOf<F>): CrmRecord {
  return published(fields, row) as CrmRecord;
}
