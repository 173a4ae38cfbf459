import { isPlainSecret, redactionMark } from '../../../../engine/index.js';
import type { WebhookAuth } from '../../../../nodes/index.js';
import type { WebhookRequest } from '../../../../rest/webhook-request.js';

/** The HTTP request of a webhook call, as expressions read it in `request`. */
export interface KeptRequest {
  method: string;
  /** What follows `/flows/run/`; may be empty. */
  path: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** Repeated parameters are lists. */
  query: Record<string, string | string[]>;
  /** The body as it was sent; in base64 if it is not text in UTF-8. Null for files, and for a long one that the trigger data has already. */
  rawBody: string | null;
  contentType: string | null;
}

/** Names of headers whose values are credentials. Signatures and names of events are none. */
const credentialName =
  /(^|[-_])(authorization|auth|cookie2?|credentials?|jwt|apikey|(access|api|app|auth|client|functions|private|secret|shared|subscription)[-_]?key|passwd|password|secret|session|token)([-_]|$)/i;

/** Characters of a body that is kept beside the trigger data: longer ones would be stored twice. */
const bodyAtMost = 64 * 1024;

/** Whose call is kept, and what was read from its body. */
export interface WebhookCaller {
  token: string;
  auth: WebhookAuth | undefined;
  triggerData: unknown;
  /** Whether the body is a form with files, or a file. */
  hasFiles: boolean;
}

/** A request without its token, and with the values of headers redacted that are or look like secrets. */
export function keepRequest(
  { method, path, headers, query, input }: WebhookRequest,
  { token, auth, triggerData, hasFiles }: WebhookCaller,
): KeptRequest {
  const { token: _, ...parameters } = query;
  const hidden = (text: string) => text.replaceAll(token, redactionMark);
  const ofAuth = auth?.type === 'header' ? auth.header.toLowerCase() : null;
  const shown = ([name, value]: [string, string]): [string, string] => {
    const isSecret = name === ofAuth || credentialName.test(name) || isPlainSecret(name, value);
    // Proxies repeat the URL in headers of their own.
    return [name, isSecret ? redactionMark : hidden(value)];
  };
  return {
    method,
    path: hidden(path),
    headers: Object.fromEntries([...headers].map(shown)),
    query: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(hidden) : hidden(value),
      ]),
    ),
    rawBody: hasFiles || (isRead(triggerData) && (input.body?.length ?? 0) > bodyAtMost) ? null : (input.body ?? ''),
    contentType: headers.get('content-type') ?? null,
  };
}

/**
 * What a repeated call must have in common with the first besides its trigger data. Headers may differ: they contain times
 * and trace IDs.
 */
export function repeatedParts({ method, path, query, rawBody }: KeptRequest, triggerData: unknown): unknown[] {
  return [method, path, query, isRead(triggerData) ? null : rawBody];
}

/** Whether something of the body is in the trigger data, which is an empty object otherwise. */
function isRead(triggerData: unknown): boolean {
  if (typeof triggerData !== 'object' || triggerData === null) return true;
  // Without listing the keys: there may be hundreds of thousands.
  for (const key in triggerData) if (Object.hasOwn(triggerData, key)) return true;
  return false;
}
