import { FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { classesOf } from '../../../platform/records/index.js';
import { flowCountByFolder } from './flow-count.loader.js';
import { type Folder, folders } from './flow-folder.record.js';

@Resolver(() => classesOf(folders).type)
export class FlowCountResolver {
  @FieldResolver(() => Int, { description: 'The number of flows in the folder itself, without its subfolders.' })
  flowCount(@Root() { id }: Pick<Folder, 'id'>, @CurrentScope() scope: Scope): Promise<number> {
    return scope.loader(flowCountByFolder).load(id);
  }
}
