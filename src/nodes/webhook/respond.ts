import { z } from 'zod';
import type { FileFacts } from '../../engine/file-value.js';
import { dispositionOf } from '../../platform/content-disposition.js';
import { defineNode } from '../define-node.js';
import { messageText, numberField, optionalField, textField } from '../field-kinds.js';
import { fileFailure } from '../file/file-failure.js';
import { fileField } from '../file/file-field.js';
import { fileTypeOf, responseBytesAtMost, responseHeaders, type WebhookResponse } from './response.js';

const bodies = ['text', 'json', 'html', 'redirect', 'file'] as const;
const withoutBody = [204, 205, 304];

const fields = z
  .object({
    status: optionalField(numberField(z.int().min(200).max(599))).describe(
      'The HTTP status. Defaults to 200, with `redirect` to 302.',
    ),
    headers: optionalField(responseHeaders(textField)).describe(
      'The headers, by name: `content-type` of text, HTML, JSON, CSV, XML, PDF and images, `cache-control`, `content-disposition`, `content-language`, `etag`, `last-modified`, `expires`, `location`, `retry-after`, and names that begin with `x-`, but not those that command a proxy or a browser.',
    ),
    text: optionalField(messageText({ max: responseBytesAtMost })).describe('The body as plain text.'),
    json: z.unknown().optional().describe('The body as a JSON value, also null.'),
    html: optionalField(messageText({ max: responseBytesAtMost })).describe(
      'The body as a page. Browsers show it in a sandbox, so that it cannot act as the user of another page.',
    ),
    redirect: optionalField(z.url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })).describe(
      'The URL to which the caller is sent.',
    ),
    file: optionalField(fileField).describe(
      'The file that is the body, as another step outputs it, of any size. Browsers save it under its name, unless `headers` has a `content-disposition`.',
    ),
  })
  .refine((data) => bodies.filter((name) => data[name] != null).length <= 1, {
    path: ['text'],
    message: 'must not be set together with json, html, redirect or file; only one of them is allowed',
  })
  .refine(({ redirect, status = 302 }) => redirect === undefined || [301, 302, 303, 307, 308].includes(status), {
    path: ['status'],
    message: 'must be one of: 301, 302, 303, 307, 308, because redirect is set',
  });

type Fields = z.output<typeof fields>;

const mediaTypes = { text: 'text/plain', json: 'application/json', html: 'text/html' } as const;

export const respondNode = defineNode({
  type: 'webhook.respond',
  title: 'Respond to webhook',
  category: 'webhook',
  capability: null,
  description:
    'Defines the HTTP response for the caller of a webhook with `responseMode: "result"`, who gets it at once. The execution continues. Only the first response of an execution is sent.',
  fields,
  html: { html: () => true },
  filled: { text: 'value', json: 'path', html: 'value', redirect: 'value', file: 'value' },
  reads: ({ file }) => (file ? ['files:read'] : []),
  sourceHandles: ['out'],
  effects: false,
  sample: { response: { status: 200, headers: {}, body: null } },
  example: { status: 201, json: { received: '{{triggerData.orderId}}' } },
  output: '`response` with `status`, `headers` and `body`, as the caller gets it, and `fileId` if the body is a file.',
  errors: ['FILE_MISSING'],
  exampleRun: { triggerData: { orderId: 'A-1001' } },
  run: async ({ data, log, isFirst, ports }) => {
    let file: FileFacts | null;
    try {
      file = data.file === undefined ? null : await ports.files.find(data.file);
    } catch (error) {
      return fileFailure(error);
    }
    const response = file ? fileResponse(data, file) : responseOf(data);
    if (Buffer.byteLength(response.body ?? '') > responseBytesAtMost) {
      const message = `The body must have at most ${responseBytesAtMost} bytes. Send less, or the address of a file.`;
      return { kind: 'failed', error: { code: 'FIELD_INVALID', message }, retryable: false };
    }
    if (!isFirst) log('warn', 'The execution has responded before. This response is not sent.');
    return { kind: 'done', output: { response } };
  },
});

function fileResponse({ status, headers = {} }: Fields, { id, name, mimeType }: FileFacts): WebhookResponse {
  const own = Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]));
  const described = { 'content-type': fileTypeOf(mimeType), 'content-disposition': dispositionOf(name) };
  return { status: status ?? 200, headers: { ...described, ...own }, body: null, fileId: id };
}

function responseOf({ status, headers = {}, text, json, html, redirect }: Fields): WebhookResponse {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (redirect !== undefined) {
    return { status: status ?? 302, headers: { ...own, location: new URL(redirect).href }, body: null };
  }
  const kind = text !== undefined ? 'text' : html !== undefined ? 'html' : json !== undefined ? 'json' : null;
  if (kind === null || withoutBody.includes(status ?? 200)) return { status: status ?? 200, headers: own, body: null };
  const body = kind === 'json' ? JSON.stringify(json) : (text ?? html ?? '');
  const type = { 'content-type': `${mediaTypes[kind]}; charset=utf-8` };
  return { status: status ?? 200, headers: { ...type, ...own }, body };
}
