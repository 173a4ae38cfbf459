import type { InferKyselyDB } from '@mikro-orm/postgresql';
import {
  CamelCasePlugin,
  type ColumnType,
  type InsertType,
  type Kysely,
  type RawBuilder,
  type SelectType,
  sql as sqlText,
  type UpdateType,
} from 'kysely';
import type { Sql } from './sql.js';
import { kyselyOver } from './sql-driver.js';
import { labelled, statement } from './statement.js';
import { storableJson } from './storable-json.js';

/** A table with its name and its columns, for entities that are classes; see `tableOf`. */
export interface Table<Name extends string = string, Columns = unknown> {
  readonly tableName: Name;
  readonly columns?: Columns;
}

/** The table of an entity class. @param tableName as in its `@Entity` */
export function tableOf<T>() {
  return <Name extends string>(tableName: Name): Table<Name, Required<T>> => ({ tableName });
}

// Entities of `defineEntity` have their columns in their types.
interface Mapped {
  name: string;
}

type TablesOf<E> = ([Extract<E, Mapped>] extends [never]
  ? unknown
  : WithTexts<InferKyselyDB<Extract<E, Mapped>, { columnNamingStrategy: 'property' }>>) & {
  [T in Extract<E, Table> as T['tableName']]: WithText<NonNullable<T['columns']>>;
};

/** The pools leave times as Postgres writes them, because lists print many of them as they are. */
type WithText<Columns> = {
  [C in keyof Columns]: [Extract<SelectType<Columns[C]>, Date>] extends [never]
    ? Columns[C]
    : ColumnType<SelectType<Columns[C]> | string, InsertType<Columns[C]> | string, UpdateType<Columns[C]> | string>;
};
type WithTexts<Tables> = { [T in keyof Tables]: WithText<Tables[T]> };

/**
 * Writes statements whose tables and columns the compiler knows from the entities. Names of columns are those of properties, here
 * and in the results, which have the selected columns only. Each is sent by `sql`, in its transaction and tenant scope, and prepared
 * once a connection.
 * @param label begins the statement, as in `/* list_flows *\/`
 * @param entities those that the statement names; only their types are read
 */
export function typed<E extends (Mapped | Table)[]>(
  sql: Sql,
  label: string,
  ..._entities: E
): Kysely<TablesOf<E[number]>> {
  return kyselyOver((text, values) => sql.query(statement(labelled(label, text), values)), plugins);
}

// Keys inside of JSON are data.
const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/** Compares a column with each of `values`, in one text for any number of them. */
export function anyOf<T>(values: readonly T[]): RawBuilder<T> {
  return sqlText<T>`any(${values})`;
}

/** An expression of Postgres that the builder does not have. */
export { sqlText as expression };

/** A value that is an array, as for `@>`; a bare array is read as a list of values. */
export function arrayOf<T>(values: readonly T[]): RawBuilder<T[]> {
  return sqlText<T[]>`${values}`;
}

/** A value of a column of JSON; a bare array would be one of Postgres. */
export function jsonOf<T>(value: T): RawBuilder<T> {
  return sqlText<T>`${storableJson(value)}`;
}

/** A constant as text, where the plan depends on it: a partial index is used only if its condition is seen. */
export function lit<T = string>(value: string): RawBuilder<T> {
  return sqlText`${sqlText.lit(value)}`;
}

/** A time before that of the transaction. @param interval a constant, as in '24 hours' */
export function ago(interval: string): RawBuilder<Date> {
  return sqlText<Date>`now() - ${sqlText.lit(interval)}::interval`;
}

/** A time of the database's clock. @param seconds after the start of the transaction */
export function fromNow(seconds: number): RawBuilder<Date> {
  return sqlText`now() + make_interval(secs => ${seconds})`;
}
