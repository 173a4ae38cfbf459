import {
  byFlag,
  byId,
  byInteger,
  byText,
  byTexts,
  byTime,
  defineListFilter,
} from '../../../platform/filters/fields.js';

/** What the list of templates `t` is filtered by. */
export const templateFilter = defineListFilter('FlowTemplate', 'templates', {
  id: byId('t.id', 'any'),
  name: byText('t.name'),
  category: byText('t.category'),
  tags: byTexts('t.tags'),
  builtIn: byFlag('t."builtIn"'),
  usageCount: byInteger('t."usageCount"'),
  createdAt: byTime('t."createdAt"', 'any'),
  updatedAt: byTime('t."updatedAt"'),
});
