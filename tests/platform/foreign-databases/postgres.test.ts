import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '../../support/wait-for.js';
import { type Asking, failureOf, startAsking } from './ask.js';
import { createForeignPostgres, type ForeignPostgres } from './foreign-postgres.js';

let foreign: ForeignPostgres;
let asking: Asking;
beforeAll(async () => {
  foreign = await createForeignPostgres();
  asking = startAsking();
});
afterAll(async () => {
  await asking.close();
  await foreign.drop();
});

const run = (text: string, parameters?: unknown[], more?: object) =>
  asking.ask(asking.access(foreign.url), text, parameters, more);
const running = (text: string) =>
  foreign.sql(
    `select pid from pg_stat_activity where query like '%${text}%' and state = 'active' and pid <> pg_backend_pid()`,
  );

describe('values of Postgres', () => {
  test.each<[string, unknown]>([
    ["'a''b'::text", "a'b"],
    ['true', true],
    ['null::int', null],
    ['42::int8', 42],
    ['9007199254740993::int8', '9007199254740993'],
    ['12.50::numeric', 12.5],
    ['0.1::numeric', 0.1],
    ['12345678901234567890.12::numeric', '12345678901234567890.12'],
    ["'NaN'::float8", 'NaN'],
    ['1.1::float4', 1.1],
    [`'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
    ["'2026-03-01'::date", '2026-03-01'],
    ["'2026-03-01 10:00:00.123456'::timestamp", '2026-03-01T10:00:00.123456'],
    ["'2026-03-01 10:00:00.5+02'::timestamptz", '2026-03-01T08:00:00.5Z'],
    ["'infinity'::timestamptz", 'infinity'],
    [`'\\x00ff'::bytea`, { $base64: 'AP8=' }],
    ['array[1,null,3]', [1, null, 3]],
    [`array['a"b', 'null', '{,}', null]`, ['a"b', 'null', '{,}', null]],
    [
      'array[[1,2],[3,4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["'{}'::text[]", []],
  ])('%s is %j', async (expression, expected) => {
    const { rows } = await run(`select ${expression} as value`);
    expect(rows).toEqual([{ value: expected }]);
  });

  test.each<[string, unknown, unknown]>([
    ['jsonb', { a: 'it\'s "q"' }, { a: 'it\'s "q"' }],
    ['jsonb', [1, 'two'], [1, 'two']],
    ['jsonb', 'text', 'text'],
    ['int8', '9007199254740993', '9007199254740993'],
    ['numeric', '12345678901234567890.12', '12345678901234567890.12'],
    ['text[]', ['a"b', '\\', null, '{}'], ['a"b', '\\', null, '{}']],
    ['int[]', [], []],
    ['jsonb[]', [{ a: 1 }, [2]], [{ a: 1 }, [2]]],
    ['bytea', { $base64: 'AP8=' }, { $base64: 'AP8=' }],
    ['timestamptz', '2026-03-01T08:00:00.123Z', '2026-03-01T08:00:00.123Z'],
    ['text', 5, '5'],
    ['bool', false, false],
    ['text', "'; drop table x; --", "'; drop table x; --"],
  ])('a parameter of type %s returns as it was sent: %j', async (type, value, expected) => {
    const { rows } = await run(`select $1::${type} as value`, [value]);
    expect(rows).toEqual([{ value: expected }]);
  });
});

describe('a statement', () => {
  test('returns no more rows than asked for, and says that there are others', async () => {
    const { rows, more, rowCount } = await run('select generate_series(1, 100000000) as i', [], { maxRows: 250 });
    expect([rows.length, rows.at(-1), more, rowCount]).toEqual([250, { i: 250 }, true, 250]);
    expect(await run('select i from generate_series(1, 250) i', [], { maxRows: 250 })).toMatchObject({ more: false });
  });

  test('returns no more bytes than an output may have', async () => {
    const { rows, more } = await run("select repeat('x', 1000000) as x from generate_series(1, 1000)");
    expect([rows.length, more]).toEqual([9, true]);
  });

  test('fails for a row that is larger', async () => {
    const failure = await failureOf(run("select repeat('x', 20000000) as x"));
    expect(failure).toMatchObject({ code: 'DATABASE_TOO_LARGE', retryable: false });
  });

  test('fails for a value of 80 megabytes, without holding it', async () => {
    const failure = await failureOf(run("select repeat('x', 80000000) as x"));
    expect(failure).toMatchObject({ code: 'DATABASE_TOO_LARGE', message: expect.stringContaining('at most') });
  });

  test('counts what it changed', async () => {
    await foreign.sql('create table counted (a int primary key, b jsonb)');
    expect(await run('insert into counted select i from generate_series(1, 7) i')).toMatchObject({
      rowCount: 7,
      rows: [],
    });
    expect(await run('delete from counted where a < 3 returning a')).toMatchObject({
      rowCount: 2,
      rows: [{ a: 1 }, { a: 2 }],
    });
  });

  test('is carried out whole, although not all of its rows are returned', async () => {
    await foreign.sql('create table whole (a int)');
    const inserted = await run('insert into whole select generate_series(1, 5000) returning a', [], { maxRows: 1 });
    expect(inserted).toMatchObject({ rows: [{ a: 1 }], more: true });
    expect(await foreign.sql('select count(*)::int as n from whole')).toEqual([{ n: 5000 }]);
  });

  test('cannot write where it only reads', async () => {
    await foreign.sql('create table kept (a int)');
    const failure = await failureOf(run('insert into kept values (1)', [], { readOnly: true }));
    expect(failure).toMatchObject({ code: 'DATABASE_STATEMENT', retryable: false });
    expect(failure.message).toContain('25006');
    expect(await run('select 1 as one', [], { readOnly: true })).toMatchObject({ rows: [{ one: 1 }] });
  });

  test('is one: a second one is refused', async () => {
    const failure = await failureOf(run('select 1; drop table kept'));
    expect(failure.message).toContain('42601');
    expect(await foreign.sql('select to_regclass($$kept$$) is null as gone')).toEqual([{ gone: false }]);
  });

  test('says which constraint it violates, and is not repeated', async () => {
    await foreign.sql('create table people (email text primary key)');
    await run('insert into people values ($1)', ['ana@example.com']);
    const failure = await failureOf(run('insert into people values ($1)', ['ana@example.com']));
    expect(failure).toMatchObject({ code: 'DATABASE_STATEMENT', retryable: false });
    expect(failure.message).toContain('23505');
    expect(failure.message).toContain('people_pkey');
  });

  test('names the number of its parameters where it is another', async () => {
    const failure = await failureOf(run('select $1::int, $2::int', [1]));
    expect(failure).toMatchObject({ code: 'DATABASE_STATEMENT' });
    expect(failure.message).toContain('2 parameters');
    expect(await run('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] });
  });

  test('that copies from the client fails, and the connection stays usable', async () => {
    await failureOf(run('copy people from stdin'));
    expect(await run('select 2 as two')).toMatchObject({ rows: [{ two: 2 }] });
  });

  test('leaves nothing to the next one: no setting, no transaction, no temporary table', async () => {
    await run("select set_config('app.left', 'yes', false)");
    await run('begin');
    await run('create temporary table left_over (a int)').catch(() => undefined);
    const { rows } = await run(
      "select current_setting('app.left', true) as setting, to_regclass('left_over') as found",
    );
    expect([null, '']).toContain(rows[0]?.setting);
    expect(rows[0]?.found).toBeNull();
  });

  test('is cancelled by the server when its time is over', async () => {
    const failure = await failureOf(run('select pg_sleep(60) /* late */', [], { timeoutMs: 200 }));
    expect(failure).toMatchObject({ code: 'DATABASE_TIMEOUT', retryable: true });
    await waitFor(async () => (await running('/* late */')).length === 0);
  });

  test('is cancelled at the server when the step is aborted', async () => {
    const aborting = new AbortController();
    const statement = {
      text: 'select pg_sleep(60) /* endless */',
      parameters: [],
      maxRows: 1,
      timeoutMs: 60_000,
      readOnly: false,
    };
    const ended = asking.databases.run(asking.access(foreign.url), statement, aborting.signal).catch((error) => error);
    await waitFor(async () => (await running('/* endless */')).length === 1);
    aborting.abort(new Error('cancelled by a user'));
    expect(await ended).toMatchObject({ message: 'cancelled by a user' });
    await waitFor(async () => (await running('/* endless */')).length === 0);
  });

  test('of a deadlock can be repeated', async () => {
    const failure = await failureOf(run("do $$ begin raise exception 'x' using errcode = '40P01'; end $$"));
    expect(failure).toMatchObject({ code: 'DATABASE_STATEMENT', retryable: true });
  });

  test('whose text repeats the password does not show it', async () => {
    const failure = await failureOf(run('select $1::int', [foreign.password]));
    expect(failure.message).toContain('••••');
    expect(failure.message).not.toContain(foreign.password);
  });
});
