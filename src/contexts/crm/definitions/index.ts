import { defineModule } from '../../module.js';
import { agents } from './agent.record.js';
import { calendarEvents } from './calendar-event.record.js';
import { callCampaigns } from './call-campaign.record.js';
import { callerIds } from './caller-id.record.js';
import { contacts } from './contact.record.js';
import { contactTags } from './contact-tag.entity.js';
import { conversations } from './conversation.record.js';
import { crmPort } from './crm-port.js';
import { knowledgeDocs } from './knowledge-doc.record.js';
import { messages } from './message.record.js';
import { opportunities } from './opportunity.record.js';
import { pipelines } from './pipeline.record.js';
import { emailTemplates, whatsappTemplates } from './template.records.js';
import { voiceAgents } from './voice-agent.record.js';
import { voiceCalls } from './voice-call.record.js';

export { type Agent, agents } from './agent.record.js';
export { type CalendarEvent, calendarEvents } from './calendar-event.record.js';
export { type CallCampaign, callCampaigns } from './call-campaign.record.js';
export { type CallStatus, isEnd, isProgress } from './call-status.js';
export { type CallerId, callerIds } from './caller-id.record.js';
export {
  type Contact,
  contactChanges,
  contactFields,
  contactStatuses,
  contacts,
  namelessViolations,
  unsubscriberOf,
} from './contact.record.js';
export { type ContactDraft, tagContact, upsertContact } from './contact-operations.js';
export { type Channel, type Conversation, conversations } from './conversation.record.js';
export { idOfStep } from './crm-port.js';
export {
  type ChangedCall,
  type CreatedMessage,
  type CrmEvent,
  crmEventsOccurred,
  messageCreated,
  voiceCallChanged,
} from './events.js';
export { findContactBy } from './find-contact-by.js';
export { type KnowledgeDoc, knowledgeDocs } from './knowledge-doc.record.js';
export { attachmentsField, droppedField, type Message, MessageAttachment, messages } from './message.record.js';
export { type Opportunity, opportunities } from './opportunity.record.js';
export { moveOpportunity, openOpportunity } from './opportunity-operations.js';
export { type Pipeline, pipelines } from './pipeline.record.js';
export { eventsOfChange, publishEvents, published } from './publish-events.js';
export { searchedByContact } from './searched-conversations.js';
export { type EmailTemplate, emailTemplates, type WhatsappTemplate, whatsappTemplates } from './template.records.js';
export { type VoiceAgent, voiceAgents } from './voice-agent.record.js';
export { type VoiceCall, voiceCalls } from './voice-call.record.js';

/** The records of the CRM. To add one, add a definition file and a line here. */
export const crmRecordsModule = defineModule({
  name: 'crm/definitions',
  records: [
    contacts,
    pipelines,
    opportunities,
    conversations,
    messages,
    agents,
    emailTemplates,
    whatsappTemplates,
    calendarEvents,
    knowledgeDocs,
    callCampaigns,
    callerIds,
    voiceAgents,
    voiceCalls,
  ],
  entities: [contactTags],
  ports: { crm: crmPort },
});
