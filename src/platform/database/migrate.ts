import { setTimeout as delay } from 'node:timers/promises';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { FormerSchemaError, NewerSchemaError } from '../errors/database-errors.js';
import { advisoryLock } from './advisory-lock.js';
import { connectionConfig } from './connection-config.js';
import { readSetting } from './read-setting.js';
import { retryConflicts } from './retry-conflicts.js';
import type { Sql } from './sql.js';
import { tableOf, typed } from './typed-sql.js';

/** Handwritten migrations, oldest first. Names never change once released. */
export type MigrationList = readonly {
  name: string;
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
}[];

export interface MigrateOptions {
  url: string;
  migrations: MigrationList;
  onProgress?: (message: string) => void;
  /** Called first; what it throws stops the migration. */
  check?: (sql: pg.Client) => Promise<void>;
}

/** Anything that runs a statement: a client or a pool. */
interface Queryable {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
}

const LOCK = 7_301_441;
const CONNECT_MS = 10_000;
/**
 * Milliseconds for which a migration waits for a lock on a table: all statements that use the table wait behind it. The
 * URL's own `lock_timeout` takes precedence.
 */
const lockMs = 5_000;
const lockTries = 5;
const closeMs = 2_000;
/** The oldest version with `uuidv7()` and the other features that the tables use. */
export const oldestPostgres = 18;

/**
 * Migrates the database. Any number of processes may call it concurrently: one works, the others wait. The migrations are
 * applied in one transaction. Costs one query if there is nothing to do.
 * @returns the names of the migrations that this call applied, in order
 * @throws FormerSchemaError, or NewerSchemaError after a newer release, before anything is changed
 */
export async function migrate({
  url,
  migrations,
  onProgress = () => {},
  check = async () => {},
}: MigrateOptions): Promise<{ applied: string[] }> {
  const client = new pg.Client({ ...connectionConfig(url), connectionTimeoutMillis: CONNECT_MS });
  // A connection that breaks while idle also fails the next query. Without a listener the error would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await check(client);
    if ((await requireKnown(client, migrations)).length === 0) return { applied: [] };
    // A lock of the session: the end of the connection releases it in any case.
    await advisoryLock(client, 'lock_migrations', 'pg_advisory_lock', LOCK);
    const pending = await requireKnown(client, migrations);
    if (pending.length === 0) return { applied: [] };
    await requireVersion(client);
    onProgress(`Updating the database schema (${pending.length} ${pending.length === 1 ? 'step' : 'steps'}) …`);
    // A server that still runs can make Postgres abort the transaction of the migrations, as a deadlock.
    await retryLocks(client, lockTimeout(url) / 5, () => retryConflicts(() => applyMigrations(url, migrations)));
    return { applied: pending };
  } finally {
    await client.end();
  }
}

function lockTimeout(url: string): number {
  return connectionConfig(url).lock_timeout ?? lockMs;
}

/** Repeats migrations that waited too long for a lock. @throws Error naming the transactions that may hold it */
async function retryLocks(database: Queryable, pauseMs: number, apply: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await apply();
    } catch (error) {
      if ((error as { code?: unknown }).code !== '55P03') throw error;
      if (tries === lockTries) throw new Error(await lockMessage(database), { cause: error });
    }
    await delay(pauseMs);
  }
}

/** Not typed, like everything that is read from the catalogs of Postgres. */
async function lockMessage(database: Queryable): Promise<string> {
  const { rows } = await database.query(
    `/* lock_holders */ select distinct pid, application_name as name, state, xact_start from pg_stat_activity join pg_locks l using (pid)
     where l.relation is not null and datname = current_database() and pid <> pg_backend_pid() order by xact_start limit 5`,
  );
  const holders = rows.map(({ pid, name, state }) => `pid ${pid} (${name || 'no name'}, ${state})`).join(', ');
  return `The migrations wait for a lock on a table that another transaction holds: ${holders || 'it has ended meanwhile'}. Nothing was changed. End that transaction, for example by pg_terminate_backend, and start again.`;
}

async function requireVersion(database: pg.Client): Promise<void> {
  const version = (await readSetting(database, 'server_version', 'server_version')) ?? '';
  if (Number.parseInt(version, 10) >= oldestPostgres) return;
  throw new Error(`The database must be Postgres ${oldestPostgres} or newer, but is Postgres ${version}.`);
}

/**
 * Names of the migrations that `database` lacks, in order. Migrations of a newer release are ignored: a process of this
 * one goes on while a rolling update replaces it.
 * @throws FormerSchemaError if migrations older than the first one of this version were applied
 */
export async function pendingMigrations(database: Queryable, migrations: MigrationList): Promise<string[]> {
  return (await migrationStatus(database, migrations)).pending;
}

/**
 * The same for a process that starts.
 * @throws NewerSchemaError naming the migrations that this release does not know
 */
export async function requireKnown(database: Queryable, migrations: MigrationList): Promise<string[]> {
  const { pending, unknown } = await migrationStatus(database, migrations);
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  return pending;
}

/** The migrations of a database, each in order. */
export interface MigrationStatus {
  applied: string[];
  /** Those of this release that were not applied. */
  pending: string[];
  /** Applied ones that this release does not know: those of a newer one. */
  unknown: string[];
}

/** Compares a database with this release. @throws FormerSchemaError like `pendingMigrations` */
export async function migrationStatus(database: Queryable, migrations: MigrationList): Promise<MigrationStatus> {
  const applied = await appliedMigrations(database);
  const names = migrations.map(({ name }) => name);
  if (applied.some((name) => name < (names[0] ?? ''))) throw new FormerSchemaError();
  return {
    applied,
    pending: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
  };
}

/** The table of the migrator, which MikroORM creates. */
export const migrationTable = tableOf<{ name: string; executedAt: Date }>()('mikro_orm_migrations');

/** Empty if the database is empty. */
async function appliedMigrations(database: Queryable): Promise<string[]> {
  try {
    const rows = await typed(database as Sql, 'applied_migrations', migrationTable)
      .selectFrom('mikro_orm_migrations')
      .select('name')
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  } catch (error) {
    // The table does not exist yet.
    if (error instanceof pg.DatabaseError && error.code === '42P01') return [];
    throw error;
  }
}

/** MikroORM's connection to the database at `url`, with the application's migrations. */
export function migratorOptions(url: string, migrations: MigrationList) {
  return defineConfig({
    dbName: connectionConfig(url).database ?? '',
    driverOptions: { ...connectionConfig(url), lock_timeout: lockTimeout(url) },
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    pool: { min: 0, max: 2 },
    migrations: { migrationsList: [...migrations], snapshot: false, allOrNothing: true, silent: true },
  });
}

async function applyMigrations(url: string, migrations: MigrationList): Promise<void> {
  const orm = await MikroORM.init(migratorOptions(url, migrations));
  try {
    await orm.migrator.up();
  } catch (error) {
    // A transaction whose connection broke never releases it, and the pool waits for it.
    await Promise.race([orm.close(true), delay(closeMs)]);
    throw error;
  }
  await orm.close(true);
}
