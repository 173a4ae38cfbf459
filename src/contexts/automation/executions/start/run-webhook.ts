import { AppError } from '../../../../platform/errors/errors.js';
import type { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import type { Services } from '../../../../platform/services.js';
import { WebhookRequest } from '../../../../rest/webhook-request.js';
import { findFlowByWebhookToken, webhookUrl } from '../../flows/index.js';
import type { WebhookAnswer } from '../execution-answer.object.js';
import { awaitEnd } from './await-end.js';
import { checkCaller } from './check-caller.js';
import { startOnce } from './start-once.js';

/** A call of a webhook: its data as a value, or the request that contains it. */
export interface WebhookCall {
  token: string;
  payload: unknown;
  request: WebhookRequestInput | null;
  /** The header `Idempotency-Key`. */
  key: string | null;
}

/**
 * Runs the flow of a webhook token. Whether the caller may call is checked before the body is read.
 * @param signal ends the wait for the result, not the execution
 * @throws AppError INVALID_TOKEN for an unknown token and for a wrong signature, FLOW_PAUSED, BAD_REQUEST, CONFLICT
 */
export async function runWebhook(
  services: Services,
  { token, payload, request, key }: WebhookCall,
  signal?: AbortSignal,
): Promise<WebhookAnswer> {
  const flow = await findFlowByWebhookToken(services, token);
  if (!flow) {
    throw new AppError(
      'INVALID_TOKEN',
      'The webhook token is not valid. It may have been regenerated: copy the current URL from the flow.',
    );
  }
  const sent = request && new WebhookRequest(request);
  const address = webhookUrl(services.settings.publicUrl, token);
  const repeated = await checkCaller(services, flow, sent, address);
  if (!flow.isActive)
    throw new AppError(
      'FLOW_PAUSED',
      'The flow must be active to accept webhook calls, but it is paused. Activate it.',
    );
  const { workspaceId } = flow;
  const triggerData = sent ? await sent.data((text) => services.json.parse(text, workspaceId)) : (payload ?? {});
  const start = { workspaceId, flow, trigger: 'webhook', startNodeId: null, triggerData } as const;
  const started = await startOnce(services, start, repeated ?? key);
  if (flow.settings.triggerConfig.responseMode !== 'result') return started;
  const answer = await awaitEnd(services, { workspaceId, executionId: started.executionId }, { signal });
  return answer.status === 'running' ? started : { ...started, ...answer };
}
