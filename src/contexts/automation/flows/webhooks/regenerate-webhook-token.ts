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
 * Replaces the token of a webhook or form of a flow; the old one stops working immediately.
 * @param nodeId the trigger; null for the first webhook of the flow
 * @throws AppError NOT_FOUND, TRIGGER_TYPE_NOT_WEBHOOK, VALIDATION_FAILED if `nodeId` is no webhook or form of the flow
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
  const types = ['webhook' as const, 'form' as const];
  const triggers = await em.find(flowTriggers, { ...key, type: { $in: types } }, { orderBy: { position: 'asc' } });
  const first = triggers.find(({ type }) => type === 'webhook');
  if (!first && nodeId === null) {
    const message = `Only flows with the trigger webhook have a token; the trigger of this flow is ${flow.settings.triggerType}. Change settings.triggerType first.`;
    throw new AppError('TRIGGER_TYPE_NOT_WEBHOOK', message);
  }
  const chosen = nodeId === null ? first : triggers.find((one) => one.nodeId === nodeId);
  if (!chosen) {
    const known = triggers.map((one) => one.nodeId).join(', ') || 'it has none';
    const message = `nodeId must be one of the webhook and form triggers of the flow: ${known}.`;
    throw validationFailed([{ field: 'nodeId', rule: 'REFERENCE_UNKNOWN', message }]);
  }
  const token = await createWebhookToken(scope.services.vault, chosen);
  em.assign(chosen, token);
  scope.loader(triggersOfFlow).clear(flow.id);
  if (!first) return flow;
  return showWebhookAddress(scope, flow, first === chosen ? { ...first, ...token } : storedToken(first));
}

function storedToken({ id, encryptedToken }: { id: string; encryptedToken?: string | null }) {
  if (!encryptedToken) throw new Error(`The webhook trigger ${id} has no token.`);
  return { id, encryptedToken };
}
