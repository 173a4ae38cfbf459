import { byId, byInteger, byText, byTime, defineListFilter } from '../../../../platform/filters/fields.js';

/** What the list of versions `v` is filtered by. */
export const versionFilter = defineListFilter('FlowVersion', 'versions', {
  id: byText(`('version:' || v.flow_id || ':' || v.version)`),
  version: byInteger('v.version', 'any'),
  name: byText('v.name'),
  folderId: byId('v.folder_id'),
  createdBy: byId('v.created_by'),
  createdAt: byTime('v.created_at'),
});
