import { z } from 'zod';

/** Headers that the server sets, that only concern one connection, or that would affect other pages of its origin. */
const reserved =
  /^(connection|content-(encoding|length|security-policy(-report-only)?)|date|keep-alive|server|set-cookie2?|te|trailer|transfer-encoding|upgrade|via|www-authenticate|proxy-.*|access-control-.*|cross-origin-.*|origin-agent-cluster|clear-site-data|service-worker-allowed|sourcemap|strict-transport-security|public-key-pins.*|x-content-type-options|x-frame-options|alt-svc|nel|report-to|reporting-endpoints|sec-.*|x-request-id)$/i;

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'must be the name of a header, of at most 100 characters')
  .refine((name) => !reserved.test(name), 'is not allowed: the server sets it, or it would affect other pages');

// What Node accepts: a line break would begin another header.
const headerValue = z
  .string()
  .max(8_192)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are refused.
  .regex(/^[^\u0000-\u0008\u000a-\u001f\u007f\u0100-\uffff]*$/, 'must be one line of Latin-1 characters');

const headersAtMost = 50;

/** The headers of a response that a flow defines, by name. */
export const responseHeaders = <Value extends z.ZodType<string>>(fieldOf: (value: typeof headerValue) => Value) =>
  z
    .record(headerName, fieldOf(headerValue))
    .refine((headers) => Object.keys(headers).length <= headersAtMost, `must have at most ${headersAtMost} headers`);

/** Bytes of the body of a response that a flow defines. */
export const responseBytesAtMost = 1024 * 1024;

/** A response that a flow defines, as the output of its step. Nothing else is sent to a caller. */
export const webhookResponse = z.strictObject({
  response: z.strictObject({
    status: z.int().min(200).max(599),
    headers: responseHeaders((value) => value),
    body: z.string().nullable(),
  }),
});

export type WebhookResponse = z.infer<typeof webhookResponse>['response'];
