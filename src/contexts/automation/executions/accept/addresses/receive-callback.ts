import type { WebhookRequestInput } from '../../../../../platform/graphql/webhook-request.input.js';
import type { Services } from '../../../../../platform/services.js';
import { WebhookRequest } from '../../../../../rest/webhook-request.js';
import { readAddress } from '../../run/step-address.js';
import { keepRequest } from '../../store/keep-request.js';
import { callAddress } from './call-address.js';

/**
 * Continues the step that waits for a callback at the address of a token, once.
 * @throws AppError INVALID_TOKEN, GONE, BAD_REQUEST, UNSUPPORTED_MEDIA_TYPE
 */
export async function receiveCallback(services: Services, token: string, input: WebhookRequestInput): Promise<void> {
  const target = readAddress(services.settings.jwtSecret, 'callbacks', token);
  const { workspaceId } = target;
  const request = new WebhookRequest(input);
  const body = await request.data((text) => services.json.parse(text, workspaceId));
  const caller = { token, auth: undefined, triggerData: body, hasFiles: false };
  const { method, query, headers } = keepRequest(request, caller);
  const within = services.db.within(workspaceId);
  await within.transaction((sql) =>
    callAddress(sql, target, { data: { method, query, headers, body }, now: services.now() }),
  );
}
