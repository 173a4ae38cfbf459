import { lockText } from '../../../platform/database/advisory-lock.js';
import type { Sql } from '../../../platform/database/database.js';
import { restrict } from '../../../platform/database/mapping/foreign-keys.js';
import { statement } from '../../../platform/database/statement.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { isUuid } from '../../../platform/graphql/context.js';
import {
  defineRecord,
  line,
  one,
  type RecordBase,
  type RecordScope,
  type RowOf,
  ref,
  required,
} from '../../../platform/records/index.js';

// As text: it changes flows and inserts their versions in one statement. The folder is part of the content of a version, so
// each flow that moves gets a new version.
const moveFlows = `/* move_flows_up */ with moved as (
    update flows set folder_id = $3, version = version + 1, updated_at = $4 where workspace_id = $1 and folder_id = $2
    returning workspace_id, id, version, folder_id, updated_at)
  insert into flow_versions
    (workspace_id, flow_id, version, name, description, nodes, edges, variables, settings, tags, folder_id, created_by, created_at)
  select m.workspace_id, m.id, m.version, v.name, v.description, v.nodes, v.edges, v.variables, v.settings, v.tags, m.folder_id, $5, m.updated_at
  from moved m join flow_versions v on v.workspace_id = m.workspace_id and v.flow_id = m.id and v.version = m.version - 1`;

/** Moves a folder's flows and subfolders to its parent. The folder's row is locked, so concurrent writes of flows in it wait. */
async function emptyFolder(
  sql: Sql,
  { access }: RecordScope,
  { workspaceId, id, parentId }: RecordBase & { parentId: string | null },
  at: Date,
): Promise<void> {
  await typed(sql, 'move_folders_up', tableOf<Folder>()('flow_folders'))
    .updateTable('flow_folders')
    .set({ parentId, updatedAt: at })
    .where('workspaceId', '=', workspaceId)
    .where('parentId', '=', id)
    .execute();
  await sql.query(statement(moveFlows, [workspaceId, id, parentId, at, access?.userId ?? null]));
}

const fields = {
  name: required(line(200, { searched: true, sorted: true })),
  parentId: ref('flow_folders', 'folder', {
    filtered: 'orNone',
    description: 'The folder that contains this one; null at the top level',
  }),
};

export type Folder = RowOf<typeof fields>;

export const folders = defineRecord({
  name: 'Folder',
  plural: 'Folders',
  description: 'A folder for flows and other folders',
  table: 'flow_folders',
  indexes: { present: ['parentId'] },
  routes: {
    list: 'GET /flows/folders',
    create: 'POST /flows/folders',
    find: 'GET /flows/folders/:folderId',
    update: 'PATCH /flows/folders/:folderId',
    delete: 'DELETE /flows/folders/:folderId',
  },
  examples: {
    create: { name: 'Sales' },
    update: { name: 'Sales and support' },
  },
  capability: 'flows',
  period: null,
  indexed: false,
  notes: {
    list: 'Each has the number of its flows',
    update: 'A folder cannot be moved into itself or one of its subfolders',
    delete: 'Its flows and subfolders move to its parent',
  },
  fields,
  foreignKeys: { parentId: restrict('flow_folders') },
  relations: { parent: one('parentId', 'Folder') },
  resolved: { flowCount: { from: [] } },
  rules: ['REFERENCE_UNSUITABLE'],
  lock: lockFolders,
  check: (sql, _scope, changed, before) => cycleViolations(sql, changed, before),
  deleting: emptyFolder,
});

/**
 * Two moves that are each valid can form a cycle together, so only one transaction at a time moves or deletes folders: an
 * advisory lock.
 */
async function lockFolders(sql: Sql, workspaceId: string): Promise<void> {
  await lockText(sql, 'lock_folders', `flow_folders:${workspaceId}`);
}

/** Reads the folders above by recursion. */
async function cycleViolations(
  sql: Sql,
  { workspaceId, id, parentId }: Folder,
  before: Folder | null,
): Promise<ErrorDetail[]> {
  if (!before || !parentId || parentId === before.parentId || !isUuid(parentId)) return [];
  const text = `/* folder_above */ with recursive above as (
      select id, parent_id from flow_folders where workspace_id = $1 and id = $2
      union select d.id, d.parent_id from flow_folders d join above on d.id = above.parent_id where d.workspace_id = $1)
    select 1 from above where id = $3`;
  const { rows } = await sql.query(statement(text, [workspaceId, parentId, id]));
  if (rows.length === 0) return [];
  const message = 'parentId must not be the folder itself or one of its subfolders.';
  return [{ field: 'parentId', rule: 'REFERENCE_UNSUITABLE', message }];
}
