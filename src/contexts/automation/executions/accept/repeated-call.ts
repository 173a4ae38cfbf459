import {
  ExpressionError,
  ExpressionSyntaxError,
  metered,
  resolveFields,
  WorkLimitError,
  WorkMeter,
  workOfTrigger,
} from '../../../../engine/index.js';
import type { WebhookAuth } from '../../../../nodes/index.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import type { Services } from '../../../../platform/services.js';
import type { WebhookRequest } from '../../../../rest/webhook-request.js';
import type { WebhookFlow } from '../../flows/index.js';
import type { KeptRequest } from '../store/keep-request.js';
import type { Idempotency } from '../store/new-execution.js';
import { contentHash, idempotencyOf, sha256 } from './start-once.js';

/** A call whose caller was checked. */
export interface CheckedCall {
  flow: WebhookFlow;
  triggerData: unknown;
  request: WebhookRequest | null;
  kept: KeptRequest | null;
  /** What the check of the caller returned: the ID of the call, or its signature. */
  proof: string | null;
  /** The header `Idempotency-Key`. */
  key: string | null;
  /** What a repetition must have in common with the first for a key that nobody signed. */
  content: readonly unknown[];
}

/**
 * What a repetition of a call has in common with it: the value of `dedupeKey`, the ID of the sender's event, or else the
 * key of the caller. Null if a repetition looks like any other call.
 * @throws AppError VALIDATION_FAILED for an invalid key
 */
export function repetitionOf(services: Pick<Services, 'now' | 'log'>, call: CheckedCall): Idempotency | null {
  const { dedupeKey, auth } = call.flow.trigger.config as { dedupeKey?: unknown; auth?: WebhookAuth };
  const byCaller = () => (call.key === null ? null : idempotencyOf(call.key, call.content));
  if (typeof dedupeKey === 'string') {
    const value = dedupeValue(services, call, dedupeKey);
    return value === null ? byCaller() : sameEvent('dedupe', value);
  }
  if (!auth || call.proof === null) return byCaller();
  // The ID of a delivery is not signed: only with the same body it is the same one.
  if (auth.type === 'github') return eventKey(auth.type, call.proof, call.content);
  const event = eventIds[auth.type]?.(call.triggerData, call.request);
  return sameEvent(auth.type, event ?? call.proof);
}

/** Attempts of one event differ: in their signature, and in what their sender counts in the body. */
function sameEvent(kind: string, id: string): Idempotency {
  return eventKey(kind, id, [kind, id]);
}

/** A key that no client can send: none takes that of an event which has yet to come. */
function eventKey(kind: string, id: string, content: readonly unknown[]): Idempotency {
  return { key: `\u0001event:${sha256(`${kind} ${id}`)}`, hash: contentHash(content) };
}

type EventId = (triggerData: unknown, request: WebhookRequest | null) => string | null;

/** The ID of the event in what a sender signs; null if it contains none. */
const eventIds: Partial<Record<WebhookAuth['type'], EventId>> = {
  stripe: (body) => idAt(body, 'id'),
  slack: (body) => idAt(body, 'event_id'),
  twilio: (body, request) => request && twilioEvent(request.isForm ? body : request.query, request),
};

/** What Twilio adds to an attempt, or measures anew. */
const ofAttempt = new Set(['ErrorCode', 'ErrorUrl', 'RawDlrDoneDate', 'Timestamp']);

/**
 * One ID stands for a message or a call, of which many events come, of kinds that Twilio adds to. So all else in a request
 * distinguishes it. Its token, which is not signed, distinguishes what is the same twice, as a digit that is pressed again.
 */
function twilioEvent(fields: unknown, request: WebhookRequest): string | null {
  const isKnown = ['MessageSid', 'SmsSid', 'CallSid'].some((name) => idAt(fields, name) !== null);
  if (!isKnown) return null;
  const given = Object.entries(fields as object).filter(([name]) => !ofAttempt.has(name));
  const { path, isForm, input } = request;
  const token = request.header('i-twilio-idempotency-token') ?? null;
  return storableJson([
    token,
    path,
    isForm ? input.query : null,
    given.sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}

function idAt(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  const id = (value as Record<string, unknown>)[name];
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The value of `dedupeKey` for a call. Null if it has none: an event must not be lost because nothing identifies it. */
function dedupeValue({ now, log }: Pick<Services, 'now' | 'log'>, call: CheckedCall, dedupeKey: string): string | null {
  const { flow, triggerData, request, kept } = call;
  const { workspaceId, id, name } = flow;
  // Redacted headers would make different calls the same.
  const whole = kept && request && { ...kept, headers: Object.fromEntries(request.headers) };
  const scope = { triggerData, request: whole, flow: { id, name }, workspace: { id: workspaceId }, now: now() };
  try {
    const resolved = metered(new WorkMeter(workOfTrigger.flow), () => resolveFields({ dedupeKey }, scope));
    const value: unknown = resolved.value.dedupeKey;
    // Of a text with a part that has no value, the rest may be the same for every call.
    if (value === null || value === '' || resolved.missing.length > 0) return null;
    // Of integers that JSON cannot hold exactly, several are read as the same one.
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) return null;
    return typeof value === 'string' ? value : storableJson(sorted(value));
  } catch (error) {
    if (!isUnevaluable(error)) throw error;
    log.warn({ workspaceId, flowId: id, err: error }, 'dedupeKey of a webhook could not be evaluated');
    return null;
  }
}

/** A value with the keys of its objects in order: equal values are the same text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

function isUnevaluable(error: unknown): boolean {
  return [ExpressionError, ExpressionSyntaxError, WorkLimitError].some((kind) => error instanceof kind);
}
