import { AppError } from '../../../../platform/errors.js';
import { updateRecord, workspaceScope } from '../../../../platform/records/index.js';
import type { Services } from '../../../../platform/services.js';
import { WebhookRequest, type WebhookRequestInput } from '../../../automation/executions/index.js';
import { credits } from '../../../billing/usage/index.js';
import { isEnd, isProgress, voiceCalls } from '../../../crm/definitions/index.js';
import { statusOfProvider } from './call-status.js';
import { readCallToken } from './call-token.js';
import { chargeCall } from './charge-call.js';

/**
 * Keeps what the telephony provider tells of a call that was placed here, a form as Twilio sends it, and takes the
 * call's minutes when it is over. What comes late or twice changes nothing.
 * @param token part of the address that the provider was given; it names the call
 * @throws AppError INVALID_TOKEN
 */
export async function receiveCallStatus(
  services: Services,
  token: string,
  request: WebhookRequestInput,
): Promise<void> {
  const key = readCallToken(services.settings.jwtSecret, token);
  if (!key) throw new AppError('INVALID_TOKEN', 'This address is not one that calls are told at.');
  const { workspaceId, callId } = key;
  const scope = workspaceScope(services, workspaceId);
  const reported = new URLSearchParams(new WebhookRequest(request).bytes.toString());
  const status = statusOfProvider(reported.get('CallStatus') ?? '');
  const seconds = Number(reported.get('CallDuration') ?? Number.NaN);
  const recordingUrl = reported.get('RecordingUrl');
  const call = await updateRecord(scope, voiceCalls, callId, (before) => {
    // Under the row's lock: what was told before stands.
    const news = status !== null && isProgress(before.status, status) ? { status } : {};
    const lasted = status !== null && isEnd(status) && before.durationSeconds === null;
    return {
      ...news,
      ...(lasted && Number.isInteger(seconds) && seconds >= 0 && { durationSeconds: seconds }),
      ...(recordingUrl && /^https?:\/\//.test(recordingUrl) && { recordingUrl: recordingUrl.slice(0, 2_000) }),
    };
  });
  // The bridge may have told the end before, or a process died between the end and its payment.
  if (!isEnd(call.status)) return;
  await chargeCall({ sql: scope.sql, credits: services.get(credits) }, key, call.durationSeconds ?? 0).catch(
    (error: Error) => services.log.warn({ err: error, callId }, 'the minutes of a call were not paid'),
  );
}
