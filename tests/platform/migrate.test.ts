import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { migrations } from '../../migrations/index.js';
import { migrate, pendingMigrations } from '../../src/platform/database/migrate.js';
import { FormerSchemaError } from '../../src/platform/errors/database-errors.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';

class CreatePlanets extends Migration {
  override up(): void {
    this.addSql('create table planets (name text primary key)');
  }
}

class BreakHalfway extends Migration {
  override up(): void {
    this.addSql('create table moons (name text)');
    this.addSql('select no_such_function()');
  }
}

class EndConnection extends Migration {
  override up(): void {
    this.addSql('select pg_terminate_backend(pg_backend_pid())');
  }
}

class LockUsers extends Migration {
  override up(): void {
    this.addSql('alter table users add column if not exists planet text');
  }
}

const planets = { name: '20990101000000-create-planets', class: CreatePlanets };
const broken = { name: '20990101000001-break-halfway', class: BreakHalfway };

const databases: TestDatabase[] = [];
let empty: TestDatabase;
let migrated: TestDatabase;

async function opened(making: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await making;
  databases.push(database);
  return database;
}

beforeAll(async () => {
  empty = await opened(createEmptyDatabase());
  migrated = await opened(createTestDatabase());
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('several processes that migrate an empty database at once all succeed, and one of them does the work', async () => {
  const results = await Promise.all(Array.from({ length: 4 }, () => migrate({ url: empty.url, migrations })));
  const all = migrations.map(({ name }) => name);
  expect(results.flatMap(({ applied }) => applied)).toEqual(all);
  const pending = await connected(empty.url, (client) => pendingMigrations(client, migrations));
  expect(pending).toEqual([]);
});

test('an up-to-date database is left alone after one query', async () => {
  expect(await migrate({ url: migrated.url, migrations })).toEqual({ applied: [] });
  await connected(migrated.url, async (client) => {
    let queries = 0;
    const counting = {
      query: (text: string) => {
        queries += 1;
        return client.query(text);
      },
    };
    expect(await pendingMigrations(counting, migrations)).toEqual([]);
    expect(queries).toBe(1);
  });
});

test('what is pending is named, and only that is applied', async () => {
  const { url } = await opened(createTestDatabase());
  const longer = [...migrations, planets];
  expect(await connected(url, (client) => pendingMigrations(client, longer))).toEqual([planets.name]);
  const progress: string[] = [];
  const { applied } = await migrate({ url, migrations: longer, onProgress: (message) => progress.push(message) });
  expect(applied).toEqual([planets.name]);
  expect(progress).toHaveLength(1);
  await connected(url, (client) => client.query('select name from planets'));
});

test('of a migration that fails nothing stays, nor of those before it', async () => {
  const { url } = await opened(createTestDatabase());
  const longer = [...migrations, planets, broken];
  await expect(migrate({ url, migrations: longer })).rejects.toThrow(/no_such_function/);
  await connected(url, async (client) => {
    const { rows } = await client.query("select to_regclass('planets') as planets, to_regclass('moons') as moons");
    expect(rows).toEqual([{ planets: null, moons: null }]);
    expect(await pendingMigrations(client, longer)).toEqual([planets.name, broken.name]);
  });
});

test('a database that goes away meanwhile ends the migration with an error', async () => {
  const ended = { name: '20990101000002-end-connection', class: EndConnection };
  const list = [...migrations, ended];
  await expect(migrate({ url: migrated.url, migrations: list })).rejects.toThrow(/terminat/);
  expect(await connected(migrated.url, (client) => pendingMigrations(client, list))).toEqual([ended.name]);
});

test('a database of a newer release is left as it is, and what is unknown is named', async () => {
  const { url } = await opened(createTestDatabase());
  await migrate({ url, migrations: [...migrations, planets] });
  await expect(migrate({ url, migrations })).rejects.toThrow(
    `The database has migrations of a newer release: ${planets.name}. Install that release`,
  );
  await connected(url, async (client) => expect(await pendingMigrations(client, migrations)).toEqual([]));
});

test('migrations wait for a lock for a short time, again and again, and then name who holds it', async () => {
  const { url } = await opened(createTestDatabase());
  const limited = `${url}?lock_timeout=20`;
  const longer = [...migrations, { name: '20990101000002-lock-users', class: LockUsers }];
  await connected(url, async (client) => {
    await client.query(`set application_name = 'report'`);
    await client.query('begin');
    await client.query('lock table users in access share mode');
    await expect(migrate({ url: limited, migrations: longer })).rejects.toThrow(
      /another transaction holds: pid \d+ \(report, idle in transaction\).* Nothing was changed/,
    );
    const waiting = migrate({ url: limited, migrations: longer });
    await client.query('commit');
    expect((await waiting).applied).toEqual(['20990101000002-lock-users']);
  });
});

test('a database of a version from before the first migration is left as it is', async () => {
  const { url } = await opened(createEmptyDatabase());
  const first = { name: '20200101000000-create-planets', class: CreatePlanets };
  await migrate({ url, migrations: [first] });
  await expect(migrate({ url, migrations })).rejects.toThrow(FormerSchemaError);
  await connected(url, async (client) => {
    await expect(pendingMigrations(client, migrations)).rejects.toThrow(FormerSchemaError);
    const { rows } = await client.query('select name from mikro_orm_migrations');
    expect(rows).toEqual([{ name: first.name }]);
  });
});
