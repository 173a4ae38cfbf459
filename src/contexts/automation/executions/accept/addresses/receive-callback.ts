import { AppError } from '../../../../../platform/errors/errors.js';
import type { WebhookRequestInput } from '../../../../../platform/graphql/webhook-request.input.js';
import type { Services } from '../../../../../platform/services.js';
import { WebhookRequest } from '../../../../../rest/webhook-request.js';
import { type AddressTarget, readAddress } from '../../run/step-address.js';
import { keepRequest } from '../../store/keep-request.js';
import { callAddress } from '../signals/call-address.js';
import type { ReceivedCallback } from './address.object.js';
import { askPage, donePage, goneCallbackPage } from './callback-page.js';

/**
 * Continues the step that waits for a callback at the address of a token, once. A GET that does not ask for JSON only gets a page with a
 * button, which sends POST: mail programs open links to check them.
 * @throws AppError INVALID_TOKEN, GONE, BAD_REQUEST, UNSUPPORTED_MEDIA_TYPE
 */
export async function receiveCallback(
  services: Services,
  token: string,
  input: WebhookRequestInput,
): Promise<ReceivedCallback> {
  const target = readAddress(services.settings.jwtSecret, 'callbacks', token);
  const request = new WebhookRequest(input);
  const { method, headers } = request;
  const accept = headers.get('accept') ?? '';
  const language = headers.get('accept-language');
  if (method === 'GET' && !/\bapplication\/json\b/i.test(accept)) return { received: false, page: askPage(language) };
  const isBrowser = method === 'POST' && /\btext\/html\b/i.test(accept);
  try {
    await callWith(services, { target, token }, request);
  } catch (error) {
    if (!isBrowser || !(error instanceof AppError) || error.code !== 'GONE') throw error;
    return { received: false, page: goneCallbackPage(language) };
  }
  return { received: true, page: isBrowser ? donePage(language) : null };
}

async function callWith(
  services: Services,
  { target, token }: { target: AddressTarget; token: string },
  request: WebhookRequest,
): Promise<void> {
  const { workspaceId } = target;
  const body = await request.data((text) => services.json.parse(text, workspaceId));
  const caller = { token, auth: undefined, triggerData: body, hasFiles: false };
  const { method, query, headers } = keepRequest(request, caller);
  const within = services.db.within(workspaceId);
  await within.transaction((sql) =>
    callAddress(sql, target, { data: { method, query, headers, body }, now: services.now() }),
  );
}
