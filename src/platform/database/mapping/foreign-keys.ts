import { EntitySchema } from '@mikro-orm/postgresql';

/** The table that a field references, by name: it may belong to a module of a higher layer. */
export interface ForeignKey {
  table: string;
  onDelete: 'cascade' | 'set null' | 'no action';
  /** The constraint's name. Defaults to the one that Postgres generates. */
  name?: string;
}

/** Foreign keys by field. Where the other table's key includes the workspace, the foreign key does too. */
export type ForeignKeys = Readonly<Record<string, ForeignKey>>;

/** The row is deleted with the one it refers to. */
export function cascade(table: string, name?: string): ForeignKey {
  return { table, onDelete: 'cascade', ...(name && { name }) };
}

/** The field becomes null when the row it refers to is deleted. */
export function setNull(table: string, name?: string): ForeignKey {
  return { table, onDelete: 'set null', ...(name && { name }) };
}

/** The row it refers to cannot be deleted. */
export function restrict(table: string, name?: string): ForeignKey {
  return { table, onDelete: 'no action', ...(name && { name }) };
}

/** By class: every entity has one, whichever way it is declared. */
const declared = new WeakMap<object, ForeignKeys>();

/** Declares the foreign keys of an entity of `defineEntity`. */
export function withForeignKeys<E extends EntitySchema>(entity: E, keys: ForeignKeys): E {
  declared.set(entity.meta.class, keys);
  return entity;
}

/** Declares the foreign keys of an entity class. */
export function References(keys: ForeignKeys): ClassDecorator {
  return (target) => {
    declared.set(target, keys);
  };
}

/** The foreign keys of an entity, by its class. */
export function foreignKeysOf(entityClass: object): ForeignKeys {
  return declared.get(entityClass) ?? {};
}
