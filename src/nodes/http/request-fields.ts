import { z } from 'zod';
import { numberField, optionalField, textField } from '../field-kinds.js';
import { expectStatusField } from './expected-status.js';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const longestSeconds = 3_600;
const text = textField(z.string());
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/, 'Give the name of a header.');

const auth = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('basic'), username: text, password: text }),
  z.object({ type: z.literal('bearer'), token: text }),
  z.object({ type: z.literal('header'), name: headerName, value: text }),
]);

export const requestFields = z.object({
  method: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(methods))
    .describe('The HTTP method.'),
  url: z
    .string()
    .max(8_000)
    .refine(isWebAddress, 'Give a full address that begins with http:// or https://.')
    .describe('The address, http or https. Private addresses are closed unless the operator opened them.'),
  headers: optionalField(z.record(headerName, text.nullable())).describe('Headers by name; null leaves one out.'),
  query: optionalField(z.record(z.string(), z.union([text, z.array(text)]).nullable())).describe(
    'Query parameters by name, added to those of the URL; a list repeats the name, null leaves it out.',
  ),
  body: z.unknown().optional().describe('What is sent: any JSON value, the fields of a form, or text.'),
  bodyType: optionalField(z.enum(['json', 'form', 'text', 'none'])).describe(
    'How the body is written. Defaults to json, or to text for text that is no JSON.',
  ),
  auth: optionalField(auth).describe('Credentials; a redirect to another site does not get them.'),
  timeout: optionalField(numberField(z.number().positive().max(longestSeconds))).describe(
    'Seconds for the whole exchange. Defaults to 30.',
  ),
  expectStatus: optionalField(expectStatusField).describe(
    'The only statuses that count as success, as [200, 404] or "4xx". Defaults to 2xx and 3xx.',
  ),
});

export type RequestData = z.output<typeof requestFields>;

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}
