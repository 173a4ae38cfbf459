import {
  type Channel,
  contacts,
  findContactBy,
  messages,
  moveOpportunity,
  openOpportunity,
  opportunities,
  published,
  tagContact,
  upsertContact,
} from '../../contexts/crm/definitions/index.js';
import { idOfStep, sendToContact, tellConversation, type Ways } from '../../contexts/engagement/channels/index.js';
import { type CrmPort, type CrmRecord, type NodePorts, type PortUser, smsSize } from '../../nodes/index.js';
import type { Fields, RecordDefinition, RowOf } from '../../platform/records/index.js';
import type { Services } from '../../platform/services.js';

/** The records of a step's workspace. What it makes bears the step's own id. */
export function crmPort(
  services: Pick<Services, 'db' | 'now' | 'events'>,
  ports: Pick<NodePorts, 'mail' | 'sms' | 'whatsapp'>,
  { workspaceId, idempotencyKey, cause }: PortUser,
): CrmPort {
  const sql = services.db.within(workspaceId);
  const scope = { workspaceId, sql, transaction: sql.transaction, services, cause };
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
    async sendMessage({ contactId, channel, text }, signal) {
      const sent = await sendToContact(scope, waysOf(ports, signal), {
        ...{ contactId, text, author: 'flow', id },
        channel: channel as Channel | undefined,
      });
      const told = await scope.transaction((sql) => tellConversation(sql, scope, idempotencyKey));
      return shown(messages, told ?? sent);
    },
  };
}

/** How texts to contacts leave, by channel. */
export function waysOf(
  { mail, sms, whatsapp }: Pick<NodePorts, 'mail' | 'sms' | 'whatsapp'>,
  signal: AbortSignal,
): Ways {
  return {
    whatsapp: (to, text) => whatsapp.sendText(to, text, signal),
    sms: (to, text) => sms.send({ to, text, segments: smsSize(text).segments }, signal),
    email: (to, text) => mail.send({ to: [to], subject: subjectOf(text), body: text, format: 'text' }, signal),
  };
}

/** A mail needs a subject: the first words of its text. */
function subjectOf(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.length > 78 ? `${line.slice(0, 75)}…` : line;
}

function shown<F extends Fields>({ fields }: RecordDefinition<F>, row: RowOf<F>): CrmRecord {
  return published(fields, row) as CrmRecord;
}
