import DataLoader from 'dataloader';
import { statement } from '../../../platform/database/statement.js';
import { defineLoader, type Scope } from '../../../platform/graphql/context.js';
import type { Folder } from './flow-folder.entity.js';
import { folderColumns } from './flow-folder-columns.js';

/** Folders of the workspace by id; null where there is none. */
export const folderById = defineLoader((scope) => new DataLoader((ids: readonly string[]) => readFolders(scope, ids)));

/** How many flows stand in each folder itself, its subfolders left aside. */
export const flowCountByFolder = defineLoader(
  (scope) => new DataLoader((ids: readonly string[]) => countFlows(scope, ids)),
);

async function readFolders(scope: Scope, ids: readonly string[]): Promise<(Folder | null)[]> {
  const text = `/* folders_by_id */ select ${folderColumns} from flow_folders d where d.workspace_id = $1 and d.id = any($2::uuid[])`;
  const { rows } = await scope.sql.query<Folder>(statement(text, [scope.workspaceId, ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

async function countFlows(scope: Scope, ids: readonly string[]): Promise<number[]> {
  const text = `/* count_flows_by_folder */ select f.folder_id as id, count(*)::integer as count from flows f
    where f.workspace_id = $1 and f.folder_id = any($2::uuid[]) group by f.folder_id`;
  const { rows } = await scope.sql.query<{ id: string; count: number }>(statement(text, [scope.workspaceId, ids]));
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}
