import type { ClassType } from 'type-graphql';
import type { DeclaredRule } from '../graphql/allow.js';
import type { Scope } from '../graphql/context.js';
import type { RequestedFields } from '../graphql/requested-fields.js';

/**
 * Where a record leads to. `target` is the name of a GraphQL type, so that two kinds of records can lead to each other.
 * `one`: the row that a field names. `each`: the rows that a list of ids names. `many`: the rows whose field names this
 * record. `entry`: the object of a list in another row, by its id.
 */
export type Relation =
  | { kind: 'one'; field: string; target: string }
  | { kind: 'each'; field: string; target: string }
  | { kind: 'many'; field: string; target: string }
  | { kind: 'entry'; field: string; target: string; through: string; list: string };

/** The row that a field names; null where it names none. */
export function one(field: string, target: string): Relation {
  return { kind: 'one', field, target };
}

/** The rows that a list of ids names, without those that are gone. */
export function each(field: string, target: string): Relation {
  return { kind: 'each', field, target };
}

/** A page of the records whose `field` names this one, with the arguments of their own list. */
export function many(target: string, field: string): Relation {
  return { kind: 'many', field, target };
}

/** The object whose id `field` holds, in a list of the record that `through` names. */
export function entry(
  field: string,
  { through, target, list }: Record<'through' | 'target' | 'list', string>,
): Relation {
  return { kind: 'entry', field, target, through, list };
}

/** The fields of a record that a relation starts from. */
export function columnsOf(relation: Relation): string[] {
  if (relation.kind === 'many') return [];
  return relation.kind === 'entry' ? [relation.field, relation.through] : [relation.field];
}

/** What records can lead to that is no record itself: a flow, a member. */
export interface RelationTarget {
  /** Of its GraphQL type. */
  name: string;
  type: ClassType<object>;
  /** Who may read it. */
  rule: DeclaredRule;
  /** One of them, read together with others that are asked for at the same time. Null where there is none. */
  load(scope: Scope, id: string, fields: RequestedFields): Promise<object | null>;
}
