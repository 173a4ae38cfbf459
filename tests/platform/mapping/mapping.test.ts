import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { defineEntity } from '@mikro-orm/postgresql';
import { entities } from '../../../src/app/collect-modules.js';
import { sessions } from '../../../src/contexts/accounts/entities/session.entity.js';
import { accounts, users } from '../../../src/contexts/accounts/entities/user.entity.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { column } from '../../../src/platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../src/platform/database/mapping/foreign-keys.js';
import { RowChanges, watchChanges } from '../../../src/platform/database/row-changes.js';
import { newId } from '../../../src/platform/new-id.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { testPool } from '../../support/test-pool.js';
import { mappingDifferences } from './mapping-differences.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function change(statements: string): Promise<void> {
  const pool = testPool(database.url, { max: 1 });
  await pool.query(statements);
  await pool.end();
}

test('the mapping and the migrations agree on every table, column and key', async () => {
  expect(await mappingDifferences(database.url, entities)).toEqual([]);
});

test('a unit of work writes rows in the order of their foreign keys', async () => {
  const db = await openDatabase({ url: database.url, entities, poolSize: 4 });
  const [accountId, userId] = [newId(), newId()];
  await db.transaction(async (sql) => {
    const em = db.entities(sql);
    watchChanges(em, new RowChanges());
    const times = { createdAt: new Date(), refreshedAt: new Date(), expiresAt: new Date() };
    em.persist(em.create(sessions, { id: newId(), userId, tokenHash: Buffer.from('a'), ...times }));
    em.persist(em.create(users, { id: userId, accountId, email: 'ana@example.com', name: 'Ana', passwordHash: 'a' }));
    em.persist(em.create(accounts, { id: accountId, name: 'Ana' }));
    await em.flush();
  });
  expect(await db.entities(db.pool).findOne(sessions, { userId })).toMatchObject({ userId, endedAt: null });
  await db.close();
});

describe('a difference is reported', () => {
  test('where tables, columns and foreign keys are in the database only', async () => {
    await change(`
      create table notes (id uuid primary key);
      alter table contacts add column nickname text;
      alter table users add column inviter uuid references users`);
    expect(await mappingDifferences(database.url, entities)).toEqual([
      'contacts.nickname: in the database only',
      'notes: in the database only',
      'users.inviter: in the database only',
      'users.users_inviter_fkey: in the database only',
    ]);
  });

  test('where they are mapped only', async () => {
    await change(`
      alter table sessions drop column refreshed_at;
      alter table sessions drop constraint sessions_user_id_fkey;
      drop table rate_limits`);
    expect(await mappingDifferences(database.url, entities)).toEqual([
      'rate_limits: mapped only',
      'sessions.refreshed_at: mapped only',
      'sessions.sessions_user_id_fkey: mapped only',
    ]);
  });

  test('where types, nulls, defaults or keys differ', async () => {
    await change(`
      create table labels (a uuid, b uuid, names text[], at timestamptz, many integer default 2, primary key (a));
      create table pairs (label uuid primary key references labels on delete set null)`);
    const labels = defineEntity({
      name: 'Label',
      tableName: 'labels',
      properties: {
        a: column.uuid().primary(),
        b: column.uuid().primary(),
        names: column.uuids().nullable(),
        at: column.time().nullable(),
        many: column.integer().default(3).nullable(),
      },
    });
    const pair = defineEntity({ name: 'Pair', tableName: 'pairs', properties: { label: column.uuid().primary() } });
    const pairs = withForeignKeys(pair, { label: cascade('accounts', 'pairs_label_fkey') });
    expect(await mappingDifferences(database.url, [...entities, labels, pairs])).toEqual([
      'labels.at: another type',
      'labels.at: timestamp with time zone in the database, timestamp(3) with time zone in the mapping',
      'labels.b: another nullable',
      'labels.many: another default',
      'labels.names: text[] in the database, uuid[] in the mapping',
      'labels: another primary key',
      'pairs.pairs_label_fkey: another foreign key',
    ]);
  });
});
