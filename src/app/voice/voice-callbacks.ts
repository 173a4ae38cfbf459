import type { RequestHandler } from 'express';
import { voiceCalls } from '../../features/crm/index.js';
import { updateRecord } from '../../features/records/index.js';
import {
  type CallKey,
  chargeCall,
  isEnd,
  isNews,
  readCallToken,
  statusOfProvider,
} from '../../features/voice/index.js';
import { AppError } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { sendError } from '../../rest/envelope.js';
import { readRaw } from '../../rest/request-body.js';
import { nameRoute } from '../../rest/request-facts.js';

const bodyAtMost = 64 * 1024;

/**
 * Where the telephony provider tells what becomes of a call that was placed here: `POST /voice/status?token=`, a form
 * as Twilio sends it. The token is part of the address that it was given. What comes late or twice changes nothing.
 */
export function voiceCallbacks(services: Services): RequestHandler {
  return (request, response) => {
    nameRoute(response, '/voice/status');
    const work = async () => {
      const { raw } = await readRaw(request, bodyAtMost);
      const token = typeof request.query.token === 'string' ? request.query.token : '';
      const key = readCallToken(services.settings.jwtSecret, token);
      if (!key) throw new AppError('INVALID_TOKEN', 'This address is not one that calls are told at.');
      await keepNews(services, key, new URLSearchParams(raw));
      response.statusCode = 204;
      response.end();
    };
    work().catch((error: unknown) => sendError(request, response, error));
  };
}

async function keepNews(services: Services, key: CallKey, told: URLSearchParams): Promise<void> {
  const { workspaceId, callId } = key;
  const sql = services.db.within(workspaceId);
  const scope = { workspaceId, sql, transaction: sql.transaction, services };
  const status = statusOfProvider(told.get('CallStatus') ?? '');
  const seconds = Number(told.get('CallDuration') ?? Number.NaN);
  const recordingUrl = told.get('RecordingUrl');
  let isOver = false;
  const call = await updateRecord(scope, voiceCalls, callId, (before) => {
    // Under the row's lock: of two that tell the end one is news.
    isOver = status !== null && isEnd(status) && isNews(before.status, status);
    return {
      ...(status && isNews(before.status, status) && { status }),
      ...(isOver && Number.isInteger(seconds) && seconds >= 0 && { durationSeconds: seconds }),
      ...(recordingUrl && /^https?:\/\//.test(recordingUrl) && { recordingUrl: recordingUrl.slice(0, 2_000) }),
    };
  });
  if (!isOver) return;
  const { credits } = services;
  await chargeCall({ sql, credits }, key, call.durationSeconds ?? 0).catch((error: Error) =>
    services.log.warn({ err: error, callId }, 'the minutes of a call were not paid'),
  );
}
