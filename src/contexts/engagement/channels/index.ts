import { listener } from '../../../platform/events/index.js';
import { startQuota } from '../../automation/executions/index.js';
import { messageCreated, voiceCallChanged } from '../../crm/definitions/index.js';
import { defineModule } from '../../module.js';
import { conversationPort } from './conversation-port.js';
import { messageDeliveries } from './conversations/message-delivery.entity.js';
import { queueDelivery } from './conversations/queue-delivery.js';
import { receivedMedia } from './conversations/received-media.entity.js';
import { EmailSubscriptionResolver } from './email/email-subscription.resolver.js';
import { mailPort } from './email/mail-port.js';
import { InboxMutations } from './inbox/inbox.resolver.js';
import { startFetching } from './media/start-fetching.js';
import { loadOutboxMessage } from './outbox/list-outbox.js';
import { OutboxResolver } from './outbox/outbox.resolver.js';
import { earlyMessageStates, outboxMessages } from './outbox/outbox-message.entity.js';
import { searchedOutbox } from './outbox/searched-outbox.js';
import { SmsCallbackResolver } from './sms/sms-callback.resolver.js';
import { smsPort } from './sms/sms-port.js';
import { startDelivery } from './start-delivery.js';
import { deleteOldUnrouted } from './unrouted/store-unrouted.js';
import { unroutedMessages } from './unrouted/unrouted-message.record.js';
import { unroutedPlatformMessages } from './unrouted/unrouted-platform-message.entity.js';
import { CallCallbackResolver } from './voice/call-callback.resolver.js';
import { handleCallChange } from './voice/handle-call-change.js';
import { voiceDials } from './voice/voice-dial.entity.js';
import { voicePort } from './voice/voice-port.js';
import { WhatsappCallbackResolver } from './whatsapp/whatsapp-callback.resolver.js';
import { whatsappPort } from './whatsapp/whatsapp-port.js';

export { doNotContact } from './contacts-to-reach.js';
export { keyOfMessage, messageOfKey } from './conversations/message-key.js';
export { type MessageTemplate, sendAsMarketing, sendAsTemplate } from './conversations/queue-delivery.js';
export { recordSent, type SentMessage } from './conversations/record-sent.js';
export { mailUnrecorded } from './email/mail-unrecorded.js';
export { deliveryReported } from './events.js';
export { fillText, placeholdersOf } from './fill-text.js';
export { assignToWorkspace, discardForOperator, listForOperator } from './inbox/operator-inbox.js';
export {
  type MergedText,
  mergeContactSql,
  mergeFieldViolations,
  mergeValues,
  namesInTemplate,
} from './merge-fields.js';
export { deliveryErrors } from './outbox/delivery-errors.js';
export { type LastState, statesOfMessages } from './outbox/store-delivery-state.js';
export { type Reach, readReach } from './reachable-channels.js';
export { type SendPorts, sendersOf } from './senders.js';
export { fillTemplate, type WhatsappText } from './whatsapp/fill-template.js';

export const channelsModule = defineModule({
  name: 'engagement/channels',
  entities: [
    outboxMessages,
    earlyMessageStates,
    messageDeliveries,
    receivedMedia,
    voiceDials,
    unroutedPlatformMessages,
  ],
  records: [unroutedMessages],
  searchSources: [searchedOutbox],
  resolvers: [
    EmailSubscriptionResolver,
    OutboxResolver,
    InboxMutations,
    SmsCallbackResolver,
    WhatsappCallbackResolver,
    CallCallbackResolver,
  ],
  listeners: [
    listener(messageCreated, (tx, { message, at }) => queueDelivery(tx, message, at)),
    listener(voiceCallChanged, (tx, { before, call, cause }, { get }) =>
      handleCallChange(tx, before, call, { cause, quota: get(startQuota) }),
    ),
  ],
  ports: {
    mail: (context, user) => mailPort(context, { ...user, origin: 'flow' }),
    sms: (context, user) => smsPort(context, { ...user, origin: 'flow' }),
    whatsapp: (context, user) => whatsappPort(context, { ...user, origin: 'flow' }),
    conversation: conversationPort,
    voice: voicePort,
  },
  nodes: [
    { name: 'OutboxMessage', rule: { capability: 'outbox:read' }, table: 'outbox_messages', load: loadOutboxMessage },
  ],
  workers: [startDelivery, startFetching],
  tasks: [({ db }) => ({ name: 'delete_old_unrouted', everyMs: 3_600_000, work: () => deleteOldUnrouted(db.pool) })],
  routes: async () => [
    (await import('./outbox/outbox.routes.js')).routes,
    (await import('./inbox/inbox.routes.js')).routes,
    (await import('./email/email-subscription.routes.js')).routes,
    (await import('./sms/sms-callback.routes.js')).routes,
    (await import('./whatsapp/whatsapp-callback.routes.js')).routes,
    (await import('./voice/call-callback.routes.js')).routes,
  ],
});
