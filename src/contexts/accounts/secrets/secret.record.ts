import { previewSecret } from '../../../engine/index.js';
import { cascade } from '../../../platform/database/mapping/foreign-keys.js';
import {
  defineRecord,
  encrypted,
  hosts,
  identifier,
  initially,
  longText,
  once,
  type RowOf,
  readOnly,
  ref,
  required,
  text,
} from '../../../platform/records/index.js';
import type { EncryptionContext } from '../../../platform/vault/index.js';

const fields = {
  name: required(
    identifier({
      searched: true,
      sorted: true,
      description:
        'Unique in the workspace; letters, digits and `_`. Flows that use the name before a change are not rewritten.',
    }),
  ),
  value: encrypted(64 * 1024, secretContext, {
    description:
      'Stored encrypted and never returned. Executions that start or resume after a change use the new value.',
  }),
  preview: readOnly(text(4, { description: 'The last 4 characters; empty for values of fewer than 12.' })),
  description: initially('', longText(2_000, { searched: true })),
  allowedHosts: initially(
    [],
    hosts({
      description:
        'The hosts that HTTP requests of flows may send it to: names, `*.example.com` for all subdomains, or `*` for any host. Without an entry, no request can send it.',
    }),
  ),
  flowId: once(
    ref('flows', 'flow', {
      filtered: 'orNone',
      description: 'The only flow that can use it, with which it is deleted; null for every flow of the workspace.',
    }),
  ),
};

export type Secret = RowOf<typeof fields>;

export const secrets = defineRecord({
  name: 'Secret',
  plural: 'Secrets',
  description: 'A value that flows use as `boveda.name`; it is never returned.',
  table: 'secrets',
  inFlows: false,
  indexes: { any: ['createdAt', 'name'], present: ['flowId'] },
  routes: {
    list: 'GET /flows/secrets',
    create: 'POST /flows/secrets',
    find: 'GET /flows/secrets/:secretId',
    update: 'PATCH /flows/secrets/:secretId',
    delete: 'DELETE /flows/secrets/:secretId',
  },
  examples: {
    create: { name: 'shop_key', value: 'sk-live-0123456789', description: 'The key of the shop.' },
    update: { description: 'The key of the web shop.' },
  },
  capability: { read: { keyCapability: 'flows:read' }, write: { capability: 'boveda:manage' } },
  period: null,
  indexed: false,
  notes: {
    list: 'Values are masked',
    find: 'The value is masked; `usedBy` lists the flows that use it',
    create: 'The value is sent in this request only and never returned',
    update: 'Flows that use the old name are not rewritten: their steps that use it fail with `SECRET_MISSING`',
    delete: 'Allowed while flows use it: their steps that use it then fail with `SECRET_MISSING`',
  },
  fields,
  foreignKeys: { flowId: cascade('flows', 'secrets_flow_id_fkey') },
  resolved: {
    maskedValue: { from: ['preview'] },
    usedBy: { from: ['name'], subfields: ['id: flowId', 'name', 'isActive'], findOnly: true },
  },
  unique: { secrets_name_unique: 'name' },
  derive: ({ value }) => (value === undefined ? {} : { preview: previewSecret(value) }),
});

/** The value of a secret is bound to its workspace, ID and flow: copied to another record it cannot be decrypted. */
export function secretContext({ id, flowId }: { id: string; flowId: string | null }): EncryptionContext {
  return { kind: 'secret', id, flowId };
}
