import { conversations, messages } from '../contexts/crm/definitions/index.js';
import { startAssistants } from '../contexts/engagement/assistants/index.js';
import { startCampaigns } from '../contexts/engagement/campaigns/index.js';
import {
  isFurther,
  keyOfMessage,
  sendAsTemplate,
  startDelivery,
  tellConversation,
} from '../contexts/engagement/channels/index.js';
import { startFollowUps } from '../contexts/engagement/follow-up/index.js';
import { createRecordIn, type RecordScope, updateRecordIn } from '../platform/records/index.js';
import type { Services } from '../platform/services.js';
import type { ClaimingWorker } from '../platform/watch-claims.js';
import type { Watch } from '../platform/watch-due.js';
import type { Ports } from './ports/index.js';

/**
 * What a worker does for conversations: it sends what they have queued, follows up where nobody answers, and lets
 * assistants work. And it sends campaigns.
 */
export function startConversationWork(services: Services, ports: Ports, worker: ClaimingWorker): Watch[] {
  const scopeOf = (workspaceId: string): RecordScope => {
    const sql = services.db.within(workspaceId);
    return { workspaceId, sql, transaction: sql.transaction, services };
  };
  const delivery = startDelivery(
    {
      services,
      sendersOf: (workspaceId, messageId) => ports.sendersOf(workspaceId, messageId, 'conversation'),
      async settle(sql, workspaceId, messageId, change) {
        const scope = scopeOf(workspaceId);
        await updateRecordIn(sql, scope, messages, messageId, (before) =>
          isFurther(before.status, change.status) ? change : {},
        );
        await tellConversation(sql, scope, keyOfMessage(messageId));
      },
    },
    worker,
  );
  const followUps = startFollowUps(
    {
      services,
      modelOf: (workspaceId, key) => ports.modelOf(workspaceId, key),
      async write(sql, { workspaceId, conversationId, body, template }) {
        const input = { body, author: 'flow' as const };
        const message = await createRecordIn(sql, scopeOf(workspaceId), messages, input, { conversationId });
        if (template) await sendAsTemplate(sql, message, template);
      },
    },
    worker,
  );
  const assistants = startAssistants(
    {
      services,
      modelOf: ports.modelOf,
      async say(sql, { workspaceId, conversationId }, body) {
        await createRecordIn(sql, scopeOf(workspaceId), messages, { body, author: 'agent' }, { conversationId });
      },
      async handOff(sql, { workspaceId, conversationId }) {
        const change = { agentId: null, status: 'pending' as const };
        await updateRecordIn(sql, scopeOf(workspaceId), conversations, conversationId, change);
      },
    },
    worker,
  );
  const campaigns = startCampaigns(
    { services, sendersOf: (workspaceId, messageId) => ports.sendersOf(workspaceId, messageId, 'campaign') },
    worker,
  );
  return [delivery, followUps, assistants, campaigns];
}
