import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { messageText, numberField, optionalField, textField } from '../field-kinds.js';
import { responseBytesAtMost, responseHeaders, type WebhookResponse } from './response.js';

const bodies = ['text', 'json', 'html', 'redirect'] as const;
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
  })
  .refine((data) => bodies.filter((name) => data[name] != null).length <= 1, {
    path: ['text'],
    message: 'must not be set together with json, html or redirect; only one of them is allowed',
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
  filled: { text: 'value', json: 'path', html: 'value', redirect: 'value' },
  sourceHandles: ['out'],
  effects: false,
  sample: { response: { status: 200, headers: {}, body: null } },
  example: { status: 201, json: { received: '{{triggerData.orderId}}' } },
  output: '`response` with `status`, `headers` and `body`, as the caller gets it.',
  exampleRun: { triggerData: { orderId: 'A-1001' } },
  run: ({ data, log, isFirst }) => {
    const response = responseOf(data);
    if (Buffer.byteLength(response.body ?? '') > responseBytesAtMost) {
      const message = `The body must have at most ${responseBytesAtMost} bytes. Send less, or the address of a file.`;
      return { kind: 'failed', error: { code: 'FIELD_INVALID', message }, retryable: false };
    }
    if (!isFirst) log('warn', 'The execution has responded before. This response is not sent.');
    return { kind: 'done', output: { response } };
  },
});

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
