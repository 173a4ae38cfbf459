import type { Scope } from '../../../platform/graphql/context.js';
import { openWebhookToken } from './create-webhook-token.js';
import type { Flow } from './flow.entity.js';

/** The path of the URLs that run flows. */
export const webhookPath = '/flows/run';

/** The URL that runs the flow of a token. */
export function webhookUrl(origin: string, token: string): string {
  return `${origin}${webhookPath}?token=${token}`;
}

/** Sets a flow's webhook token and URL. */
export async function showWebhookAddress<T extends Flow>(
  { services }: Scope,
  flow: T,
  encryptedToken: string,
): Promise<T> {
  const key = { workspaceId: flow.workspaceId, flowId: flow.id };
  const token = await openWebhookToken(services.vault, key, encryptedToken);
  flow.webhookToken = token;
  flow.webhookUrl = webhookUrl(services.settings.webhookOrigin, token);
  return flow;
}
