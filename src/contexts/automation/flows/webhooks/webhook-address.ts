import type { Scope } from '../../../../platform/graphql/context.js';
import type { Flow } from '../flow.entity.js';
import { openWebhookToken } from './create-webhook-token.js';

/** Sets a flow's webhook token and URL. */
export async function showWebhookAddress<T extends Flow>(
  { services }: Scope,
  flow: T,
  encryptedToken: string,
): Promise<T> {
  const key = { workspaceId: flow.workspaceId, flowId: flow.id };
  const token = await openWebhookToken(services.vault, key, encryptedToken);
  flow.webhookToken = token;
  flow.webhookUrl = `${services.settings.publicUrl}/flows/run?token=${token}`;
  return flow;
}
