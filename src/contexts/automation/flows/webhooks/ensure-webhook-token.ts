import type { EntityManager } from '@mikro-orm/postgresql';
import type { Scope } from '../../../../platform/graphql/context.js';
import { createWebhookToken } from '../create-webhook-token.js';
import type { Flow } from '../flow.entity.js';
import { showWebhookAddress } from '../webhook-address.js';
import { WebhookToken } from './webhook-token.entity.js';

/**
 * Ensures that a locked flow has a token exactly while its trigger is a webhook. A flow that gets another trigger and
 * then a webhook again has a new token. Inside a transaction the vault must be prepared for the workspace.
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

/** A new token and the time of its creation. */
export async function newToken({ services }: Scope, key: { workspaceId: string; flowId: string }) {
  return { ...(await createWebhookToken(services.vault, key)), createdAt: services.now() };
}
