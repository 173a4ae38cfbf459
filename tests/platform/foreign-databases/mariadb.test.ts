import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { tlsFile } from '../../support/tls-postgres.js';
import { waitFor } from '../../support/wait-for.js';
import { type Asking, failureOf, startAsking } from './ask.js';
import { type ForeignMariadb, mariadbd, startForeignMariadb } from './foreign-mariadb.js';

const onMariadb = mariadbd ? describe : describe.skip;
if (!mariadbd)
  process.stdout.write('The tests of MariaDB are skipped: mariadbd is not installed (Debian: mariadb-server).\n');

let foreign: ForeignMariadb;
let asking: Asking;
beforeAll(async () => {
  if (!mariadbd) return;
  foreign = await startForeignMariadb();
  asking = startAsking();
});
afterAll(async () => {
  await asking?.close();
  await foreign?.stop();
});

const run = (text: string, parameters?: unknown[], more?: object) =>
  asking.ask(asking.access(foreign.url), text, parameters, more);
const running = (text: string) =>
  Number(
    foreign.sql(
      `select count(*) from information_schema.processlist where info like '%${text}%' and id <> connection_id()`,
    ),
  );

onMariadb('values of MariaDB', () => {
  test('lose nothing in either direction', async () => {
    foreign.sql(`create table kinds (id int primary key, big bigint, ubig bigint unsigned, price decimal(30,2), real_ float, d date,
      dt datetime(6), ts timestamp(3) null, t text, j json, b blob, bits bit(4), yes boolean, e enum('a','b'))`);
    const values = [
      1,
      '9007199254740993',
      '18446744073709551615',
      '12345678901234567890.12',
      1.1,
      '2026-03-01',
      '2026-03-01 10:00:00.123456',
      '2026-03-01 08:00:00.500',
      "it's ñ 😀 \\ \" ' ; --",
      { a: [1, null] },
      { $base64: 'AP8=' },
      5,
      true,
      'b',
    ];
    await run(`insert into kinds values (${values.map(() => '?').join(', ')})`, values);
    const { rows } = await run('select * from kinds');
    expect(rows).toEqual([
      {
        id: 1,
        big: '9007199254740993',
        ubig: '18446744073709551615',
        price: '12345678901234567890.12',
        real_: 1.1,
        d: '2026-03-01',
        dt: '2026-03-01T10:00:00.123456',
        ts: '2026-03-01T08:00:00.500Z',
        t: "it's ñ 😀 \\ \" ' ; --",
        j: { a: [1, null] },
        b: { $base64: 'AP8=' },
        bits: 5,
        yes: 1,
        e: 'b',
      },
    ]);
    expect(await run('select 12.50 as price, 42 as n, null as nothing')).toMatchObject({
      rows: [{ price: 12.5, n: 42, nothing: null }],
    });
  });

  test('are never a part of the statement', async () => {
    foreign.sql('create table guarded (name text)');
    const attack = "x'; drop table guarded; -- \\' \" `";
    await run('insert into guarded values (?)', [attack]);
    expect(await run('select name from guarded where name = ? limit ?', [attack, 5])).toMatchObject({
      rows: [{ name: attack }],
    });
    const failure = await failureOf(run('select 1; drop table guarded'));
    expect(failure).toMatchObject({ code: 'DATABASE_STATEMENT', retryable: false });
    expect(foreign.sql('select count(*) from guarded')).toBe('1');
  });
});

