import { previewSecret } from '../../../engine/index.js';
import { cascade } from '../../../platform/database/mapping/foreign-keys.js';
import {
  defineRecord,
  encrypted,
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
      description: 'Unique in the workspace; letters, digits and _. Flows that name a former one are not rewritten',
    }),
  ),
  value: encrypted(64 * 1024, secretContext, {
    description: 'Stored encrypted; no answer ever holds it. Runs that start or go on later use a new one',
  }),
  preview: readOnly(text(4, { description: 'The last 4 characters; of fewer than 12 none' })),
  description: initially('', longText(2_000, { searched: true })),
  flowId: once(
    ref('flows', 'flow', {
      filtered: 'orNone',
      description: 'The only flow that may use it, with which it is deleted; null: every flow of the workspace',
    }),
  ),
};

export type Secret = RowOf<typeof fields>;

export const secrets = defineRecord({
  name: 'Secret',
  plural: 'Secrets',
  description: 'A value that flows use as `boveda.name`; it is never shown again',
  table: 'secrets',
  capability: { read: { keyCapability: 'flows:read' }, write: { capability: 'boveda:manage' } },
  path: 'flows/secrets',
  hidesWorkspace: true,
  period: null,
  indexed: false,
  notes: {
    list: 'Values are masked',
    find: 'Masked, with the flows that name it in `usedBy`',
    create: 'The value stands in this request only; no answer ever holds it',
    update: 'Flows that name the old name are not rewritten: their steps that use it fail with `SECRET_MISSING`',
    delete: 'Also while flows name it: their steps that use it then fail with `SECRET_MISSING`',
  },
  fields,
  foreignKeys: { flowId: cascade('flows', 'secrets_flow_id_fkey') },
  resolved: {
    maskedValue: { from: ['preview'] },
    usedBy: { from: ['name'], subfields: ['id', 'name', 'isActive'], findOnly: true },
  },
  unique: { secrets_name_unique: 'name' },
  derive: ({ value }) => (value === undefined ? {} : { preview: previewSecret(value) }),
});

/** A secret's value is bound to its workspace, itself and its flow: moved elsewhere it cannot be decrypted. */
export function secretContext({ id, flowId }: { id: string; flowId: string | null }): EncryptionContext {
  return { kind: 'secret', id, flowId };
}
