import type { GraphQLResolveInfo } from 'graphql';
import { Args, type ClassType, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { wordsOfName } from '../errors/words.js';
import { Allow, type DeclaredRule } from '../graphql/allow.js';
import type { Scope } from '../graphql/context.js';
import { CurrentScope } from '../graphql/current-scope.js';
import { Batched, type Parents } from '../graphql/levels/batched.js';
import type { PageOf } from '../graphql/page.js';
import { type RequestedFields, requestedFields } from '../graphql/requested-fields.js';
import type { RecordListArgs } from './list-records.js';
import { classesOf } from './record-classes.js';
import { type AnyRecord, ruleOf } from './record-definition.js';
import { wordsOf } from './record-words.js';
import type { Relation, RelationTarget } from './relation.js';
import { loadRecord, readRecordPages } from './relation.loaders.js';

type Row = Record<string, unknown> & { id: string };

/** The targets of relations by the name of their type. */
export type Targets = ReadonlyMap<string, RelationTarget & { record?: AnyRecord }>;

/** All targets of relations: every kind of record, and the others given. */
export function relationTargets(records: readonly AnyRecord[], others: readonly RelationTarget[]): Targets {
  const ofRecords = records.map((record) => ({
    name: record.name,
    type: classesOf(record).type,
    rule: ruleOf(record, 'read'),
    table: record.table,
    load: (scope: Scope, id: string, fields: RequestedFields) => loadRecord(scope, record, id, fields),
    record,
  }));
  return new Map([...ofRecords, ...others].map((target) => [target.name, target]));
}

/** The fields that lead from a record to others. Each requires the right to read its target. */
export function relationResolvers(record: AnyRecord, targets: Targets): ClassType<object>[] {
  return Object.entries(record.relations ?? {}).map(([name, relation]) =>
    relation.kind === 'many'
      ? manyResolver(record, name, relation, targets)
      : singleResolver(record, name, resolveRelation(relation, targets)),
  );
}

/** How one relation is resolved. */
interface ResolvedRelation {
  type: () => ClassType<object> | [ClassType<object>];
  rule: DeclaredRule;
  description: string;
  read(scope: Scope, row: Row, fields: RequestedFields): Promise<unknown> | null;
}

function resolveRelation(relation: Exclude<Relation, { kind: 'many' }>, targets: Targets): ResolvedRelation {
  const { type, rule, load, record } = targetOf(targets, relation.target);
  const { field } = relation;
  const words = wordsOfName(relation.target);
  switch (relation.kind) {
    case 'one':
      return {
        type: () => type,
        rule,
        description: `The ${words} that \`${field}\` refers to.`,
        read: (scope, row, fields) => (typeof row[field] === 'string' ? load(scope, row[field], fields) : null),
      };
    case 'each':
      return {
        type: () => [type],
        rule,
        description: `The ${words}s whose IDs are in \`${field}\`.`,
        async read(scope, row, fields) {
          const found = await Promise.all((row[field] as string[]).map((id) => load(scope, id, fields)));
          return found.filter((one) => one !== null);
        },
      };
    case 'entry': {
      const { through, list } = relation;
      const [item] = (record?.fields[list]?.type() ?? []) as ClassType<object>[];
      if (!item) throw new Error(`The relation through ${list} of ${relation.target} must be a list of objects.`);
      const whole: RequestedFields = { has: (name) => name === list, below: () => whole };
      return {
        type: () => item,
        rule,
        description: `The entry of \`${list}\` of the ${words} that \`${field}\` refers to.`,
        async read(scope, row) {
          const holder = (await load(scope, row[through] as string, whole)) as Record<string, Row[]> | null;
          return holder?.[list]?.find(({ id }) => id === row[field]) ?? null;
        },
      };
    }
  }
}

function singleResolver(record: AnyRecord, name: string, relation: ResolvedRelation): ClassType<object> {
  const { type, rule, read, description } = relation;
  @Resolver(() => classesOf(record).type)
  class RelationOfRecord {
    @FieldResolver(type, { nullable: true, description })
    @Allow(rule)
    @Batched()
    [name](
      @Root() rows: Parents<Row>,
      @CurrentScope() scope: Scope,
      @Info() info: GraphQLResolveInfo,
    ): Promise<unknown[]> {
      return Promise.all(rows.map((row) => read(scope, row, requestedFields(info))));
    }
  }
  return RelationOfRecord;
}

function manyResolver(
  record: AnyRecord,
  name: string,
  { field, target }: Relation,
  targets: Targets,
): ClassType<object> {
  const { record: listed, rule } = targetOf(targets, target);
  if (!listed?.fields[field])
    throw new Error(`${record.name}.${name}: ${target} must be a record with a field ${field}.`);
  const { page, args: Arguments } = classesOf(listed);
  const { plural } = listed;
  const owner = `the ${wordsOf(record)}`;
  @Resolver(() => classesOf(record).type)
  class ManyOfRecord {
    @FieldResolver(() => page, { nullable: true, description: `The ${wordsOfName(plural)} of ${owner}.` })
    @Allow(rule)
    @Batched()
    [name](
      @Root() rows: Parents<Row>,
      @CurrentScope() scope: Scope,
      @Args(() => Arguments) args: object,
      @Info() info: GraphQLResolveInfo,
    ): Promise<(PageOf<Row> | Error)[]> {
      const of = { field, ids: rows.map(({ id }) => id), args: args as RecordListArgs };
      return readRecordPages(scope, listed as AnyRecord, of, requestedFields(info));
    }
  }
  return ManyOfRecord;
}

/** @throws Error at the start, for a definition with an unknown target */
function targetOf(targets: Targets, name: string): RelationTarget & { record?: AnyRecord } {
  const target = targets.get(name);
  if (!target)
    throw new Error(`The target ${name} of a relation must be the name of a record or of another relation target.`);
  return target;
}
