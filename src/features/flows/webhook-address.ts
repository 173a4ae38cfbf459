import type { Scope } from '../../platform/graphql/context.js';
import type { Flow } from './flow.entity.js';
import { openWebhookToken } from './make-webhook-token.js';

/** Puts a flow's webhook token and the address made of it beside its columns. */
export function showWebhookAddress<T extends Flow>({ services }: Scope, flow: T, sealedToken: string): T {
  const token = openWebhookToken(services.sealer, { workspaceId: flow.workspaceId, flowId: flow.id }, sealedToken);
  flow.webhookToken = token;
  flow.webhookUrl = `${services.settings.publicUrl}/flows/run?token=${token}`;
  return flow;
}
