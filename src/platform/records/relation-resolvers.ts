import type { GraphQLResolveInfo } from 'graphql';
import { Args, type ClassType, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Allow, type DeclaredRule } from '../graphql/allow.js';
import type { Scope } from '../graphql/context.js';
import { CurrentScope } from '../graphql/current-scope.js';
import type { PageOf } from '../graphql/page.js';
import { type RequestedFields, requestedFields } from '../graphql/requested-fields.js';
import type { RecordListArgs } from './list-records.js';
import { classesOf } from './record-classes.js';
import { type AnyRecord, ruleOf } from './record-definition.js';
import type { Relation, RelationTarget } from './relation.js';
import { loadPage, loadRecord } from './relation.loaders.js';

type Row = Record<string, unknown> & { id: string };

/** What relations lead to, by the name of its type. */
export type Targets = ReadonlyMap<string, RelationTarget & { record?: AnyRecord }>;

/** All that relations can lead to: every kind of record, and what else is named. */
export function relationTargets(records: readonly AnyRecord[], others: readonly RelationTarget[]): Targets {
  const ofRecords = records.map((record) => ({
    name: record.name,
    type: classesOf(record).type,
    rule: ruleOf(record, 'read'),
    load: (scope: Scope, id: string, fields: RequestedFields) => loadRecord(scope, record, id, fields),
    record,
  }));
  return new Map([...ofRecords, ...others].map((target) => [target.name, target]));
}

/** The fields by which a record leads to others. Who may not read those is refused there. */
export function relationResolvers(record: AnyRecord, targets: Targets): ClassType<object>[] {
  return Object.entries(record.relations ?? {}).map(([name, relation]) =>
    relation.kind === 'many'
      ? manyResolver(record, name, relation, targets)
      : wayResolver(record, name, wayOf(relation, targets)),
  );
}

/** How one field of a record is answered. */
interface Way {
  type: () => ClassType<object> | [ClassType<object>];
  rule: DeclaredRule;
  read(scope: Scope, row: Row, fields: RequestedFields): Promise<unknown> | null;
}

function wayOf(relation: Exclude<Relation, { kind: 'many' }>, targets: Targets): Way {
  const { type, rule, load, record } = targetOf(targets, relation.target);
  const { field } = relation;
  switch (relation.kind) {
    case 'one':
      return {
        ...{ type: () => type, rule },
        read: (scope, row, fields) => (typeof row[field] === 'string' ? load(scope, row[field], fields) : null),
      };
    case 'each':
      return {
        ...{ type: () => [type], rule },
        async read(scope, row, fields) {
          const found = await Promise.all((row[field] as string[]).map((id) => load(scope, id, fields)));
          return found.filter((one) => one !== null);
        },
      };
    case 'entry': {
      const { through, list } = relation;
      const [item] = (record?.fields[list]?.type() ?? []) as ClassType<object>[];
      if (!item) throw new Error(`No relation can lead to ${list} of ${relation.target}: it is no list of objects.`);
      const whole: RequestedFields = { has: (asked) => asked === list, below: () => whole };
      return {
        ...{ type: () => item, rule },
        async read(scope, row) {
          const holder = (await load(scope, row[through] as string, whole)) as Record<string, Row[]> | null;
          return holder?.[list]?.find(({ id }) => id === row[field]) ?? null;
        },
      };
    }
  }
}

function wayResolver(record: AnyRecord, name: string, { type, rule, read }: Way): ClassType<object> {
  @Resolver(() => classesOf(record).type)
  class WayOfRecord {
    @FieldResolver(type, { nullable: true })
    @Allow(rule)
    [name](@Root() row: Row, @CurrentScope() scope: Scope, @Info() info: GraphQLResolveInfo): Promise<unknown> | null {
      return read(scope, row, requestedFields(info));
    }
  }
  return WayOfRecord;
}

function manyResolver(
  record: AnyRecord,
  name: string,
  { field, target }: Relation,
  targets: Targets,
): ClassType<object> {
  const { record: listed, rule } = targetOf(targets, target);
  if (!listed?.fields[field]) throw new Error(`${record.name}.${name}: ${target} is no record with a field ${field}.`);
  const { page, args: Arguments } = classesOf(listed);
  @Resolver(() => classesOf(record).type)
  class ManyOfRecord {
    @FieldResolver(() => page, { nullable: true })
    @Allow(rule)
    [name](
      @Root() row: Row,
      @CurrentScope() scope: Scope,
      @Args(() => Arguments) args: object,
      @Info() info: GraphQLResolveInfo,
    ): Promise<PageOf<Row>> {
      return loadPage(
        scope,
        listed as AnyRecord,
        { field, id: row.id, args: args as RecordListArgs },
        requestedFields(info),
      );
    }
  }
  return ManyOfRecord;
}

/** @throws Error at the start, where a definition names what is not there */
function targetOf(targets: Targets, name: string): RelationTarget & { record?: AnyRecord } {
  const target = targets.get(name);
  if (!target) throw new Error(`No relation can lead to ${name}: neither a record nor another target is called so.`);
  return target;
}
