import DataLoader from 'dataloader';
import { FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { anyOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import { defineLoader, type Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { classesOf, type RecordBase } from '../../../platform/records/index.js';
import { type Folder, folders } from './flow-folder.record.js';

/** The number of flows in each folder itself, without its subfolders. */
const flowCountByFolder = defineLoader((scope) => new DataLoader((ids: readonly string[]) => countFlows(scope, ids)));

async function countFlows(scope: Scope, ids: readonly string[]): Promise<number[]> {
  const rows = await typed(
    scope.sql,
    'count_flows_by_folder',
    tableOf<RecordBase & { folderId: string | null }>()('flows'),
  )
    .selectFrom('flows')
    .select(({ fn }) => ['folderId', fn.countAll<string>().as('count')])
    .where('workspaceId', '=', scope.workspaceId)
    .where('folderId', '=', anyOf(ids))
    .groupBy('folderId')
    .execute();
  const counts = new Map(rows.map(({ folderId, count }) => [folderId, Number(count)]));
  return ids.map((id) => counts.get(id) ?? 0);
}

@Resolver(() => classesOf(folders).type)
export class FlowCountResolver {
  @FieldResolver(() => Int, { description: 'The number of flows in the folder itself, without its subfolders.' })
  flowCount(@Root() { id }: Pick<Folder, 'id'>, @CurrentScope() scope: Scope): Promise<number> {
    return scope.loader(flowCountByFolder).load(id);
  }
}
