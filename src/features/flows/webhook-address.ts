import type { Scope } from '../../platform/graphql/context.js';
import type { Flow } from './flow.entity.js';
import { openWebhookToken } from './make-webhook-token.js';

/** The token of a webhook flow; null for other flows and for callers who may not see it. */
export function webhookTokenOf({ services }: Scope, { workspaceId, id, sealedToken }: Flow): string | null {
  return sealedToken ? openWebhookToken(services.sealer, { workspaceId, flowId: id }, sealedToken) : null;
}

/** Where a webhook flow is called, token included; null where the token is. */
export function webhookUrlOf(scope: Scope, flow: Flow): string | null {
  const token = webhookTokenOf(scope, flow);
  return token && `${scope.services.settings.publicUrl}/flows/run?token=${token}`;
}
