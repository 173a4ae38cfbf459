import { Readable } from 'node:stream';
import { type WebhookAuth, webhookResponse } from '../../../../nodes/index.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { ArrivingBody } from '../../../../platform/graphql/arriving-body.js';
import type { LeavingFile } from '../../../../platform/graphql/leaving-file.js';
import type { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import { newId } from '../../../../platform/new-id.js';
import type { Services } from '../../../../platform/services.js';
import { isFileBody, WebhookRequest } from '../../../../rest/webhook-request.js';
import { findFiles, openFile } from '../../files/index.js';
import { findFlowByToken, type WebhookFlow, webhookUrl } from '../../flows/index.js';
import type { WebhookAnswer } from '../store/execution-answer.object.js';
import { keepRequest, repeatedParts } from '../store/keep-request.js';
import { awaitEnd } from './await-end.js';
import { checkCaller, checksBody } from './check-caller.js';
import { type ReceivedFiles, receiveFiles } from './receive-files.js';
import { repetitionOf } from './repeated-call.js';
import { contentOf, startKeyed } from './start-once.js';
import { corsHeaders, preflightHeaders, requireAddress, requireMethod } from './webhook-access.js';
import { expectsSlack, replyToMeta, replyToSlack } from './webhook-replies.js';

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

/**
 * Runs the flow of a webhook token. Whether the caller may call is checked before the body is read. The verification
 * requests of senders and the preflights of browsers start nothing; the trigger of a paused flow answers them, too.
 * @param signal ends the wait for the result, not the execution
 * @throws AppError INVALID_TOKEN for an unknown token and for a wrong signature, FORBIDDEN, METHOD_NOT_ALLOWED, FLOW_PAUSED,
 *   BAD_REQUEST, CONFLICT
 */
export async function runWebhook(
  services: Services,
  { token, payload, request, key, ip, body }: WebhookCall,
  signal?: AbortSignal,
): Promise<SentAnswer> {
  if (token === '') {
    throw new AppError(
      'INVALID_TOKEN',
      'The webhook token is missing. Send it in the URL, as in /flows/run?token=…: the flow has it as webhookUrl.',
    );
  }
  const flow = await findFlowByToken(services, 'webhook', token);
  if (!flow) {
    throw new AppError(
      'INVALID_TOKEN',
      'The webhook token is not valid. It may have been regenerated: copy the current URL from the flow.',
    );
  }
  const call = { flow, token, payload, request: request && new WebhookRequest(request), key, body };
  const cors = corsHeaders(flow, call.request);
  try {
    requireAddress(flow, ip);
    const answer = (await replyTo(services, call, cors)) ?? (await runFlow(services, call, signal));
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

async function runFlow(services: Services, call: FlowCall, signal: AbortSignal | undefined): Promise<SentAnswer> {
  const { flow, token } = call;
  requireMethod(flow, call.request?.method ?? 'POST');
  const { request, files } = await withFiles(call);
  const proof = await checkCaller(services, flow, request, addressOf(services, token, request));
  if (files || !expectsSlack(flow)) requireActive(flow);
  if (files && request) {
    const received = await receiveFiles(services, flow.workspaceId, request, files);
    try {
      return await startFlow(services, { ...call, request, proof, triggerData: received.data, received }, signal);
    } catch (error) {
      await received.discard();
      throw error;
    }
  }
  const parse = (text: string) => services.json.parse(text, flow.workspaceId);
  const triggerData = request ? await request.data(parse) : (call.payload ?? {});
  const response = replyToSlack(flow, triggerData);
  if (response) return { response };
  requireActive(flow);
  return startFlow(services, { ...call, request, proof, triggerData, received: null }, signal);
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

/** A call whose caller was checked. */
type ReadCall = FlowCall & { proof: string | null; triggerData: unknown; received: ReceivedFiles | null };

async function startFlow(
  services: Services,
  { flow, token, request, key, proof, triggerData, received }: ReadCall,
  signal: AbortSignal | undefined,
): Promise<SentAnswer> {
  const { workspaceId } = flow;
  const { nodeId, config } = flow.trigger;
  const auth = config.auth as WebhookAuth | undefined;
  const kept = request && keepRequest(request, { token, auth, triggerData, hasFiles: received !== null });
  const start = {
    id: newId(),
    workspaceId,
    flow,
    trigger: 'webhook' as const,
    startNodeId: null,
    triggerNodeId: nodeId,
    triggerData,
    request: kept,
  };
  // Each call stores its files under new IDs: a repetition has the same bytes.
  const compared = received ? received.compared : triggerData;
  const content = [...contentOf({ ...start, triggerData: compared }), ...(kept ? repeatedParts(kept, compared) : [])];
  const repetition = repetitionOf(services, { flow, triggerData: compared, request, kept, proof, key, content });
  await received?.name(start.id);
  const started = await startKeyed(services, start, repetition);
  if (started.isRepeat || started.skipped) await received?.discard();
  // It was gathered: the files belong to the execution that will have them.
  else if (started.executionId !== start.id) await received?.name(started.executionId);
  if (config.responseMode !== 'result' || started.skipped) return started;
  const answer = await awaitAnswer(services, { workspaceId, executionId: started.executionId }, signal);
  const file = answer.response?.fileId && (await openResponse(services, workspaceId, answer.response.fileId));
  return { ...started, ...answer, ...(file && { file }) };
}

/** The bytes of a response. @throws AppError NOT_FOUND if the file was deleted since */
async function openResponse(services: Services, workspaceId: string, fileId: string): Promise<LeavingFile> {
  const file = (await findFiles(services.db.within(workspaceId), workspaceId, [fileId])).get(fileId);
  if (!file) throw new AppError('NOT_FOUND', 'The file of the response does not exist any more.');
  return { size: file.size, open: () => openFile(services, workspaceId, file) };
}

/** @throws AppError FLOW_PAUSED */
function requireActive({ isActive, trigger }: WebhookFlow): void {
  if (isActive && !trigger.isDisabled) return;
  if (isActive) throw new AppError('FLOW_PAUSED', 'The webhook is disabled in its flow. Enable its trigger.');
  throw new AppError('FLOW_PAUSED', 'The flow must be active to accept webhook calls, but it is paused. Activate it.');
}

/** What the flow responds with, or else how the execution ended. */
async function awaitAnswer(
  services: Services,
  key: { workspaceId: string; executionId: string },
  signal: AbortSignal | undefined,
): Promise<SentAnswer> {
  const { response, ...answer } = await awaitEnd(services, key, { signal, orResponse: true });
  // A node with `each` outputs a list.
  const own = webhookResponse.safeParse(response);
  if (own.success) return { response: own.data.response };
  return answer.status === 'running' ? {} : answer;
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
