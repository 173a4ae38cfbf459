import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import type { Flow } from '../flow.entity.js';
import { lockFlow } from '../lock-flow.js';
import { showWebhookAddress } from '../webhook-address.js';
import { newToken } from './ensure-webhook-token.js';
import { WebhookToken } from './webhook-token.entity.js';

/**
 * Replaces a flow's webhook token; the old one stops working immediately.
 * @throws AppError NOT_FOUND, TRIGGER_TYPE_NOT_WEBHOOK
 */
export async function regenerateWebhookToken(scope: Scope, flowId: string): Promise<Flow> {
  const key = { workspaceId: scope.workspaceId, flowId: requireId(flowId, 'flow') };
  await scope.services.vault.prepare(scope.workspaceId);
  return scope.unitOfWork((em) => replaceToken(em, scope, key));
}

async function replaceToken(
  em: EntityManager,
  scope: Scope,
  key: { workspaceId: string; flowId: string },
): Promise<Flow> {
  const flow = await lockFlow(em, key);
  if (flow.triggerType !== 'webhook') {
    const message = `Only flows with the trigger webhook have a token; the trigger of this flow is ${flow.triggerType}. Change settings.triggerType first.`;
    throw new AppError('TRIGGER_TYPE_NOT_WEBHOOK', message);
  }
  const token = await em.upsert(WebhookToken, { ...key, ...(await newToken(scope, key)) });
  return showWebhookAddress(scope, flow, token.encryptedToken);
}
