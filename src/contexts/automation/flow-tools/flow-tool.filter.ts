import { byId, byText, byTime, defineListFilter } from '../../../platform/filters/fields.js';

const configured = (name: string) => `(f.settings -> 'triggerConfig' ->> '${name}')`;

/** What the list of tools is filtered by, of their flows `f`. */
export const toolFilter = defineListFilter('FlowTool', 'tools', {
  flowId: byId('f.id'),
  name: byText(configured('toolName')),
  createdAt: byTime('f.created_at'),
  updatedAt: byTime('f.updated_at'),
});
