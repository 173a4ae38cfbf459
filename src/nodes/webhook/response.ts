import { z } from 'zod';

/** Headers that a flow may set. All others could act for the host, for a proxy before it, or on other pages of its origin. */
const allowed = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-language',
  'etag',
  'last-modified',
  'expires',
  'location',
  'retry-after',
] as const;

/** Names with `x-` by which proxies and browsers are commanded, or that the server sets. */
const commanding =
  /^x-(accel|sendfile|reproxy|litespeed|lighttpd|forwarded|original|rewrite|proxy|http-method|envoy|real-ip|permitted-cross-domain-policies|content-type-options|frame-options|xss-protection|dns-prefetch-control|download-options|ua-compatible|sourcemap|request-id)/i;

function isAllowed(name: string): boolean {
  const lower = name.toLowerCase();
  return allowed.some((one) => one === lower) || (lower.startsWith('x-') && !commanding.test(lower));
}

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'must be the name of a header, of at most 100 characters')
  .refine(isAllowed, `is not allowed; accepted are ${allowed.join(', ')}, and names that begin with x-`);

/** Documents, data and images. A script or a style sheet from this origin would be trusted by its pages. */
const acceptedType =
  /^\s*(text\/(plain|html|csv|xml|markdown|calendar|vcard|tab-separated-values)|application\/(json|([\w.-]+\+)json|xml|(atom|rss|soap)\+xml|pdf)|image\/[\w.+-]+)\s*(;\s*[\w-]+=("[^"\\]*"|[\w.+/-]+)\s*)*$/i;

/** Types of files that no browser runs or renders as a part of a page. */
const inertType =
  /^((audio|video|font)\/[\w.+-]+|application\/(octet-stream|zip|gzip|x-tar|x-7z-compressed|msword|rtf|vnd\.[\w.+-]+))$/;

/** The media type with which a file is sent: its own, or that of any bytes for one that must not come from this origin. */
export function fileTypeOf(mimeType: string): string {
  return acceptedType.test(mimeType) || inertType.test(mimeType) ? mimeType : 'application/octet-stream';
}

// What Node accepts: a line break would begin another header.
const headerValue = z
  .string()
  .max(8_192)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are refused.
  .regex(/^[^\u0000-\u0008\u000a-\u001f\u007f\u0100-\uffff]*$/, 'must be one line of Latin-1 characters');

const headersAtMost = 50;

const isAcceptedType = (type: string) => acceptedType.test(type) || inertType.test(type);

/** The headers of a response that a flow defines, by name. */
export const responseHeaders = <Value extends z.ZodType<string>>(fieldOf: (value: typeof headerValue) => Value) =>
  z
    .record(headerName, fieldOf(headerValue))
    .refine((headers) => Object.keys(headers).length <= headersAtMost, `must have at most ${headersAtMost} headers`)
    .superRefine((headers, context) => {
      for (const [name, value] of Object.entries(headers)) {
        if (name.toLowerCase() !== 'content-type' || isAcceptedType(String(value))) continue;
        const message =
          'must be a type of text, HTML, JSON, CSV, XML, PDF, an image or another file, for example text/csv';
        context.addIssue({ code: 'custom', path: [name], message });
      }
    });

/** Bytes of the body of a response that a flow defines. */
export const responseBytesAtMost = 1024 * 1024;

/** A response that a flow defines, as the output of its step. Nothing else is sent to a caller. */
export const webhookResponse = z.strictObject({
  response: z.strictObject({
    status: z.int().min(200).max(599),
    headers: responseHeaders((value) => value),
    body: z.string().nullable(),
    /** The file that is the body. */
    fileId: z.uuid().optional(),
  }),
});

export type WebhookResponse = z.infer<typeof webhookResponse>['response'];
