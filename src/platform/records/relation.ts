import type { ClassType } from 'type-graphql';
import type { DeclaredRule } from '../graphql/allow.js';
import type { Scope } from '../graphql/context.js';
import type { RequestedFields } from '../graphql/requested-fields.js';

/**
 * A relation from a record to others. `target` is the name of a GraphQL type, so that two kinds of records can refer to
 * each other. `one`: the row that a field refers to. `each`: the rows of a list of IDs. `many`: the rows whose field refers
 * to this record. `entry`: the object in a list of another row, by its ID.
 */
export type Relation =
  | { kind: 'one'; field: string; target: string }
  | { kind: 'each'; field: string; target: string }
  | { kind: 'many'; field: string; target: string }
  | { kind: 'entry'; field: string; target: string; through: string; list: string };

/** The row that a field refers to; null if the field is null. */
export function one(field: string, target: string): Relation {
  return { kind: 'one', field, target };
}

/** The rows of a list of IDs, without deleted ones. */
export function each(field: string, target: string): Relation {
  return { kind: 'each', field, target };
}

/** A page of the records whose `field` refers to this one, with the arguments of their own list. */
export function many(target: string, field: string): Relation {
  return { kind: 'many', field, target };
}

/** The object with the ID in `field`, in a list of the record that `through` refers to. */
export function entry(
  field: string,
  { through, target, list }: Record<'through' | 'target' | 'list', string>,
): Relation {
  return { kind: 'entry', field, target, through, list };
}

/** The fields of a record that a relation needs. */
export function columnsOf(relation: Relation): string[] {
  if (relation.kind === 'many') return [];
  return relation.kind === 'entry' ? [relation.field, relation.through] : [relation.field];
}

/** A target of relations that is not a record: a flow, a member. */
export interface RelationTarget {
  /** Its name: that of its GraphQL type, unless one type has several. */
  name: string;
  type: ClassType<object>;
  /** Its table, with the columns `workspace_id` and `id`, in which `node(id)` finds it. */
  table?: string;
  /** The access rule for reading it. */
  rule: DeclaredRule;
  /** Loads one of them, batched with others that are requested at the same time; null if it does not exist. */
  load(scope: Scope, id: string, fields: RequestedFields): Promise<object | null>;
}
