import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  type ClassType,
  Ctx,
  createUnionType,
  FieldResolver,
  ID,
  Info,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { AppError } from '../../../platform/errors/errors.js';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { withTypeName } from '../../../platform/graphql/type-names.js';
import type { RelationTarget } from '../../../platform/records/index.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { ChangedType, graphId, graphTypes, targetNames, WorkspaceChange } from './change.object.js';
import { type ChangeArgs, subscribeToChanges } from './subscribe-changes.js';
import { readWorkspaceCursor } from './workspace-cursor.js';

/** The targets of relations by the name of their type. */
export type Targets = ReadonlyMap<string, RelationTarget>;

@Resolver(() => Workspace)
export class WorkspaceCursorResolver {
  @FieldResolver(() => String, {
    description:
      'Position of this answer in the changes of the workspace: all of it is read in one snapshot of the database, and a subscription with `after` goes on exactly there.',
  })
  @Allow({})
  cursor(@CurrentScope() scope: Scope): Promise<string> {
    return readWorkspaceCursor(scope);
  }
}

/** Creates the resolvers of changes. @param targets how records are read, and by whom */
export function changeResolvers(targets: Targets): ClassType<object>[] {
  const targetOf = (type: ChangedType) => {
    const target = targets.get(targetNames[type]);
    if (!target) throw new Error(`${targetNames[type]} must be a record or another target of relations.`);
    return target;
  };
  const ChangedRecord = createUnionType({
    name: 'ChangedRecord',
    description: 'A record that changed.',
    types: () => [...new Set(Object.values(ChangedType).map((type) => targetOf(type).type))],
  });

  @Resolver(() => WorkspaceChange)
  class ChangeResolver {
    @FieldResolver(() => ID, { description: 'ID of the record.' })
    id(@Root() change: WorkspaceChange): string {
      return graphId(change);
    }

    @FieldResolver(() => ChangedRecord, {
      nullable: true,
      description: 'The record as it is when the change is delivered. Null if it was deleted.',
    })
    async record(
      @Root() { workspaceId, type, action, id }: WorkspaceChange,
      @Ctx() context: GraphContext,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object | null> {
      const { rule, load } = targetOf(type);
      if (action === 'deleted' || !(await mayRead(context, rule, workspaceId))) return null;
      const record = await load(context.scope(workspaceId), id, requestedFields(info));
      return record && withTypeName(record, graphTypes[type]);
    }

    @Subscription(() => WorkspaceChange, {
      subscribe: ({ args, context }: { args: ChangeArgs; context: GraphContext }) =>
        subscribeToChanges(context, args, (type) => targetOf(type).rule),
      description:
        'Subscribe to the changes of the records of a workspace that the caller may read, from now on or after `after`: each commit once, and one change for each record of it. Changes are kept for three days',
    })
    @Allow({})
    workspaceChanged(
      @Root() change: WorkspaceChange,
      @Arg('workspaceId', () => ID) _workspaceId: string,
      @Arg('after', () => String, {
        nullable: true,
        description:
          'The cursor of a change that was received before, or of the workspace. Changes after it are delivered',
      })
      _after?: string | null,
      @Arg('types', () => [ChangedType], {
        nullable: true,
        description: 'Only changes of these records. Defaults to all',
      })
      _types?: ChangedType[] | null,
    ): WorkspaceChange {
      return change;
    }
  }
  return [WorkspaceCursorResolver, ChangeResolver];
}

async function mayRead(context: GraphContext, rule: RelationTarget['rule'], workspaceId: string): Promise<boolean> {
  try {
    await context.authorize(rule, workspaceId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return false;
    throw error;
  }
}