onMariadb('a statement of MariaDB', () => {
  test('returns no more rows than asked for, and says that there are others', async () => {
    const { rows, more, rowCount } = await run('select seq from seq_1_to_100000000', [], { maxRows: 250 });
    expect([rows.length, rows.at(-1), more, rowCount]).toEqual([250, { seq: 250 }, true, 250]);
    expect(await run('select seq from seq_1_to_250', [], { maxRows: 250 })).toMatchObject({
      more: false,
      rowCount: 250,
    });
  });

  test('returns no more bytes than an output may have', async () => {
    const { rows, more } = await run("select repeat('x', 1000000) as x from seq_1_to_1000");
    expect([rows.length, more]).toEqual([9, true]);
    expect(await failureOf(run("select repeat('x', 12000000) as x"))).toMatchObject({ code: 'DATABASE_TOO_LARGE' });
  });

  test('counts what it changed, and gives the number of the first row', async () => {
    foreign.sql('create table numbered (id int primary key auto_increment, a int)');
    expect(await run('insert into numbered (a) values (?), (?)', [1, 2])).toMatchObject({
      rows: [],
      rowCount: 2,
      insertId: 1,
    });
    expect(await run('update numbered set a = 9')).toMatchObject({ rowCount: 2, insertId: null });
  });

  test('cannot write where it only reads', async () => {
    const failure = await failureOf(run('insert into numbered (a) values (1)', [], { readOnly: true }));
    expect(failure).toMatchObject({ code: 'DATABASE_STATEMENT', retryable: false });
  });

  test('says which constraint it violates, and is not repeated', async () => {
    const failure = await failureOf(run('insert into numbered (id) values (1)'));
    expect(failure).toMatchObject({ code: 'DATABASE_STATEMENT', retryable: false });
    expect(failure.message).toContain('SQLSTATE 23000');
  });

  test('of a deadlock can be repeated', async () => {
    expect(await failureOf(run("signal sqlstate '40001'"))).toMatchObject({ retryable: true });
  });

  test('leaves nothing to the next one', async () => {
    await run('set @left_behind = 1');
    await run('start transaction');
    await run('insert into numbered (a) values (77)');
    const { rows } = await run('select @left_behind as found, @@in_transaction as open, @@time_zone as zone');
    expect(rows).toEqual([{ found: null, open: 0, zone: '+00:00' }]);
  });

  test('is cancelled by the server when its time is over', async () => {
    const failure = await failureOf(run('select sleep(60) /* late */', [], { timeoutMs: 200 }));
    expect(failure).toMatchObject({ code: 'DATABASE_TIMEOUT', retryable: true });
    await waitFor(() => running('/* late */') === 0);
  });

  test('is cancelled at the server when the step is aborted', async () => {
    const aborting = new AbortController();
    const statement = {
      text: 'select sleep(60) /* endless */',
      parameters: [],
      maxRows: 1,
      timeoutMs: 60_000,
      readOnly: false,
    };
    const ended = asking.databases.run(asking.access(foreign.url), statement, aborting.signal).catch((error) => error);
    await waitFor(() => running('/* endless */') === 1);
    aborting.abort(new Error('cancelled by a user'));
    expect(await ended).toMatchObject({ message: 'cancelled by a user' });
    await waitFor(() => running('/* endless */') === 0);
  });

  test('reads no file of this server', async () => {
    foreign.sql('create table stolen (line text)');
    const failure = await failureOf(run(`load data local infile '${tlsFile('server.key')}' into table stolen (line)`));
    expect(failure.code).toMatch(/^DATABASE_/);
    expect(foreign.sql('select count(*) from stolen')).toBe('0');
  });
});

onMariadb('connections to MariaDB', () => {
  test('are refused with a wrong password, without repeating it', async () => {
    const url = new URL(foreign.url);
    url.password = 'wrong-password-1';
    const failure = await failureOf(asking.ask(asking.access(url), 'select 1'));
    expect(failure).toMatchObject({ code: 'DATABASE_REFUSED', retryable: false });
    expect(failure.message).not.toContain('wrong-password-1');
  });

  test('to private addresses are refused', async () => {
    const guarded = startAsking({ allow: [] });
    expect(await failureOf(guarded.ask(guarded.access(foreign.url), 'select 1'))).toMatchObject({
      code: 'OUTBOUND_BLOCKED',
    });
    await guarded.close();
  });

  test('check the certificate against the authority and the host', async () => {
    const ca = readFileSync(tlsFile('ca.crt'), 'utf8');
    const other = readFileSync(tlsFile('other-ca.crt'), 'utf8');
    const ask = (more: object, own = asking, url: URL = foreign.url) =>
      own.ask(own.access(url, { key: JSON.stringify(more), ...more }), "show status like 'Ssl_version'");
    expect(await ask({ tls: 'verify', ca })).toMatchObject({ rows: [{ Value: expect.stringContaining('TLSv1') }] });
    expect(await ask({ tls: 'unverified' })).toMatchObject({ rows: [{ Value: expect.stringContaining('TLSv1') }] });
    for (const refused of [{ tls: 'verify' }, { tls: 'verify', ca: other }])
      expect(await failureOf(ask(refused))).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: false });
    const elsewhere = startAsking({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const url = new URL(foreign.url);
    url.hostname = 'database.example.com';
    expect(await failureOf(ask({ tls: 'verify', ca }, elsewhere, url))).toMatchObject({
      code: 'DATABASE_UNREACHABLE',
      retryable: false,
    });
    await elsewhere.close();
  });

  test('that the server ended are opened again', async () => {
    const own = startAsking();
    const { rows } = await own.ask(own.access(foreign.url), 'select connection_id() as id');
    foreign.sql(`kill ${Number(rows[0]?.id)}`);
    await waitFor(() =>
      own.ask(own.access(foreign.url), 'select 1').then(
        () => true,
        () => false,
      ),
    );
    await own.close();
  });
});
