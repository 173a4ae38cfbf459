import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, type ClassType, FieldResolver, ID, Info, Mutation, Resolver } from 'type-graphql';
import type { BusinessRule } from '../errors/business-rules.js';
import { sentence } from '../errors/words.js';
import { Allow } from '../graphql/allow.js';
import type { Scope } from '../graphql/context.js';
import { CurrentScope } from '../graphql/current-scope.js';
import { Deleted } from '../graphql/deleted.js';
import { IfUnmodifiedSince } from '../graphql/if-unmodified-since.js';
import type { PageOf } from '../graphql/page.js';
import { Refuses } from '../graphql/refuses.js';
import { requestedFields } from '../graphql/requested-fields.js';
import { createRecord } from './create-record.js';
import { deleteRecord } from './delete-record.js';
import type { InputOf } from './field.js';
import { findRecord } from './find-record.js';
import { listRecords, type RecordListArgs } from './list-records.js';
import { classesOf, inputFields } from './record-classes.js';
import { type AnyRecord, idNameOf, lowerFirst, offers, type RecordOperation, ruleOf } from './record-definition.js';
import { summaryOf } from './record-words.js';
import { updateRecord } from './update-record.js';

type Row = Record<string, unknown>;

/**
 * The resolvers of one kind of record: the list and the single record, as fields of the workspace, and the mutations.
 * @param workspace the GraphQL type of the workspace
 */
export function recordResolvers(record: AnyRecord, workspace: ClassType<object>): ClassType<object>[] {
  const makers: Record<RecordOperation, (record: AnyRecord, workspace: ClassType<object>) => ClassType<object>> = {
    list: listResolver,
    find: findResolver,
    create: createResolver,
    update: updateResolver,
    delete: deleteResolver,
  };
  const offered = (Object.keys(makers) as RecordOperation[]).filter((operation) => offers(record, operation));
  return offered.map((operation) => makers[operation](record, workspace));
}

/** The argument with the ID of the parent, for records that belong to another one. */
function ParentId({ parent }: AnyRecord): ParameterDecorator {
  if (!parent) return () => undefined;
  return Arg(parent.field, () => ID) as ParameterDecorator;
}

function describe(record: AnyRecord, operation: RecordOperation): { description: string } {
  const note = record.notes?.[operation];
  return { description: [summaryOf(record, operation), ...(note ? [note] : [])].map(sentence).join(' ') };
}

/** The rules of the definition, and that of fields which refer to other records. */
function businessRulesOf(record: AnyRecord, operation: 'create' | 'update'): BusinessRule[] {
  const refers = inputFields(record, operation).some(([, { reference }]) => reference);
  return [...(record.rules ?? []), ...(refers ? (['REFERENCE_UNKNOWN'] as const) : [])];
}

function listResolver(record: AnyRecord, workspace: ClassType<object>): ClassType<object> {
  const { page, args: Arguments } = classesOf(record);
  // type-graphql takes the name of a field from the name of the method.
  const field = lowerFirst(record.plural);
  @Resolver(() => workspace)
  class RecordList {
    @FieldResolver(() => page, describe(record, 'list'))
    @Allow(ruleOf(record, 'read'))
    [field](
      @CurrentScope() scope: Scope,
      @Args(() => Arguments) args: object,
      @Info() info: GraphQLResolveInfo,
      @ParentId(record) parentId?: string,
    ): Promise<PageOf<Row>> {
      return listRecords(scope, record, args as RecordListArgs, requestedFields(info), parentId);
    }
  }
  return RecordList;
}

function findResolver(record: AnyRecord, workspace: ClassType<object>): ClassType<object> {
  const { type } = classesOf(record);
  const field = lowerFirst(record.name);
  @Resolver(() => workspace)
  class RecordFind {
    @FieldResolver(() => type, describe(record, 'find'))
    @Allow(ruleOf(record, 'read'))
    [field](
      @CurrentScope() scope: Scope,
      @Arg('id', () => ID) id: string,
      @Info() info: GraphQLResolveInfo,
      @ParentId(record) parentId?: string,
    ): Promise<Row> {
      return findRecord(scope, record, id, { parentId, fields: requestedFields(info) });
    }
  }
  return RecordFind;
}

function createResolver(record: AnyRecord): ClassType<object> {
  const { type, create } = classesOf(record);
  @Resolver()
  class RecordCreate {
    @Mutation(() => type, { name: `create${record.name}`, ...describe(record, 'create') })
    @Allow({ ...ruleOf(record, 'write'), reads: ruleOf(record, 'read') })
    @Refuses(...businessRulesOf(record, 'create'))
    create(
      @CurrentScope() scope: Scope,
      @Arg('workspaceId', () => ID) _workspaceId: string,
      @Arg('input', () => create) input: object,
      @ParentId(record) parentId?: string,
    ): Promise<Row> {
      const set = record.parent ? { [record.parent.field]: parentId } : {};
      return createRecord(scope, record, { ...input } as InputOf<typeof record.fields>, set);
    }
  }
  return RecordCreate;
}

function updateResolver(record: AnyRecord): ClassType<object> {
  const { type, update } = classesOf(record);
  @Resolver()
  class RecordUpdate {
    @Mutation(() => type, { name: `update${record.name}`, ...describe(record, 'update') })
    @Allow({ ...ruleOf(record, 'write'), reads: ruleOf(record, 'read') })
    @Refuses(...businessRulesOf(record, 'update'))
    update(
      @CurrentScope() scope: Scope,
      @Arg('workspaceId', () => ID) _workspaceId: string,
      @Arg(idNameOf(record), () => ID) id: string,
      @Arg('input', () => update) input: object,
      @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
      @ParentId(record) parentId?: string,
    ): Promise<Row> {
      const sent = { ...input } as InputOf<typeof record.fields>;
      return updateRecord(scope, record, id, sent, { parentId, ifUnmodifiedSince });
    }
  }
  return RecordUpdate;
}

function deleteResolver(record: AnyRecord): ClassType<object> {
  @Resolver()
  class RecordDelete {
    @Mutation(() => Deleted, { name: `delete${record.name}`, ...describe(record, 'delete') })
    @Allow({ ...ruleOf(record, 'write'), reads: ruleOf(record, 'read') })
    delete(
      @CurrentScope() scope: Scope,
      @Arg('workspaceId', () => ID) _workspaceId: string,
      @Arg(idNameOf(record), () => ID) id: string,
      @IfUnmodifiedSince() ifUnmodifiedSince?: Date,
      @ParentId(record) parentId?: string,
    ): Promise<Deleted> {
      return deleteRecord(scope, record, id, { parentId, ifUnmodifiedSince });
    }
  }
  return RecordDelete;
}
