import type { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import { updateRecord, workspaceScope } from '../../../../platform/records/index.js';
import type { Services } from '../../../../platform/services.js';
import { credits } from '../../../billing/usage/index.js';
import { isEnd, isProgress, voiceCalls } from '../../../crm/definitions/index.js';
import { invalidCallback } from '../check-provider.js';
import { readTwilioForm } from '../twilio-request.js';
import { statusOfProvider } from './call-status.js';
import { callbackAddressOf, readCallToken } from './call-token.js';
import { chargeCall } from './charge-call.js';

/**
 * Stores the status that Twilio reports for an outbound call, and charges its minutes when it has ended. A report that is
 * late or repeated changes nothing.
 * @param token the token of the callback URL, which identifies the call; the account that placed it must sign the form
 * @throws AppError INVALID_TOKEN
 */
export async function receiveCallStatus(
  services: Services,
  token: string,
  request: WebhookRequestInput,
): Promise<void> {
  const key = readCallToken(services.settings.jwtSecret, token);
  if (!key) throw invalidCallback();
  const { workspaceId, callId, source } = key;
  const account = source === 'byok' ? workspaceId : null;
  const address = callbackAddressOf(services.settings.publicUrl, token);
  const reported = await readTwilioForm(services, account, address, request);
  const scope = workspaceScope(services, workspaceId);
  const status = statusOfProvider(reported.get('CallStatus') ?? '');
  const seconds = Number(reported.get('CallDuration') ?? Number.NaN);
  const recordingUrl = reported.get('RecordingUrl');
  const call = await updateRecord(scope, voiceCalls, callId, (before) => {
    // Under the row's lock: a status never goes back.
    const progress = status !== null && isProgress(before.status, status) ? { status } : {};
    const hasEnded = status !== null && isEnd(status) && before.durationSeconds === null;
    return {
      ...progress,
      ...(hasEnded && Number.isInteger(seconds) && seconds >= 0 && { durationSeconds: seconds }),
      ...(recordingUrl && /^https?:\/\//.test(recordingUrl) && { recordingUrl: recordingUrl.slice(0, 2_000) }),
    };
  });
  // Also if the end is not new: the bridge may have reported it first, or a process may have died before it charged.
  if (!isEnd(call.status)) return;
  await chargeCall({ sql: scope.sql, credits: services.get(credits) }, key, call.durationSeconds ?? 0).catch(
    (error: Error) => services.log.warn({ err: error, callId }, 'charging the minutes of a call failed'),
  );
}
