import { cascade } from '../../../platform/database/mapping/foreign-keys.js';
import { tableOf } from '../../../platform/database/typed-sql.js';
import {
  anyJson,
  defineRecord,
  initially,
  largeInteger,
  line,
  one,
  type RowOf,
  readOnly,
  ref,
  required,
  time,
} from '../../../platform/records/index.js';

const fields = {
  flowId: readOnly(
    ref('flows', 'flow', {
      filtered: 'idOrNone',
      description: 'The flow whose state the entry belongs to; null for that of the workspace.',
    }),
  ),
  key: readOnly(
    required(line(200, { sorted: true, filtered: 'prefix', description: 'Unique in its flow, or in the workspace.' })),
  ),
  value: readOnly(anyJson({ description: 'The value: any JSON of at most 64 KiB, with the type that a flow stored.' })),
  version: readOnly(initially(1, largeInteger({ description: 'Counts the changes of the value, from 1.' }))),
  expiresAt: readOnly(
    time({
      description: 'When the entry expires; null if it stays. An expired entry is read as missing, and deleted later.',
    }),
  ),
};

export type StateEntry = RowOf<typeof fields>;

export const stateEntries = defineRecord({
  name: 'StateEntry',
  plural: 'StateEntries',
  description: 'A value that flows keep between executions, by its key',
  table: 'flow_state',
  routes: { list: 'GET /state' },
  capability: 'flows',
  indexed: false,
  indexes: { any: ['createdAt', 'flowId', 'key'] },
  foreignKeys: { flowId: cascade('flows') },
  period: null,
  unique: { flow_state_key_unique: 'key' },
  fields,
  relations: { flow: one('flowId', 'Flow') },
});

export const stateTable = tableOf<StateEntry>()('flow_state');
