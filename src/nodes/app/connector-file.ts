import { z } from 'zod';
import { paginationField } from '../http/pagination-field.js';
import { rateField } from '../rate-field.js';

/*
 * What `src/connectors/<service>.yaml` holds. Texts that people read are pairs: English, Spanish. Requests are templates, of
 * which `template.ts` gives the rules.
 */

const word = z.string().regex(/^[a-z][A-Za-z0-9]{0,49}$/, 'must be a name in camelCase');
const path = z.string().regex(/^[^\s.]+(\.[^\s.]+)*$/, 'must be the path of a field, for example "data.items"');
const pair = { error: 'must be a list of two texts: English, Spanish' };
const labels = z.tuple([z.string().min(1).max(80), z.string().min(1).max(80)], pair);
const sentence = z.string().max(500).regex(/\.$/, 'must end with a full stop');
const sentences = z.tuple([sentence, sentence], pair);
const host = z
  .string()
  .regex(/^(\*|(\*\.)?([a-z0-9-]+\.)+[a-z]{2,})$/, 'must be the name of a host, `*.example.com` or `*`');

export const fieldTypes = [
  'string',
  'number',
  'integer',
  'boolean',
  'choice',
  'json',
  'list',
  'datetime',
  'url',
] as const;

const field = z.strictObject({
  type: z.enum(fieldTypes),
  required: z.literal(true).optional(),
  /** Its Spanish name in forms. The English one is made of its key. */
  es: z.string().min(1).max(60),
  about: sentences,
  /** The values of a choice. */
  options: z.array(z.string().min(1)).min(2).optional(),
  /** What a text must match. */
  pattern: z.string().optional(),
  example: z.unknown().optional(),
});

const fields = z.record(word, field).default({});
const template = z.record(z.string(), z.unknown());

const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  /** Follows `baseUrl`. */
  path: z.string().startsWith('/'),
  query: template.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  /** `form` writes objects in it as `name[key]`. Defaults to JSON. */
  bodyType: z.enum(['json', 'form']).default('json'),
});

/** What a list becomes: `rows` makes objects of the lists of a sheet by the texts in its first one. */
const shape = z.enum(['rows']).optional();

const operation = {
  title: labels,
  about: sentences,
  fields,
  request,
  /** Scopes of OAuth2 that it needs. Defaults to those of the service. */
  scopes: z.array(z.string()).optional(),
  pages: paginationField.optional(),
  shape,
};

const action = z.strictObject({
  ...operation,
  /** The path of the output in the body. Defaults to the body. */
  output: path.optional(),
  sample: z.unknown(),
});

const trigger = z.strictObject({
  ...operation,
  /** The path of the list in the body. Defaults to the body. */
  items: path.optional(),
  /** The paths in an item of what identifies it; `id` by default. */
  key: z.union([path, z.array(path).min(1)]).default('id'),
  /** What the next poll sends as `{cursor}`: a value of the body, or the greatest one of a field of the items. */
  cursor: z.union([z.strictObject({ body: path }), z.strictObject({ greatest: path })]).optional(),
  /** The path that items have that are not meant. */
  skip: path.optional(),
  /** Set where the list begins with the newest one. */
  newestFirst: z.literal(true).optional(),
  sample: z.record(z.string(), z.unknown()),
});

const auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('oauth2'), provider: z.string().min(1), scopes: z.array(z.string()).default([]) }),
  z.strictObject({ type: z.literal('bearer') }),
  z.strictObject({ type: z.literal('basic') }),
  z.strictObject({
    type: z.literal('apiKey'),
    placement: z.enum(['header', 'query']),
    name: z.string().min(1),
  }),
]);

/** How answers that refuse are found and read, besides their status. */
const refusal = z.strictObject({
  /** The path of what is true in every answer that does not refuse, whatever its status. */
  unless: path.optional(),
  /** The paths of the service's own code, of which the first is taken that is there. */
  code: z.array(path).optional(),
  /** The paths of its message. */
  message: z.array(path).optional(),
  /** Codes that say that the credentials are not accepted. 401 always does. */
  reconnect: z.array(z.string()).default([]),
  /** Codes with which the same request may succeed later. */
  retry: z.array(z.string()).default([]),
});

export const connectorFile = z.strictObject({
  title: z.string().min(1).max(60),
  version: z.int().min(1),
  about: sentences,
  /** The provider's documentation of what is used here. */
  docs: z.url(),
  /** A name of the dashboard's icons. */
  icon: word.default('globe'),
  hosts: z.array(host).min(1),
  auth: z.array(auth).min(1),
  /** How a connection is made with what the provider calls its credentials. */
  connect: sentences,
  baseUrl: z.string().regex(/^(https:\/\/|\{)[^?#]*[^/?#]$/, 'must begin with https:// and end without a slash'),
  headers: z.record(z.string(), z.string()).optional(),
  /** Fields of every operation, for example the name of a site. */
  fields,
  /** How many requests of one connection may start in a time. */
  rate: rateField.pick({ count: true, seconds: true }).optional(),
  /** Set where the service carries out a repeated request with the header `Idempotency-Key` once. */
  idempotent: z.literal(true).optional(),
  refusal: refusal.default({ reconnect: [], retry: [] }),
  actions: z.record(word, action).default({}),
  triggers: z.record(word, trigger).default({}),
});

export type ConnectorFile = z.output<typeof connectorFile>;
export type ConnectorAction = ConnectorFile['actions'][string];
export type ConnectorTrigger = ConnectorFile['triggers'][string];
export type ConnectorField = z.output<typeof field>;
export type Fields = Readonly<Record<string, ConnectorField>>;

/** A service with its name, which is that of its file. */
export interface Connector extends ConnectorFile {
  service: string;
}
