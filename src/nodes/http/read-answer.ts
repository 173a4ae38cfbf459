import type { OutboundResponse } from '../../platform/outbound/index.js';

/** The output of `http.request`. */
export interface AnswerOutput {
  status: number;
  headers: Record<string, string>;
  /** JSON as its value, text as text, anything else in base64; null when empty. */
  body: unknown;
  /** Set where `body` is in base64. */
  encoding?: 'base64';
}

const jsonType = /^(application|text)\/(json|[\w.+-]+\+json)$/;
const textType =
  /^text\/|^application\/([\w.+-]+\+)?(xml|yaml|x-yaml|javascript|x-ndjson|graphql|x-www-form-urlencoded)$/;

/** Decodes a response by its content type; without one, as text where it is valid UTF-8. */
export function readAnswer({ status, headers, body }: OutboundResponse): AnswerOutput {
  if (body.length === 0) return { status, headers, body: null };
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const mediaType = type.trim();
  if (jsonType.test(mediaType)) return { status, headers, body: jsonOrText(decodeText(body, parameters)) };
  if (textType.test(mediaType)) return { status, headers, body: decodeText(body, parameters) };
  const text = mediaType === '' ? utf8OrNull(body) : null;
  if (text !== null) return { status, headers, body: text };
  return { status, headers, body: Buffer.from(body).toString('base64'), encoding: 'base64' };
}

// A response that claims to be JSON but is not is returned as text.
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function decodeText(body: Uint8Array, parameters: string[]): string {
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean);
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function utf8OrNull(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
