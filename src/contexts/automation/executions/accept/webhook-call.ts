import { Readable } from 'node:stream';
import { AppError } from '../../../../platform/errors/errors.js';
import type { ArrivingBody } from '../../../../platform/graphql/arriving-body.js';
import type { LeavingFile } from '../../../../platform/graphql/leaving-file.js';
import type { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import type { Services } from '../../../../platform/services.js';
import { isFileBody, WebhookRequest } from '../../../../rest/webhook-request.js';
import { type WebhookFlow, webhookUrl } from '../../flows/index.js';
import type { WebhookAnswer } from '../store/execution-answer.object.js';
import { checkCaller, checksBody } from './check-caller.js';
import { corsHeaders, preflightHeaders, requireAddress, requireMethod } from './webhook-access.js';
import { replyToMeta } from './webhook-replies.js';

/** Bytes of a body that is read whole. */
export const webhookBodyAtMost = 5 * 1024 * 1024;

/** A call of a webhook: its data as a value, or the request that contains it. */
export interface WebhookCall {
  token: string;
  payload: unknown;
  request: WebhookRequestInput | null;
  /** The header `Idempotency-Key`. */
  key: string | null;
  /** The address of the caller; absent for the server itself. */
  ip: string | undefined;
  /** The body, if it is to be read while it arrives: a form with files, or a file. */
  body: ArrivingBody | undefined;
}

/** The answer to a call. */
export interface SentAnswer extends WebhookAnswer {
  /** The body of its response, if that is a file. */
  file?: LeavingFile;
}

/** A call of a known webhook, from an address that it allows. */
interface FlowCall {
  flow: WebhookFlow;
  token: string;
  payload: unknown;
  request: WebhookRequest | null;
  key: string | null;
  body: ArrivingBody | undefined;
}

/** A call of which its sender was checked. */
export interface CheckedCall extends FlowCall {
  /** The ID of the call, or its signature; null if neither identifies it. */
  proof: string | null;
  /** Opens a body that has files; null for any other. */
  files: (() => Readable) | null;
}

/**
 * Answers a call as its trigger says: an address or a method that is not allowed is refused, preflights of browsers and verification
 * requests are answered, and what else comes is performed once its sender was checked.
 * @throws AppError FORBIDDEN, METHOD_NOT_ALLOWED, INVALID_TOKEN, and what `perform` throws, with the CORS headers of the trigger
 */
export async function answerCall(
  services: Services,
  flow: WebhookFlow,
  { token, payload, request, key, ip, body }: WebhookCall,
  perform: (call: CheckedCall) => Promise<SentAnswer>,
): Promise<SentAnswer> {
  const call = { flow, token, payload, request: request && new WebhookRequest(request), key, body };
  const cors = corsHeaders(flow, call.request);
  try {
    requireAddress(flow, ip);
    const answer = (await replyTo(services, call, cors)) ?? (await perform(await checked(services, call)));
    return withHeaders(answer, cors);
  } catch (error) {
    // Pages can read errors, too.
    throw error instanceof AppError ? error.with(cors) : error;
  }
}

/** The answer to a request that comes before the calls of a webhook; null for a call. */
async function replyTo(
  services: Services,
  { flow, request }: FlowCall,
  cors: Readonly<Record<string, string>>,
): Promise<WebhookAnswer | null> {
  if (!request) return null;
  if (request.method === 'OPTIONS') {
    return { response: { status: 204, headers: preflightHeaders(flow, request, cors), body: null } };
  }
  const response = await replyToMeta(services, flow, request);
  return response && { response };
}

async function checked(services: Services, call: FlowCall): Promise<CheckedCall> {
  const { flow, token } = call;
  requireMethod(flow, call.request?.method ?? 'POST');
  const { request, files } = await withFiles(call);
  const proof = await checkCaller(services, flow, request, addressOf(services, token, request));
  return { ...call, request, files, proof };
}

/** The data of a call without files. @throws AppError BAD_REQUEST, UNSUPPORTED_MEDIA_TYPE */
export async function dataOf(
  { json }: Pick<Services, 'json'>,
  { flow, request, payload }: CheckedCall,
): Promise<unknown> {
  return request ? await request.data((text) => json.parse(text, flow.workspaceId)) : (payload ?? {});
}

/** The request of a call, with the body that a signature is of, and what opens a body with files. */
async function withFiles({ flow, request, body }: FlowCall): Promise<{
  request: WebhookRequest | null;
  files: (() => Readable) | null;
}> {
  if (!request || !isFileBody(request.header('content-type') ?? '')) return { request, files: null };
  if (body && !checksBody(flow)) return { request, files: body.open };
  const bytes = body ? await body.whole(webhookBodyAtMost) : request.bytes;
  if (bytes.length === 0) return { request, files: null };
  const whole = body ? { ...request.input, body: bytes.toString('base64'), base64: true } : request.input;
  return { request: new WebhookRequest(whole), files: () => Readable.from([bytes], { objectMode: false }) };
}

function withHeaders(answer: WebhookAnswer, more: Readonly<Record<string, string>>): WebhookAnswer {
  if (Object.keys(more).length === 0) return answer;
  const { response } = answer;
  return { ...answer, response: { ...response, headers: { ...response?.headers, ...more } } };
}

/** The URL that was called, which some senders sign. */
function addressOf({ settings }: Services, token: string, request: WebhookRequest | null): string {
  const address = webhookUrl(settings.webhookOrigin, token);
  if (!request?.input.query) return address;
  const [base = ''] = address.split('?');
  return `${base}${request.path && `/${encodeURI(request.path)}`}?${request.input.query}`;
}
