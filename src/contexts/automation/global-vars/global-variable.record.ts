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
      description: 'Unique in the workspace; letters, digits and _. Flows that name a former one are not rewritten',
    }),
  ),
  value: required(
    longText(64 * 1024, { description: 'Visible to all members. Runs that start or go on later see a new one' }),
  ),
  description: initially('', longText(2_000, { searched: true })),
};

export type GlobalVariable = RowOf<typeof fields>;

export const globalVariables = defineRecord({
  name: 'GlobalVariable',
  plural: 'GlobalVariables',
  description: 'A text that every flow reads as `globalVars.name`; not secret',
  table: 'global_variables',
  capability: { read: { keyCapability: 'flows:read' }, write: { keyCapability: 'flows:write' } },
  path: 'flows/global-vars',
  idName: 'varId',
  hidesWorkspace: true,
  period: null,
  indexed: false,
  notes: {
    find: 'With the flows that name it in `usedBy`',
    update: 'Flows that name the old name are not rewritten: their steps that read it fail with `GLOBAL_VAR_MISSING`',
    delete: 'Also while flows name it: their steps that read it then fail with `GLOBAL_VAR_MISSING`',
  },
  fields,
  resolved: { usedBy: { from: ['name'], subfields: ['id', 'name', 'isActive'], findOnly: true } },
  unique: { global_variables_name_unique: 'name' },
});
