import DataLoader from 'dataloader';
import { statement } from '../../../platform/database/statement.js';
import { defineLoader, type Scope } from '../../../platform/graphql/context.js';

/** The number of flows in each folder itself, without its subfolders. */
export const flowCountByFolder = defineLoader(
  (scope) => new DataLoader((ids: readonly string[]) => countFlows(scope, ids)),
);

async function countFlows(scope: Scope, ids: readonly string[]): Promise<number[]> {
  const text = `/* count_flows_by_folder */ select f.folder_id as id, count(*)::integer as count from flows f
    where f.workspace_id = $1 and f.folder_id = any($2::uuid[]) group by f.folder_id`;
  const { rows } = await scope.sql.query<{ id: string; count: number }>(statement(text, [scope.workspaceId, ids]));
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}
