import {
  DatabaseSchema,
  type Dictionary,
  type EntityName,
  MikroORM,
  SchemaComparator,
  type TableDifference,
} from '@mikro-orm/postgresql';
import { ormOptions } from '../../../src/platform/database/database.js';

/** In what the mapping and the tables of a database differ, a line each: none where they agree. */
export async function mappingDifferences(url: string, entities: EntityName[]): Promise<string[]> {
  const orm = await MikroORM.init(ormOptions({ url, entities, poolSize: 4 }));
  try {
    const platform = orm.em.getPlatform();
    // Foreign keys stand beside the props, where the schema of the mapping is made of props.
    for (const meta of orm.getMetadata()) meta.props.push(...meta.relations);
    const actual = await DatabaseSchema.create(orm.em.getConnection(), platform, orm.config, 'public');
    const mapped = orm.schema.getTargetSchema();
    const { newTables, removedTables, changedTables } = new SchemaComparator(platform).compare(actual, mapped);
    return [
      ...Object.values(newTables).map(({ name }) => `${name}: mapped only`),
      ...Object.values(removedTables)
        .filter(isOurs)
        .map(({ name }) => `${name}: in the database only`),
      ...Object.values(changedTables).flatMap(tableDifferences),
      ...(await typeDifferences(orm, mapped)),
    ].sort();
  } finally {
    await orm.close(true);
  }
}

/** The migrations of MikroORM have a table of their own. A partition is like the table that it is a part of. */
function isOurs({ name }: TableDifference['fromTable']): boolean {
  return !name.startsWith('mikro_orm_') && !/_(\d{8}|default)$/.test(name);
}

/** Columns and keys only: indexes, checks, triggers and policies are the migrations' own. */
function tableDifferences(difference: TableDifference): string[] {
  const { name, fromTable, toTable } = difference;
  const lines = (what: string, of: Dictionary) => Object.keys(of).map((key) => `${name}.${key}: ${what}`);
  // Of a column that Postgres computes the comparator wants a new one: the mapping does not tell its expression.
  const isComputed = (column: string) => fromTable.getColumn(column)?.generated && toTable.getColumn(column)?.generated;
  const oneSided = (of: Dictionary) => Object.fromEntries(Object.entries(of).filter(([column]) => !isComputed(column)));
  const changed = Object.entries(difference.changedColumns).flatMap(([column, { changedProperties }]) =>
    [...changedProperties]
      .filter((property) => !isOfMigrations(property, toTable.getColumn(column)?.default))
      .map((property) => `${name}.${column}: another ${property}`),
  );
  return [
    ...lines('mapped only', oneSided(difference.addedColumns)),
    ...lines('in the database only', oneSided(difference.removedColumns)),
    ...lines('of another name', difference.renamedColumns),
    ...lines('mapped only', difference.addedForeignKeys),
    ...lines('in the database only', difference.removedForeignKeys),
    ...lines('another foreign key', difference.changedForeignKeys),
    ...changed,
    ...(keyOf(fromTable) === keyOf(toTable) ? [] : [`${name}: another primary key`]),
  ];
}

/** The values that a check allows, and defaults that only statements use. */
function isOfMigrations(property: string, mappedDefault: unknown): boolean {
  return property === 'enumItems' || (property === 'default' && (mappedDefault ?? null) === null);
}

/** A table without a key is mapped by where its rows stand. */
function keyOf(table: TableDifference['fromTable']): string {
  return table.getPrimaryKey()?.columnNames.join().replace('ctid', '') ?? '';
}

/** Asked of Postgres itself: the comparator takes lists and unknown types for equal. */
async function typeDifferences(orm: MikroORM, mapped: DatabaseSchema): Promise<string[]> {
  const columns = mapped
    .getTables()
    .flatMap((table) => table.getColumns().map(({ name, type }) => ({ table: table.name, column: name, type })));
  const rows = await orm.em.execute<{ name: string; actual: string; mapped: string }[]>(
    `select * from (
       select m.table || '.' || m.column as name, format_type(a.atttypid, a.atttypmod) as actual,
         format_type(to_regtype(m.type), to_regtypemod(m.type)) as mapped
       from jsonb_to_recordset(?::jsonb) m("table" text, "column" text, type text)
       join pg_attribute a on a.attrelid = to_regclass(m.table) and a.attname = m.column) t
     where actual is distinct from mapped`,
    [JSON.stringify(columns)],
  );
  return rows.map((row) => `${row.name}: ${row.actual} in the database, ${row.mapped} in the mapping`);
}
