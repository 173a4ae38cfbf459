import { type WebhookAuth, webhookResponse } from '../../../../nodes/index.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { LeavingFile } from '../../../../platform/graphql/leaving-file.js';
import { newId } from '../../../../platform/new-id.js';
import type { Services } from '../../../../platform/services.js';
import { findFiles, openFile } from '../../files/index.js';
import { findFlowByToken, isTestToken, type WebhookFlow } from '../../flows/index.js';
import { keepRequest, repeatedParts } from '../store/keep-request.js';
import { awaitEnd } from './await-end.js';
import { receiveTestWebhook } from './listening/receive-test-webhook.js';
import { type ReceivedFiles, receiveFiles } from './receive-files.js';
import { repetitionOf } from './repeated-call.js';
import { contentOf, startKeyed } from './start-once.js';
import { answerCall, type CheckedCall, dataOf, type SentAnswer, type WebhookCall } from './webhook-call.js';
import { expectsSlack, replyToSlack } from './webhook-replies.js';

/**
 * Runs the flow of a webhook token. Whether the caller may call is checked before the body is read. The verification
 * requests of senders and the preflights of browsers start nothing; the trigger of a paused flow answers them, too. The token of a
 * test call starts nothing either.
 * @param signal ends the wait for the result, not the execution
 * @throws AppError INVALID_TOKEN for an unknown token and for a wrong signature, FORBIDDEN, METHOD_NOT_ALLOWED, FLOW_PAUSED,
 *   BAD_REQUEST, CONFLICT, GONE for a test call that came
 */
export async function runWebhook(services: Services, call: WebhookCall, signal?: AbortSignal): Promise<SentAnswer> {
  const { token } = call;
  if (token === '') {
    throw new AppError(
      'INVALID_TOKEN',
      'The webhook token is missing. Send it in the URL, as in /flows/run?token=…: the flow has it as webhookUrl.',
    );
  }
  if (isTestToken(token)) return receiveTestWebhook(services, call);
  const flow = await findFlowByToken(services, 'webhook', token);
  if (!flow) {
    throw new AppError(
      'INVALID_TOKEN',
      'The webhook token is not valid. It may have been regenerated: copy the current URL from the flow.',
    );
  }
  return answerCall(services, flow, call, (checked) => runFlow(services, checked, signal));
}

async function runFlow(services: Services, call: CheckedCall, signal: AbortSignal | undefined): Promise<SentAnswer> {
  const { flow, request, files } = call;
  if (files || !expectsSlack(flow)) requireActive(flow);
  if (files && request) {
    const received = await receiveFiles(services, flow.workspaceId, request, files);
    try {
      return await startFlow(services, { ...call, triggerData: received.data, received }, signal);
    } catch (error) {
      await received.discard();
      throw error;
    }
  }
  const triggerData = await dataOf(services, call);
  const response = replyToSlack(flow, triggerData);
  if (response) return { response };
  requireActive(flow);
  return startFlow(services, { ...call, triggerData, received: null }, signal);
}

/** A call whose data were read. */
type ReadCall = CheckedCall & { triggerData: unknown; received: ReceivedFiles | null };

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
