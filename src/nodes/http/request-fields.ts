import { z } from 'zod';
import type { Capability } from '../../platform/access/capabilities.js';
import { numberField, optionalField, textField } from '../field-kinds.js';
import { rateField } from '../rate-field.js';
import { expectStatusField } from './expected-status.js';
import { paginationField } from './pagination-field.js';
import { sensitiveField } from './sensitive-paths.js';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const longestSeconds = 3_600;
const text = textField(z.string());
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/, 'must be the name of a header, of at most 200 characters');

const authType = <const Type extends string>(type: Type) => z.literal(type).describe('The type of the credentials.');

const auth = z.discriminatedUnion('type', [
  z.object({ type: authType('none') }),
  z.object({
    type: authType('basic'),
    username: text.describe('The user name.'),
    password: text.describe('The password.'),
  }),
  z.object({ type: authType('bearer'), token: text.describe('The token.') }),
  z.object({
    type: authType('header'),
    name: headerName.describe('The name of the header.'),
    value: text.describe('The value of the header.'),
  }),
  z.object({
    type: authType('connection'),
    connection: z
      .string()
      .min(1)
      .max(200)
      .describe(
        'The name or ID of a connection of the workspace, which is written out. Its credentials are added to the request.',
      ),
  }),
]);

/** The rights that the credentials of a request require. */
export function rightsOfAuth(auth: unknown): readonly Capability[] {
  const { type } = (auth ?? {}) as { type?: unknown };
  return type === 'connection' ? ['connections:use'] : [];
}

export const requestFields = z.object({
  method: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(methods))
    .describe('The HTTP method.'),
  url: z
    .string()
    .max(8_000)
    .refine(isWebAddress, 'must be an absolute URL that starts with http:// or https://')
    .describe(
      'An absolute HTTP or HTTPS URL. Private addresses are not allowed unless the operator lists them in `OUTBOUND_ALLOW`.',
    ),
  headers: optionalField(z.record(headerName, text.nullable())).describe(
    'The headers by name. A header with the value null is omitted.',
  ),
  query: optionalField(z.record(z.string(), z.union([text, z.array(text)]).nullable())).describe(
    'Query parameters by name, added to those of the URL. A list repeats the parameter; null omits it.',
  ),
  body: z.unknown().optional().describe('The body: any JSON value, the fields of a form, text, or a file.'),
  bodyType: optionalField(z.enum(['json', 'form', 'text', 'base64', 'file', 'multipart', 'none'])).describe(
    'The format of the body. Defaults to `json`, or to `text` if `body` is text that is not JSON. `base64` sends the bytes that a text in base64 stands for, for example of a file that another request received. `file` sends the bytes of a file; `multipart` a form, from an object whose values are texts, files, or lists of them. Files together have at most `FILE_MAX_MIB` (2 GiB), and are read while they are sent: set a `timeout` that suffices.',
  ),
  responseType: optionalField(z.enum(['auto', 'json', 'text', 'file'])).describe(
    'What becomes of the body of the response: `json` and `text` read it as such, whatever it says that it is; `file` stores it as a file of the execution, of at most `FILE_MAX_MIB` (2 GiB), while it arrives. Defaults to `auto`: by its media type.',
  ),
  auth: optionalField(auth).describe('The credentials. They are not sent to another site on a redirect.'),
  timeout: optionalField(numberField(z.number().positive().max(longestSeconds))).describe(
    'The timeout of the whole request, in seconds. Defaults to 30.',
  ),
  expectStatus: optionalField(expectStatusField).describe(
    'The statuses that count as success, for example `[200, 404]` or `"4xx"`. Defaults to 2xx and 3xx.',
  ),
  pagination: optionalField(paginationField).describe(
    'How to read the following pages of a list: all of them, as one list. `link` follows the URL that the server gives, `cursor` sends its cursor, `page` and `offset` count.',
  ),
  rate: optionalField(rateField).describe(
    'How many requests to the host may start in a time, in all executions of the workspace together. Each page and each attempt counts. The step waits for its turn, at most 24 hours.',
  ),
  sensitive: optionalField(sensitiveField),
});

export type RequestData = z.output<typeof requestFields>;

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}
