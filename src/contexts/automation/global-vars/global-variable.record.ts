import {
  defineRecord,
  identifier,
  initially,
  longText,
  type RowOf,
  required,
} from '../../../platform/records/index.js';

const fields = {
  name: required(
    identifier({
      searched: true,
      sorted: true,
      description: 'Unique in the workspace. Flows that use a former name are not rewritten',
    }),
  ),
  value: required(
    longText(64 * 1024, {
      description: 'Visible to all members. Executions that start or continue after a change use the new value',
    }),
  ),
  description: initially('', longText(2_000, { searched: true })),
};

export type GlobalVariable = RowOf<typeof fields>;

export const globalVariables = defineRecord({
  name: 'GlobalVariable',
  plural: 'GlobalVariables',
  description: 'A text that all flows of the workspace can read as `globalVars.name`. It is not secret',
  table: 'global_variables',
  indexes: { any: ['createdAt', 'name'] },
  routes: {
    list: 'GET /flows/global-vars',
    create: 'POST /flows/global-vars',
    find: 'GET /flows/global-vars/:varId',
    update: 'PATCH /flows/global-vars/:varId',
    delete: 'DELETE /flows/global-vars/:varId',
  },
  examples: {
    create: { name: 'region', value: 'eu', description: 'Where orders are sent from.' },
    update: { value: 'us' },
  },
  capability: { read: { keyCapability: 'flows:read' }, write: { keyCapability: 'flows:write' } },
  idName: 'varId',
  period: null,
  indexed: false,
  notes: {
    find: '`usedBy` lists the flows that use it',
    update: 'Flows that use its former name are not rewritten: their steps that read it fail with `GLOBAL_VAR_MISSING`',
    delete: 'Steps of flows that still use it fail with `GLOBAL_VAR_MISSING`',
  },
  fields,
  resolved: { usedBy: { from: ['name'], subfields: ['id: flowId', 'name', 'isActive'], findOnly: true } },
  unique: { global_variables_name_unique: 'name' },
});
