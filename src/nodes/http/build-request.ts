import { fileIdOf } from '../file/file-field.js';
import type { NodeRequest } from '../node-request.js';
import type { RequestData } from './request-fields.js';

interface WrittenBody {
  contentType: string;
  content: string | Buffer;
}

/**
 * Converts the node's fields to a request; null where `body` does not match `bodyType`.
 * @param recorded the same fields as records show them, by which this is decided
 */
export function buildRequest(
  data: RequestData,
  recorded: RequestData,
  idempotencyKey: string,
): (NodeRequest & { url: string }) | null {
  const written = writeBody(data, recorded);
  if (written === 'unreadable') return null;
  const headers: Record<string, string> = { 'idempotency-key': headerText(idempotencyKey) };
  if (written) headers['content-type'] = written.contentType;
  for (const [name, value] of Object.entries(data.headers ?? {})) {
    if (value !== null) headers[name.toLowerCase()] = value;
  }
  const credential = writeAuth(data.auth);
  if (credential) headers[credential.name] = credential.value;
  return {
    url: withQuery(data.url, data.query),
    method: data.method,
    headers,
    ...(written ? { body: written.content } : {}),
    ...(data.timeout === undefined ? {} : { timeoutMs: data.timeout * 1000 }),
    ...(data.auth?.type === 'connection' ? { connection: data.auth.connection } : {}),
    ...(credential ? { secretHeaders: [credential.name] } : {}),
  };
}

function writeBody({ body, bodyType }: RequestData, { body: shown }: RequestData): WrittenBody | null | 'unreadable' {
  if (body === undefined || body === null || bodyType === 'none') return null;
  if (bodyType === 'form') return writeForm(body);
  // Their bytes are read later.
  if (bodyType === 'file') return fileIdOf(body) ? null : 'unreadable';
  if (bodyType === 'multipart') return isObject(body) ? null : 'unreadable';
  // A mask is not base64, so a secret is refused here, whether it is base64 or not.
  if (bodyType === 'base64') return writeBytes(body, shown);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (bodyType === 'text') return { contentType: 'text/plain; charset=utf-8', content: text };
  // Text in a JSON body is JSON that the author wrote, with expressions inserted.
  if (typeof body !== 'string' || isJson(String(shown))) return { contentType: 'application/json', content: text };
  return bodyType === 'json' ? 'unreadable' : { contentType: 'text/plain; charset=utf-8', content: text };
}

const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body);

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

function writeBytes(body: unknown, shown: unknown): WrittenBody | 'unreadable' {
  const text = typeof shown === 'string' ? shown.replace(/\s+/g, '') : '';
  if (text === '' || !base64.test(text)) return 'unreadable';
  return { contentType: 'application/octet-stream', content: Buffer.from(String(body), 'base64') };
}

function writeForm(body: unknown): WrittenBody | 'unreadable' {
  const contentType = 'application/x-www-form-urlencoded';
  if (typeof body === 'string') return { contentType, content: body };
  if (typeof body !== 'object' || Array.isArray(body)) return 'unreadable';
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body as object)) {
    for (const item of [value].flat()) {
      if (item !== null && item !== undefined) form.append(name, scalarText(item));
    }
  }
  return { contentType, content: form.toString() };
}

function writeAuth(auth: RequestData['auth']): { name: string; value: string } | null {
  switch (auth?.type) {
    case 'basic': {
      const pair = Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
      return { name: 'authorization', value: `Basic ${pair}` };
    }
    case 'bearer':
      return { name: 'authorization', value: `Bearer ${auth.token}` };
    case 'header':
      return { name: auth.name.toLowerCase(), value: auth.value };
    default:
      return null;
  }
}

function withQuery(address: string, query: RequestData['query']): string {
  if (!query) return address;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) {
      if (item !== null) url.searchParams.append(name, item);
    }
  }
  return url.href;
}

// Node IDs can contain any character, headers cannot.
function headerText(text: string): string {
  return /^[\x21-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}

function scalarText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
