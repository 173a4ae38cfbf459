import { histogram } from '../../../platform/metrics/index.js';
import { type Outbound, OutboundError, type OutboundResponse, retryAfterMs } from '../../../platform/outbound/index.js';
import type { DueDelivery } from './claim-webhooks.js';
import type { WebhookAttempt, WebhookRequest, WebhookResponse } from './webhook-delivery.object.js';
import { signedHeaders } from './webhook-secret.js';

/**
 * The most milliseconds of an attempt, and bytes of a response. The status alone decides, so a body that is longer or does not
 * end is cut.
 */
const limits = { timeoutMs: 15_000, maxBytes: 64 * 1024, partialBody: 'return' } as const;
const shownCharacters = 2_048;
const shownHeaders = ['content-type', 'content-length', 'date', 'location', 'retry-after', 'server', 'x-request-id'];
const longestHeader = 1_000;
/** The statuses with which a receiver can ask for a pause. */
const pausing = [429, 503];

const attemptSeconds = histogram(
  'webhook_attempt_duration_seconds',
  'Duration of attempts to deliver an event to a webhook, by outcome: `delivered` or `failed`.',
  [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  ['outcome'],
);

/** The result of an attempt. */
export interface SentAttempt {
  attempt: WebhookAttempt;
  request: WebhookRequest;
  response: WebhookResponse | null;
  /** For how many milliseconds the receiver asked to send nothing; null if it did not. */
  pauseMs: number | null;
}

export interface SendOptions {
  outbound: Outbound;
  now: () => Date;
  url: string;
  secrets: readonly string[];
  signal: AbortSignal;
}

/**
 * Sends a delivery once. Any status from 200 to 299 is a success; a redirect is a failure, because it would send the event
 * where nobody asked for it.
 * @throws the signal's reason if it was aborted
 */
export async function sendDelivery(
  { eventId, body }: DueDelivery,
  { outbound, now, url, secrets, signal }: SendOptions,
): Promise<SentAttempt> {
  const startedAt = now();
  const began = performance.now();
  const timestamp = Math.floor(startedAt.getTime() / 1_000);
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(secrets, { id: eventId, timestamp, body }),
  };
  const request: WebhookRequest = { url, headers };
  const ended = (status: number | null, error: string | null): WebhookAttempt => {
    const durationMs = Math.round(performance.now() - began);
    attemptSeconds.observe({ outcome: error === null ? 'delivered' : 'failed' }, durationMs / 1_000);
    return { startedAt: startedAt.toISOString(), durationMs, status, error };
  };
  try {
    const response = await outbound.fetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
      redirects: 'return',
      ...limits,
    });
    const { status } = response;
    const pauseMs = pausing.includes(status) ? retryAfterMs(response.headers['retry-after'], now()) : null;
    return { attempt: ended(status, failureOf(status)), request, response: shownResponse(response, secrets), pauseMs };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { attempt: ended(null, `${error.code}: ${error.message}`), request, response: null, pauseMs: null };
  }
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The response has the status ${status}. Redirects are not followed: use the final URL.`;
  return `The response has the status ${status}; it must have one from 200 to 299.`;
}

function shownResponse(
  { status, headers, body, isPartial }: OutboundResponse,
  secrets: readonly string[],
): WebhookResponse {
  const redact = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '********'), text);
  const shown = shownHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, redact(value).slice(0, longestHeader)]];
  });
  const text = redact(Buffer.from(body).toString('utf8'));
  const isCut = isPartial || text.length > shownCharacters;
  return { status, headers: Object.fromEntries(shown), body: text.slice(0, shownCharacters), truncated: isCut };
}
