import { byId, byText, byTime, defineListFilter } from '../../../platform/filters/fields.js';

const configured = (name: string) => `(t.config ->> '${name}')`;

/** What the list of tools is filtered by, of their flows `f` and triggers `t`. */
export const toolFilter = defineListFilter('FlowTool', 'tools', {
  flowId: byId('t.flow_id', 'any'),
  name: byText(configured('toolName')),
  createdAt: byTime('f.created_at'),
  updatedAt: byTime('f.updated_at'),
});
