import { jsonColumn, type LargeColumn } from '../../../platform/database/read-large.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { type JsonColumns, timeColumn } from '../../../platform/graphql/levels/json-columns.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import type { Flow } from './flow.entity.js';
import { type StoredToken, showWebhookAddress } from './webhook-address.js';

export type FlowRow = Flow & { webhook?: StoredToken | null };

/** Each column of flows (as `f`) and the fields that need it. */
const columns: readonly { name: string; column: string; fields: readonly string[] }[] = [
  { name: 'name', column: 'f.name', fields: ['name', 'export'] },
  { name: 'description', column: 'f.description', fields: ['description', 'export'] },
  { name: 'settings', column: 'f.settings', fields: ['settings', 'validation', 'export'] },
  { name: 'tags', column: 'f.tags', fields: ['tags', 'export'] },
  { name: 'folderId', column: 'f.folder_id', fields: ['folderId', 'folder'] },
  { name: 'isActive', column: 'f.is_active', fields: ['isActive'] },
  { name: 'version', column: 'f.version', fields: ['version', 'nodes', 'edges', 'variables', 'validation', 'export'] },
  { name: 'runAs', column: 'f.run_as', fields: ['runAs'] },
  { name: 'createdAt', column: 'f.created_at', fields: ['createdAt'] },
  { name: 'updatedAt', column: 'f.updated_at', fields: ['updatedAt'] },
];

/** The columns that need no resolver. */
export const flowTexts: JsonColumns = {
  id: 'f.id',
  workspaceId: 'f.workspace_id',
  name: 'f.name',
  description: 'f.description',
  tags: 'f.tags',
  folderId: 'f.folder_id',
  isActive: 'f.is_active',
  version: 'f.version',
  runAs: 'f.run_as',
  createdAt: timeColumn('f.created_at'),
  updatedAt: timeColumn('f.updated_at'),
};

const webhookColumn = `(select json_build_object('id', t.id, 'encryptedToken', t.encrypted_token) from flow_triggers t
  where t.workspace_id = f.workspace_id and t.flow_id = f.id and t.type = 'webhook' order by t.position limit 1) as webhook`;

/** The select list of flows (as `f`) for the requested fields, with the columns that field resolvers need. */
export function selectFlow(scope: Scope, fields: RequestedFields): string {
  const selected = columns.filter((column) => column.fields.some((field) => fields.has(field)));
  const needsToken = fields.has('webhookToken') || fields.has('webhookUrl');
  return [
    'f.id, f.workspace_id as "workspaceId"',
    ...selected.map(({ name, column }) => `${column} as "${name}"`),
    ...(needsToken && canSeeToken(scope) ? [webhookColumn] : []),
  ].join(', ');
}

/** The columns of `selectFlow` that can be large. */
export function largeOfFlow(fields: RequestedFields): LargeColumn[] {
  return settings?.fields.some((field) => fields.has(field)) ? [jsonColumn('settings')] : [];
}

const settings = columns.find(({ name }) => name === 'settings');

/** The token is enough to start the flow, so only callers that may change the flow can read it. */
export function canSeeToken(scope: Scope): boolean {
  return scope.access.capabilities.has('flows:write');
}

/** Rows of `selectFlow` as flows, with their encrypted tokens decrypted. */
export async function toFlows(scope: Scope, rows: FlowRow[]): Promise<Flow[]> {
  await Promise.all(rows.map((row) => (row.webhook ? showWebhookAddress(scope, row, row.webhook) : row)));
  return rows;
}

/** Requests all fields. */
export const allFlowFields: RequestedFields = { has: () => true, below: () => allFlowFields };
