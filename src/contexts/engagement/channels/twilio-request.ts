import type { WebhookRequestInput } from '../../../platform/graphql/webhook-request.input.js';
import type { Services } from '../../../platform/services.js';
import { isSignedByTwilio } from '../../../platform/signatures/twilio-signature.js';
import { WebhookRequest } from '../../../rest/webhook-request.js';
import { providerSettings } from '../../accounts/secrets/index.js';
import { invalidCallback } from './check-provider.js';

/**
 * The form of a request from Twilio.
 * @param workspaceId the workspace whose own account must have signed it; null for the server's account
 * @param address the URL as Twilio got it
 * @throws AppError INVALID_TOKEN without the signature of the account, or if the account is no longer stored
 */
export async function readTwilioForm(
  services: Services,
  workspaceId: string | null,
  address: string,
  request: WebhookRequestInput,
): Promise<URLSearchParams> {
  const twilio = await services.get(providerSettings)('twilio', workspaceId);
  const sent = new WebhookRequest(request);
  const form = new URLSearchParams(sent.bytes.toString());
  const signature = sent.header('x-twilio-signature') ?? '';
  if (!twilio || !isSignedByTwilio(twilio.authToken, address, form, signature)) throw invalidCallback();
  return form;
}
