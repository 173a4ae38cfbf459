import { describe, expect, test } from '@jest/globals';
import { DatabaseError } from '../../src/platform/foreign-databases/index.js';
import { nodeOf, portsWith, runNode } from './run-node.js';

const answer = { rows: [], rowCount: 0, more: false, insertId: null };
const base = { connection: 'Shop', table: 'order"s`' };

/** The statement that a node runs. */
async function statementOf(type: string, data: Record<string, unknown>) {
  const ran: { text: string; parameters: readonly unknown[] }[] = [];
  const run = async (_: string, { text, parameters }: { text: string; parameters: readonly unknown[] }) => {
    ran.push({ text, parameters });
    return answer;
  };
  const { outcome } = await runNode(type, data, { ports: portsWith({ database: { run } }) });
  return { ...ran[0], outcome };
}

describe('nodes of databases', () => {
  test.each<[string, Record<string, unknown>, string, unknown[]]>([
    ['app.postgres.select', { ...base, schema: 's' }, 'select * from "s"."order""s`" limit 1001', []],
    [
      'app.mysql.select',
      {
        ...base,
        columns: ['a', '*'],
        where: [{ column: 'a', operator: 'in', value: [1, 2] }, { column: 'b' }],
        match: 'any',
        orderBy: [{ column: 'a' }],
        maxRows: 5,
      },
      'select `a`, `*` from `order"s``` where `a` in (?, ?) or `b` is null order by `a` limit 6',
      [1, 2],
    ],
    [
      'app.postgres.select',
      {
        ...base,
        where: [
          { column: 'a', operator: 'in', value: [1, 2] },
          { column: 'b', operator: '!=', value: 'x' },
          { column: 'c', operator: 'isNotNull' },
        ],
      },
      'select * from "order""s`" where "a" = any($1) and "b" <> $2 and "c" is not null limit 1001',
      [[1, 2], 'x'],
    ],
    [
      'app.mysql.select',
      { ...base, where: [{ column: 'a', operator: 'in', value: [] }] },
      'select * from `order"s``` where 1 = 0 limit 1001',
      [],
    ],
    [
      'app.postgres.insert',
      { ...base, rows: [{ a: 1 }, { b: null }], returning: ['*'] },
      'insert into "order""s`" ("a", "b") values ($1, default), (default, $2) returning *',
      [1, null],
    ],
    [
      'app.postgres.insert',
      { ...base, rows: { a: 1 }, onConflict: 'skip' },
      'insert into "order""s`" ("a") values ($1) on conflict do nothing',
      [1],
    ],
    [
      'app.mysql.insert',
      { ...base, rows: { a: 1 }, onConflict: 'skip' },
      'insert into `order"s``` (`a`) values (?) on duplicate key update `a` = `a`',
      [1],
    ],
    [
      'app.postgres.upsert',
      { ...base, rows: { a: 1, b: 2 }, keys: ['a'] },
      'insert into "order""s`" ("a", "b") values ($1, $2) on conflict ("a") do update set "b" = excluded."b"',
      [1, 2],
    ],
    [
      'app.mysql.upsert',
      { ...base, rows: { a: 1, b: 2 }, keys: ['a'] },
      'insert into `order"s``` (`a`, `b`) values (?, ?) on duplicate key update `b` = values(`b`)',
      [1, 2],
    ],
    [
      'app.postgres.update',
      { ...base, values: { a: 1 }, where: [{ column: 'b', value: 2 }] },
      'update "order""s`" set "a" = $1 where "b" = $2',
      [1, 2],
    ],
    [
      'app.mysql.delete',
      { ...base, where: [{ column: 'b', operator: 'like', value: '%x' }] },
      'delete from `order"s``` where `b` like ?',
      ['%x'],
    ],
  ])('%s quotes names and binds values: %j', async (type, data, text, parameters) => {
    expect(await statementOf(type, data)).toMatchObject({ text, parameters });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['app.postgres.delete', { ...base, where: [] }, 'where'],
    ['app.postgres.update', { ...base, values: {}, where: [{ column: 'a' }] }, 'values'],
    ['app.postgres.query', { connection: 'Shop', sql: 'select {{x}}' }, 'sql'],
    ['app.mysql.select', { ...base, table: '' }, 'table'],
    ['app.mysql.select', { ...base, where: [{ column: 'a', operator: '; drop' }] }, 'where'],
  ])('%s refuses %j', (type, data, field) => {
    const parsed = nodeOf(type).fields.safeParse(data);
    expect(parsed.error?.issues[0]?.path[0]).toBe(field);
  });

  test('insert nothing without a statement, and refuse too many values', async () => {
    expect((await statementOf('app.postgres.insert', { ...base, rows: [] })).outcome).toMatchObject({
      kind: 'done',
      output: { rowCount: 0 },
    });
    const wide = Object.fromEntries(Array.from({ length: 66 }, (_, index) => [`c${index}`, index]));
    const rows = Array.from({ length: 1_000 }, () => wide);
    const { outcome, text } = await statementOf('app.mysql.insert', { ...base, rows });
    expect(text).toBeUndefined();
    expect(outcome).toMatchObject({ kind: 'failed', retryable: false, error: { code: 'FIELD_INVALID' } });
    expect((await statementOf('app.mysql.upsert', { ...base, rows: { a: 1 }, keys: ['b'] })).outcome).toMatchObject({
      error: { code: 'FIELD_INVALID' },
    });
  });

  test('fail with the code of the database, and are repeated where that helps', async () => {
    const run = () => Promise.reject(new DatabaseError('DATABASE_STATEMENT', 'deadlock', true, '40P01'));
    const { outcome } = await runNode(
      'app.postgres.query',
      { connection: 'Shop', sql: 'select 1' },
      { ports: portsWith({ database: { run } }) },
    );
    expect(outcome).toEqual({
      kind: 'failed',
      error: { code: 'DATABASE_STATEMENT', message: 'deadlock' },
      retryable: true,
    });
  });
});
