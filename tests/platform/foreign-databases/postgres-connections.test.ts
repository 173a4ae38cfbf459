import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTlsPostgres, type TlsPostgres, tlsFile } from '../../support/tls-postgres.js';
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

const _run = (text: string, parameters?: unknown[], more?: object) =>
  asking.ask(asking.access(foreign.url), text, parameters, more);
const running = (text: string) =>
  foreign.sql(
    `select pid from pg_stat_activity where query like '%${text}%' and state = 'active' and pid <> pg_backend_pid()`,
  );

describe('connections', () => {
  test('are refused with a wrong password, without repeating it', async () => {
    const url = new URL(foreign.url);
    url.password = 'wrong-password-1';
    const failure = await failureOf(asking.ask(asking.access(url), 'select 1'));
    expect(failure).toMatchObject({ code: 'DATABASE_REFUSED', retryable: false });
    expect(failure.message).not.toContain('wrong-password-1');
  });

  test('never use the password of the server itself', async () => {
    const before = process.env.PGPASSWORD;
    process.env.PGPASSWORD = foreign.password;
    try {
      const url = new URL(foreign.url);
      url.password = '';
      expect(await failureOf(asking.ask(asking.access(url), 'select 1'))).toMatchObject({ code: 'DATABASE_REFUSED' });
    } finally {
      if (before === undefined) delete process.env.PGPASSWORD;
      else process.env.PGPASSWORD = before;
    }
  });

  test('to private addresses are refused', async () => {
    const guarded = startAsking({ allow: [] });
    expect(await failureOf(guarded.ask(guarded.access(foreign.url), 'select 1'))).toMatchObject({
      code: 'OUTBOUND_BLOCKED',
    });
    const named = startAsking({ allow: [], resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const url = new URL(foreign.url);
    url.hostname = 'database.example.com';
    expect(await failureOf(named.ask(named.access(url), 'select 1'))).toMatchObject({ code: 'OUTBOUND_BLOCKED' });
    await Promise.all([guarded.close(), named.close()]);
  });

  test('go to the address that was checked, also when the name changes its address', async () => {
    let asked = 0;
    const resolve = async () => [{ address: ++asked === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
    const rebinding = startAsking({ resolve });
    const url = new URL(foreign.url);
    url.hostname = 'database.example.com';
    expect(await rebinding.ask(rebinding.access(url), 'select 1 as one')).toMatchObject({ rows: [{ one: 1 }] });
    expect(asked).toBe(1);
    await rebinding.close();
  });

  test('are few for each connection and workspace, and one workspace does not wait for another', async () => {
    const few = startAsking({}, { ofConnection: 2, ofWorkspace: 3 });
    const access = (key: string, workspaceId: string) => few.access(foreign.url, { key, workspaceId });
    const sleep = (of: ReturnType<typeof access>) =>
      few.ask(of, 'select pg_sleep(60) /* holds */', [], { timeoutMs: 3_000 }).catch(() => null);
    const held = [1, 2, 3].map(() => sleep(access('a', 'first')));
    await waitFor(async () => (await running('/* holds */')).length === 2);
    const waited = await failureOf(few.ask(access('a', 'first'), 'select 1', [], { timeoutMs: 150 }));
    expect(waited).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: true });
    expect(await few.ask(access('b', 'second'), 'select 1 as one')).toMatchObject({ rows: [{ one: 1 }] });
    await few.close();
    await Promise.all(held);
  });

  test('that the server ended are opened again', async () => {
    const own = startAsking();
    const { rows } = await own.ask(own.access(foreign.url), 'select pg_backend_pid() as pid');
    await foreign.sql(`select pg_terminate_backend(${Number(rows[0]?.pid)})`);
    await waitFor(() =>
      own.ask(own.access(foreign.url), 'select 1').then(
        () => true,
        () => false,
      ),
    );
    await own.close();
  });
});

describe('a server that is none', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });
  async function serve(answer: (data: Buffer) => Buffer | null): Promise<string> {
    const server = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .on('data', (data) => {
          const sent = answer(data);
          if (sent) socket.write(sent);
        }),
    );
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `postgres://ana:secret-of-ana@127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
  }

  test('and never answers ends the step in time', async () => {
    const access = asking.access(await serve(() => null));
    const aborted = asking.databases.run(
      access,
      { text: 'select 1', parameters: [], maxRows: 1, timeoutMs: 300, readOnly: false },
      new AbortController().signal,
    );
    expect(await failureOf(aborted)).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: true });
  });

  test.each<[string, Buffer]>([
    ['random bytes', Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05ID\0\0\0\x04\xff\xff', 'latin1')],
    ['an unknown message', Buffer.from('?\0\0\0\x04', 'latin1')],
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'rows that nothing asked for',
      Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05ID\0\0\0\x0a\x7f\xff\xff\xff\0\0', 'latin1'),
    ],
  ])('and answers with %s fails the step only', async (_, answer) => {
    const access = asking.access(await serve(() => answer));
    const failure = await failureOf(asking.ask(access, 'select 1', [], { timeoutMs: 500 }));
    expect(failure.code).toMatch(/^DATABASE_/);
    expect(failure.message).not.toContain('secret-of-ana');
  });
});

describe('TLS', () => {
  let secure: TlsPostgres;
  beforeAll(async () => {
    secure = await startTlsPostgres();
  });
  afterAll(() => secure.stop());
  const ca = readFileSync(tlsFile('ca.crt'), 'utf8');
  const ask = (more: object, host = '127.0.0.1', own = asking) => {
    const url = new URL(secure.url());
    url.hostname = host;
    return own.ask(
      own.access(url, { key: JSON.stringify(more), ...more }),
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    );
  };

  test('checks the certificate against the authority and the host', async () => {
    expect(await ask({ tls: 'verify', ca })).toMatchObject({ rows: [{ ssl: true }] });
    const other = readFileSync(tlsFile('other-ca.crt'), 'utf8');
    for (const refused of [{ tls: 'verify' }, { tls: 'verify', ca: other }])
      expect(await failureOf(ask(refused))).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: false });
    const elsewhere = startAsking({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const failure = await failureOf(ask({ tls: 'verify', ca }, 'database.example.com', elsewhere));
    expect(failure).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: false });
    await elsewhere.close();
  });

  test('without a check accepts any certificate', async () => {
    expect(await ask({ tls: 'unverified' })).toMatchObject({ rows: [{ ssl: true }] });
  });

  test('is not left out where the server offers none', async () => {
    const failure = await failureOf(asking.ask(asking.access(foreign.url, { key: 'tls', tls: 'verify' }), 'select 1'));
    expect(failure).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: false });
    expect(failure.message).toContain('it offers no TLS');
  });

  test('is used to cancel a statement, too', async () => {
    const late = { tls: 'verify', ca, key: 'cancelled' } as const;
    const url = new URL(secure.url());
    url.hostname = '127.0.0.1';
    const aborting = new AbortController();
    const statement = {
      text: 'select pg_sleep(60) /* tls */',
      parameters: [],
      maxRows: 1,
      timeoutMs: 60_000,
      readOnly: false,
    };
    const ended = asking.databases.run(asking.access(url, late), statement, aborting.signal).catch((error) => error);
    const active =
      "select 1 from pg_stat_activity where query like '%/* tls */%' and state = 'active' and pid <> pg_backend_pid()";
    await waitFor(async () => (await secure.admin.query(active)).rows.length === 1);
    aborting.abort(new Error('stop'));
    expect(await ended).toMatchObject({ message: 'stop' });
    await waitFor(async () => (await secure.admin.query(active)).rows.length === 0);
  });
});
