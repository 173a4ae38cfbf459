import DataLoader from 'dataloader';
import { FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { statement } from '../../../platform/database/statement.js';
import { defineLoader, type Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { classesOf } from '../../../platform/records/index.js';
import { type Folder, folders } from './flow-folder.record.js';

/** The number of flows in each folder itself, without its subfolders. */
const flowCountByFolder = defineLoader((scope) => new DataLoader((ids: readonly string[]) => countFlows(scope, ids)));

async function countFlows(scope: Scope, ids: readonly string[]): Promise<number[]> {
  const text = `/* count_flows_by_folder */ select f.folder_id as id, count(*)::integer as count from flows f
    where f.workspace_id = $1 and f.folder_id = any($2::uuid[]) group by f.folder_id`;
  const { rows } = await scope.sql.query<{ id: string; count: number }>(statement(text, [scope.workspaceId, ids]));
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}

@Resolver(() => classesOf(folders).type)
export class FlowCountResolver {
  @FieldResolver(() => Int, { description: 'The number of flows in the folder itself, without its subfolders.' })
  flowCount(@Root() { id }: Pick<Folder, 'id'>, @CurrentScope() scope: Scope): Promise<number> {
    return scope.loader(flowCountByFolder).load(id);
  }
}
