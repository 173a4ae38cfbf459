import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { createWebhookToken } from '../create-webhook-token.js';
import type { Flow } from '../flow.entity.js';
import { lockFlow } from '../lock-flow.js';
import { flowTriggers } from '../triggers/flow-trigger.entity.js';
import { triggersOfFlow } from '../triggers/flow-triggers.loader.js';
import { showWebhookAddress } from '../webhook-address.js';

/**
 * Replaces the token of a webhook of a flow; the old one stops working immediately.
 * @param nodeId the trigger; null for the first webhook of the flow
 * @throws AppError NOT_FOUND, TRIGGER_TYPE_NOT_WEBHOOK, VALIDATION_FAILED if `nodeId` is no webhook of the flow
 */
export async function regenerateWebhookToken(scope: Scope, flowId: string, nodeId: string | null): Promise<Flow> {
  const key = { workspaceId: scope.workspaceId, flowId: requireId(flowId, 'flow') };
  await scope.services.vault.prepare(scope.workspaceId);
  return scope.unitOfWork((em) => replaceToken(em, scope, key, nodeId));
}

async function replaceToken(
  em: EntityManager,
  scope: Scope,
  key: { workspaceId: string; flowId: string },
  nodeId: string | null,
): Promise<Flow> {
  const flow = await lockFlow(em, key);
  const webhooks = await em.find(flowTriggers, { ...key, type: 'webhook' }, { orderBy: { position: 'asc' } });
  const [first] = webhooks;
  if (!first) {
    const message = `Only flows with the trigger webhook have a token; the trigger of this flow is ${flow.settings.triggerType}. Change settings.triggerType first.`;
    throw new AppError('TRIGGER_TYPE_NOT_WEBHOOK', message);
  }
  const chosen = nodeId === null ? first : webhooks.find((one) => one.nodeId === nodeId);
  if (!chosen) {
    const message = `nodeId must be one of the webhook triggers of the flow: ${webhooks.map((one) => one.nodeId).join(', ')}.`;
    throw validationFailed([{ field: 'nodeId', rule: 'REFERENCE_UNKNOWN', message }]);
  }
  const token = await createWebhookToken(scope.services.vault, chosen);
  em.assign(chosen, token);
  scope.loader(triggersOfFlow).clear(flow.id);
  return showWebhookAddress(scope, flow, first === chosen ? { ...first, ...token } : storedToken(first));
}

function storedToken({ id, encryptedToken }: { id: string; encryptedToken?: string | null }) {
  if (!encryptedToken) throw new Error(`The webhook trigger ${id} has no token.`);
  return { id, encryptedToken };
}
