import { createHash } from 'node:crypto';
import { storableJson } from '../../../../../platform/database/storable-json.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import { newId } from '../../../../../platform/new-id.js';
import type { Services } from '../../../../../platform/services.js';
import { type FoundTestCall, keepTestCall, type WebhookFlow } from '../../../flows/index.js';
import type { AddressTarget } from '../../run/step-address.js';
import type { Idempotency } from '../../store/new-execution.js';
import { withoutFiles } from '../listening/without-files.js';
import type { ReceivedFiles } from '../receive-files.js';
import { callAddress } from '../signals/call-address.js';
import { contentHash, idempotencyOf, sha256, startKeyed } from '../start-once.js';
import type { OpenForm } from './open-form.js';

/** What a visitor has sent, which was checked. */
export interface Submission {
  /** The values by the names of their fields. */
  fields: Record<string, unknown>;
  /** The same for the same files, which each request stores anew. */
  compared: unknown;
  received: ReceivedFiles | null;
  /** Identifies the page that was sent: the same from the same page counts once. */
  submissionId: string | null;
  /** The header `Idempotency-Key`. */
  key: string | null;
}

/**
 * Starts the flow of a form, keeps what was sent for a test, or continues its step. The same submission does so once.
 * @throws AppError GONE, QUOTA_EXCEEDED, PAYLOAD_TOO_LARGE for a test, CONFLICT for a key that was used for other values and for a flow that skips it, VALIDATION_FAILED for an invalid key
 */
export async function sendForm(services: Services, { workspaceId, of }: OpenForm, sent: Submission): Promise<void> {
  const data = { fields: sent.fields, submittedAt: services.now().toISOString() };
  try {
    if (of.kind === 'trigger') await startFlow(services, of.flow, data, sent);
    else if (of.kind === 'test') await keepSample(services, of.call, data, sent);
    else await continueStep(services, workspaceId, of.target, data, sent);
  } catch (error) {
    await sent.received?.discard();
    throw error;
  }
}

async function keepSample(
  services: Services,
  call: FoundTestCall,
  { fields, submittedAt }: { fields: Submission['fields']; submittedAt: string },
  { received }: Submission,
): Promise<void> {
  await keepTestCall(services, call, { fields: received ? withoutFiles(fields) : fields, submittedAt }, null);
  await received?.discard();
}

async function startFlow(
  services: Services,
  flow: WebhookFlow,
  triggerData: object,
  { received, ...sent }: Submission,
): Promise<void> {
  const { workspaceId, trigger } = flow;
  const start = {
    id: newId(),
    workspaceId,
    flow,
    trigger: 'form' as const,
    startNodeId: null,
    triggerNodeId: trigger.nodeId,
    triggerData,
  };
  await received?.name(start.id);
  const started = await startKeyed(services, start, repetitionOf(trigger.id, sent));
  if (started.skipped) throw new AppError('CONFLICT', 'Another form is being worked on. Send yours again later.');
  if (started.isRepeat) await received?.discard();
  // It was gathered: the files belong to the execution that will have them.
  else if (started.executionId !== start.id) await received?.name(started.executionId);
}

/** What makes a submission the same as another one of its form; null if nothing identifies it. */
function repetitionOf(
  triggerId: string,
  { compared, submissionId, key }: Omit<Submission, 'received'>,
): Idempotency | null {
  const content = ['form', triggerId, compared];
  if (key !== null) return idempotencyOf(key, content);
  if (submissionId === null) return null;
  const hash = contentHash(content);
  // No client sends such a key: none takes that of another visitor.
  return { key: `\u0001form:${sha256(`${submissionId} ${hash}`)}`, hash };
}

async function continueStep(
  services: Services,
  workspaceId: string,
  target: AddressTarget,
  data: Record<string, unknown>,
  { received, compared, submissionId, key }: Submission,
): Promise<void> {
  const id = submissionId ?? key;
  const hash =
    id === null
      ? null
      : createHash('sha256')
          .update(storableJson([id, compared]))
          .digest();
  const isFirst = await services.db.within(workspaceId).transaction(async (sql) => {
    const isAccepted = await callAddress(sql, target, { data, now: services.now(), hash });
    if (isAccepted) await received?.name(target.executionId, sql);
    return isAccepted;
  });
  if (!isFirst) await received?.discard();
}
