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

type ParseJson = (text: string) => Promise<unknown>;

const jsonType = /^(application|text)\/(json|[\w.+-]+\+json)$/;
const textType =
  /^text\/|^application\/([\w.+-]+\+)?(xml|yaml|x-yaml|javascript|x-ndjson|graphql|x-www-form-urlencoded)$/;

/** Decodes a response by its content type; without one, as text where it is valid UTF-8. */
export async function readAnswer(
  { status, headers, body }: Pick<OutboundResponse, 'status' | 'headers' | 'body'>,
  parseJson: ParseJson,
  as: 'auto' | 'json' | 'text' = 'auto',
): Promise<AnswerOutput> {
  if (body.length === 0) return { status, headers, body: null };
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const mediaType = type.trim();
  if (as === 'text') return { status, headers, body: decodeText(body, parameters) };
  if (as === 'json' || jsonType.test(mediaType))
    return { status, headers, body: await jsonOrText(decodeText(body, parameters), parseJson) };
  if (textType.test(mediaType)) return { status, headers, body: decodeText(body, parameters) };
  const text = mediaType === '' ? utf8OrNull(body) : null;
  if (text !== null) return { status, headers, body: text };
  return { status, headers, body: Buffer.from(body).toString('base64'), encoding: 'base64' };
}

// A response that claims to be JSON but is not, or is too complex, is returned as text.
async function jsonOrText(text: string, parseJson: ParseJson): Promise<unknown> {
  try {
    return await parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
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
