import type { WebhookAuth } from '../../../../../nodes/index.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import type { Services } from '../../../../../platform/services.js';
import { type FoundTestCall, findTestCall, keepTestCall, testCallOver } from '../../../flows/index.js';
import { keepRequest } from '../../store/keep-request.js';
import { receiveFiles } from '../receive-files.js';
import { answerCall, type CheckedCall, dataOf, type SentAnswer, type WebhookCall } from '../webhook-call.js';
import { replyToSlack } from '../webhook-replies.js';
import { withoutFiles } from './without-files.js';

/**
 * Receives the test call of a webhook: checked and read as a call of the webhook is, it starts nothing and becomes the sample of the
 * trigger. Preflights and verification requests are answered, and do not count as the call.
 * @throws AppError INVALID_TOKEN for an unknown token and for a wrong signature, GONE, FORBIDDEN, METHOD_NOT_ALLOWED, BAD_REQUEST,
 *   PAYLOAD_TOO_LARGE
 */
export async function receiveTestWebhook(services: Services, call: WebhookCall): Promise<SentAnswer> {
  const found = await findTestCall(services, 'webhook', call.token);
  if (!found) {
    throw new AppError(
      'INVALID_TOKEN',
      'The token of the test call is not valid. It may have been stopped: listen again in the editor.',
    );
  }
  if (found.isOver) throw testCallOver();
  return answerCall(services, found, call, (checked) => receive(services, found, checked));
}

async function receive(services: Services, found: FoundTestCall, call: CheckedCall): Promise<SentAnswer> {
  const { request, files, token } = call;
  const triggerData = files && request ? await dataWithFiles(services, found, call) : await dataOf(services, call);
  const response = files ? null : replyToSlack(found, triggerData);
  if (response) return { response };
  const auth = found.trigger.config.auth as WebhookAuth | undefined;
  const kept = request && keepRequest(request, { token, auth, triggerData, hasFiles: files !== null });
  await keepTestCall(services, found, triggerData, kept);
  return { response: receivedResponse(found) };
}

/** The fields of a form with files, whose bytes are read and not kept. */
async function dataWithFiles(
  services: Services,
  { workspaceId }: FoundTestCall,
  { request, files }: CheckedCall,
): Promise<unknown> {
  if (!request || !files) return {};
  const received = await receiveFiles(services, workspaceId, request, files);
  await received.discard();
  return withoutFiles(received.data);
}

/** What the caller reads. */
function receivedResponse({ trigger: { nodeId } }: FoundTestCall) {
  const message =
    'The test call was received. No execution was started: what it sent is now the sample of the trigger.';
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ received: true, nodeId, message }),
  };
}
