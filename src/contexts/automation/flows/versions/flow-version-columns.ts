import { jsonColumn, type LargeColumn } from '../../../../platform/database/read-large.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';

const columns: Readonly<Record<string, string>> = {
  name: 'v.name',
  description: 'v.description',
  nodes: 'v.nodes',
  edges: 'v.edges',
  variables: 'v.variables',
  settings: 'v.settings',
  tags: 'v.tags',
  folderId: 'v.folder_id',
  createdBy: 'v.created_by',
  message: 'v.message',
  createdAt: 'v.created_at',
};

/** The select list of flow_versions (as `v`) for the requested fields; graphs are large. */
export function selectVersion(fields: RequestedFields): string {
  const selected = Object.entries(columns).filter(([name]) => fields.has(name));
  return [
    `'version:' || v.flow_id || ':' || v.version as id`,
    'v.workspace_id as "workspaceId", v.flow_id as "flowId", v.version',
    ...selected.map(([name, column]) => `${column} as "${name}"`),
  ].join(', ');
}

/** The columns of `selectVersion` that can be large. */
export function largeOfVersion(fields: RequestedFields): LargeColumn[] {
  return ['nodes', 'edges', 'variables', 'settings'].filter((name) => fields.has(name)).map(jsonColumn);
}
