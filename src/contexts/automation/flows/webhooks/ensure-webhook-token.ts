import type { EntityManager } from '@mikro-orm/postgresql';
import type { Scope } from '../../../../platform/graphql/context.js';
import type { Flow } from '../flow.entity.js';
import { createWebhookToken } from './create-webhook-token.js';
import { showWebhookAddress } from './webhook-address.js';
import { WebhookToken } from './webhook-token.entity.js';

/**
 * Sees to it that a locked flow has a token exactly while it is started by a webhook: one that leaves that trigger and
 * returns to it gets a new one. Inside a transaction the vault must have been prepared for the workspace.
 */
export async function ensureWebhookToken(em: EntityManager, scope: Scope, flow: Flow): Promise<void> {
  const key = { workspaceId: scope.workspaceId, flowId: flow.id };
  const existing = await em.findOne(WebhookToken, key);
  if (flow.triggerType !== 'webhook') {
    if (existing) em.remove(existing);
    return;
  }
  const token = existing ?? em.create(WebhookToken, { ...key, ...(await newToken(scope, key)) });
  if (!existing) em.persist(token);
  await showWebhookAddress(scope, flow, token.encryptedToken);
}

/** A new token and when it was made. */
export async function newToken({ services }: Scope, key: { workspaceId: string; flowId: string }) {
  return { ...(await createWebhookToken(services.vault, key)), createdAt: services.now() };
}
