import {
  byEnum,
  byFlag,
  byId,
  byInteger,
  byText,
  byTexts,
  byTime,
  defineListFilter,
} from '../../../platform/filters/fields.js';
import { conditionOfTable } from '../../../platform/filters/filter-sql.js';
import type { Comparison } from '../../../platform/filters/list-filter.js';
import { FlowStatus, TriggerTypeName } from './content/flow-enums.js';

/** What the list of flows `f` is filtered by. */
export const flowFilter = defineListFilter('Flow', 'flows', {
  id: byId('f.id', 'any'),
  name: byText('f.name', 'any'),
  status: {
    ...byEnum('FlowStatus', FlowStatus, `case when f.is_active then 'active' else 'paused' end`, {
      values: ['active'],
    }),
    condition: ofStatus,
  },
  isActive: byFlag('f.is_active', { values: [true] }),
  folderId: byId('f.folder_id', 'present'),
  tags: {
    ...byTexts('f.tags', 'any'),
    condition: conditionOfTable('f.id', { name: 'flow_tags', id: 'flow_id', of: 'tag' }),
  },
  // Of any of its triggers.
  triggerType: {
    ...byEnum('TriggerType', TriggerTypeName, 'f.id', 'any'),
    condition: conditionOfTable('f.id', { name: 'flow_triggers', id: 'flow_id', of: 'type' }),
  },
  version: byInteger('f.version'),
  createdAt: byTime('f.created_at', 'any'),
  updatedAt: byTime('f.updated_at', 'any'),
});

/** One status is a flag, so that active flows are found by their index. */
function ofStatus(comparison: Comparison, value: unknown): string | undefined {
  const values = comparison === 'in' ? (value as string[]) : [value];
  if ((comparison !== 'eq' && comparison !== 'in') || new Set(values).size > 1) return undefined;
  return values[0] === 'active' ? 'f.is_active' : 'not f.is_active';
}
