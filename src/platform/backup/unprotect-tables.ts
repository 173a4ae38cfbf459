import type pg from 'pg';
import type { Sql } from '../database/sql.js';

interface ForeignKey {
  table: string;
  /** The table that it refers to. */
  parent: string;
  name: string;
  definition: string;
}

interface Protection {
  table: string;
  /** Row-level security applies to the owner, for whom COPY would refuse the table. */
  forced: boolean;
  /** What was revoked from the owner. */
  revoked: string[];
}

/**
 * Lets the owner of tables write rows as they are, within the caller's transaction: without triggers, foreign keys, row-level
 * security and with privileges that were revoked from it.
 * @returns restores all of that; foreign keys are checked then
 */
export async function unprotectTables(sql: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const keys = await foreignKeys(sql as pg.Client);
  const protections = await readProtections(sql, tables);
  for (const { table, name } of keys) await sql.query(`alter table ${table} drop constraint "${name}"`);
  for (const { table, forced, revoked } of protections) {
    if (forced) await sql.query(`alter table "${table}" no force row level security`);
    if (revoked.length > 0) await sql.query(`grant ${revoked.join(', ')} on "${table}" to current_user`);
    await sql.query(`alter table "${table}" disable trigger user`);
  }
  return async () => {
    for (const { table, name, definition } of keys) {
      await sql.query(`alter table ${table} add constraint "${name}" ${definition}`);
    }
    for (const { table, forced, revoked } of protections) {
      await sql.query(`alter table "${table}" enable trigger user`);
      if (revoked.length > 0) await sql.query(`revoke ${revoked.join(', ')} on "${table}" from current_user`);
      if (forced) await sql.query(`alter table "${table}" force row level security`);
    }
  };
}

/** Foreign keys of tables; those of partitions follow them. From the catalog of Postgres, so not typed, like what follows. */
export async function foreignKeys(sql: Sql): Promise<ForeignKey[]> {
  const { rows } = await sql.query<ForeignKey>(
    `/* foreign_keys */ select conrelid::regclass::text as table, confrelid::regclass::text as parent, conname::text as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
     order by 1, 3`,
  );
  return rows;
}

async function readProtections(sql: pg.ClientBase, tables: readonly string[]): Promise<Protection[]> {
  const { rows } = await sql.query<Protection>(
    `/* table_protections */ select c.relname::text as table, c.relforcerowsecurity as forced,
       array(select p from unnest(array['insert', 'update', 'delete', 'truncate']) p
         where not has_table_privilege(c.oid, p)) as revoked
     from pg_class c where c.relname = any ($1) and c.relnamespace = current_schema()::regnamespace order by c.relname`,
    [tables],
  );
  return rows;
}
