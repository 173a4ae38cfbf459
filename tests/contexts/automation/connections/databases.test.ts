import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createForeignPostgres, type ForeignPostgres } from '../../../platform/foreign-databases/foreign-postgres.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

const secret = 'sk-live-0123456789abcdef';

let app: TestApp;
let owner: Owner;
let foreign: ForeignPostgres;
beforeAll(async () => {
  app = await startTestApp({ worker: true, outboundAllow: ['127.0.0.1'] });
  owner = await app.seed.owner();
  foreign = await createForeignPostgres();
  await foreign.sql(
    `create table customers (id int generated always as identity, email text primary key, data jsonb, note text default 'new')`,
  );
});
afterAll(async () => {
  await app.stop();
  await foreign.drop();
});

const call = (method: string, path: string, body?: unknown) =>
  app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as: owner.token, body });

let created = 0;
async function connect(auth: object = {}, hosts = ['127.0.0.1']): Promise<{ id: string; name: string }> {
  const body = {
    name: `Database ${++created}`,
    auth: { type: 'database', url: foreign.url.href, tls: 'off', ...auth },
    hosts,
  };
  const { status, body: answer } = await call('POST', '/connections', body);
  if (status !== 201) throw new Error(JSON.stringify(answer));
  return answer.data;
}

async function run(type: string, data: Record<string, unknown>, input: Record<string, unknown> = {}) {
  const nodes = [node('start', 'trigger.manual'), node('call', type, data)];
  const { id } = await app.seed.flow(owner, graph(nodes, 'start>call'));
  const ended = await reached(app, owner, await trigger(app, owner, id, { triggerData: input }));
  const step = ended.steps.find(({ nodeId }) => nodeId === 'call');
  return { ...ended, output: step?.output as Record<string, unknown> | undefined };
}

async function storedTexts(id: string): Promise<string> {
  const { rows } = await app.services.db.pool.query<{ text: string }>(
    `select (select string_agg(s::text, '') from execution_steps s where execution_id = e.id)
       || coalesce((select string_agg(v::text, '') from execution_events v where execution_id = e.id), '') || e::text as text
     from executions e where e.id = $1`,
    [id],
  );
  return rows[0]?.text ?? '';
}

describe('a connection to a database', () => {
  test('never returns its URL, and is found by a test of it', async () => {
    const connection = await connect();
    const listed = await call('GET', '/connections');
    expect(JSON.stringify([connection, listed.body])).not.toContain(foreign.password.slice(-12));
    expect(JSON.stringify(listed.body)).not.toContain(encodeURIComponent(foreign.password));
    expect(connection).toMatchObject({ auth: { type: 'database' }, status: 'connected' });
    const tested = await call('POST', `/connections/${connection.id}/test`, {});
    expect(tested.body.data).toEqual({ succeeded: true, status: null, message: expect.stringContaining('answered') });
    const refused = await call('POST', `/connections/${connection.id}/test`, { url: 'https://127.0.0.1/' });
    expect(refused.body.error.details).toMatchObject([{ field: 'url', rule: 'NOT_ALLOWED_WITH' }]);
  });

  test('whose password is wrong says so, and not which', async () => {
    const url = new URL(foreign.url);
    url.password = 'wrong-password-1';
    const { id } = await connect({ url: url.href });
    const { body } = await call('POST', `/connections/${id}/test`, {});
    expect(body.data).toMatchObject({ succeeded: false, message: expect.stringContaining('refused the connection') });
    expect(JSON.stringify(body)).not.toContain('wrong-password-1');
  });

  test.each<[string, object, string[], object]>([
    [
      'the URL of a website',
      { url: 'https://example.com/' },
      ['example.com'],
      { field: 'auth.url', rule: 'URL_INVALID' },
    ],
    [
      'a URL without a user',
      { url: 'postgres://db.example.com/shop' },
      ['db.example.com'],
      { field: 'auth.url', rule: 'URL_INVALID' },
    ],
    [
      'a host that is not among its hosts',
      { url: 'mysql://ana:x@db.example.com/shop' },
      ['example.com'],
      { field: 'hosts', rule: 'REQUIRED_WITH' },
    ],
    [
      'a certificate that is none',
      { ca: 'certificate' },
      ['127.0.0.1'],
      { field: 'auth.ca', rule: 'NOT_ALLOWED_WITH' },
    ],
    ['a token', { token: 'x' }, ['127.0.0.1'], { field: 'auth.token', rule: 'NOT_ALLOWED_WITH' }],
  ])('is refused with %s', async (_, auth, hosts, detail) => {
    await expect(connect(auth, hosts)).rejects.toThrow(JSON.stringify(detail).slice(1, -1).split(',')[0]);
  });
});

describe('nodes of databases', () => {
  test('query with bound parameters, and show no URL anywhere', async () => {
    const { name } = await connect();
    const attack = "x'; drop table customers; --";
    const ended = await run(
      'app.postgres.query',
      {
        connection: name,
        sql: 'select $1::text as name, $2::jsonb as data',
        parameters: ['{{triggerData.name}}', { a: '{{triggerData.n}}' }],
      },
      { name: attack, n: 7 },
    );
    expect(ended).toMatchObject({
      status: 'completed',
      output: { rows: [{ name: attack, data: { a: 7 } }], rowCount: 1, more: false },
    });
    expect(await storedTexts(ended.id)).not.toContain(foreign.password.slice(-12));
  });

  test('insert, upsert, find, update and delete rows', async () => {
    const { name: connection } = await connect();
    const table = { connection, table: 'customers' };
    const inserted = await run(
      'app.postgres.insert',
      { ...table, rows: '{{triggerData.rows}}', returning: ['email', 'note'] },
      {
        rows: [
          { email: 'a@x.com', data: { tags: ['"'] } },
          { email: 'b@x.com', note: null },
        ],
      },
    );
    expect(inserted.output).toEqual({
      rows: [
        { email: 'a@x.com', note: 'new' },
        { email: 'b@x.com', note: null },
      ],
      rowCount: 2,
      more: false,
    });
    const skipped = await run('app.postgres.insert', { ...table, rows: { email: 'a@x.com' }, onConflict: 'skip' });
    expect(skipped.output).toMatchObject({ rowCount: 0 });
    const failed = await run('app.postgres.insert', { ...table, rows: { email: 'a@x.com' } });
    expect(failed.error).toMatchObject({ code: 'DATABASE_STATEMENT', message: expect.stringContaining('23505') });
    const upserted = await run('app.postgres.upsert', {
      ...table,
      rows: [{ email: 'a@x.com', note: 'twice' }, { email: 'c@x.com' }],
      keys: ['email'],
    });
    expect(upserted.output).toMatchObject({ rowCount: 2 });
    const updated = await run('app.postgres.update', {
      ...table,
      values: { note: 'old' },
      where: [{ column: 'email', operator: 'in', value: ['b@x.com', 'c@x.com'] }],
    });
    expect(updated.output).toMatchObject({ rowCount: 2 });
    const found = await run('app.postgres.select', {
      ...table,
      columns: ['email', 'note'],
      orderBy: [{ column: 'email', descending: true }],
      maxRows: 2,
    });
    expect(found.output).toEqual({
      rows: [
        { email: 'c@x.com', note: 'old' },
        { email: 'b@x.com', note: 'old' },
      ],
      rowCount: 2,
      more: true,
    });
    const deleted = await run('app.postgres.delete', { ...table, where: [{ column: 'note', value: 'old' }] });
    expect(deleted.output).toMatchObject({ rowCount: 2 });
    expect(await foreign.sql('select email, data, note from customers')).toEqual([
      { email: 'a@x.com', data: { tags: ['"'] }, note: 'twice' },
    ]);
  });

  test('quote names, so that none is a part of the statement', async () => {
    const { name: connection } = await connect();
    const table = 'customers"; drop table customers; --';
    const { error } = await run('app.postgres.select', { connection, table });
    expect(error).toMatchObject({ code: 'DATABASE_STATEMENT', message: expect.stringContaining('42P01') });
    const column = "email\" = '' or true --";
    const deleted = await run('app.postgres.delete', {
      connection,
      table: 'customers',
      where: [{ column, value: 'x' }],
    });
    expect(deleted.error).toMatchObject({ message: expect.stringContaining('42703') });
    expect(await foreign.sql('select count(*)::int as n from customers')).toEqual([{ n: 1 }]);
  });

  test('run for each item of a list', async () => {
    const { name: connection } = await connect();
    const each = '{{triggerData.numbers}}';
    const { output, error, status } = await run(
      'app.postgres.query',
      { connection, sql: 'select $1::int * 2 as twice', parameters: ['{{item}}'], each },
      { numbers: [1, 2, 3] },
    );
    expect({ status, error }).toEqual({ status: 'completed', error: null });
    expect(JSON.stringify(output)).toContain('"twice":6');
  });

  test('get secrets as parameters where the host is allowed, and mask them', async () => {
    const { name: connection } = await connect();
    await call('POST', '/flows/secrets', { name: 'db_allowed', value: secret, allowedHosts: ['127.0.0.1'] });
    await call('POST', '/flows/secrets', {
      name: 'db_elsewhere',
      value: `${secret}-2`,
      allowedHosts: ['api.example.com'],
    });
    const query = (name: string) => ({
      connection,
      sql: 'select $1::text as value, length($1) as n',
      parameters: [`{{boveda.${name}}}`],
    });
    const ended = await run('app.postgres.query', query('db_allowed'));
    expect(ended.output).toMatchObject({ rows: [{ value: expect.stringContaining('••••'), n: secret.length }] });
    expect(await storedTexts(ended.id)).not.toContain(secret);
    const refused = await run('app.postgres.query', query('db_elsewhere'));
    expect(refused.error).toMatchObject({ code: 'SECRET_HOST_NOT_ALLOWED' });
    const failed = await run('app.postgres.query', { ...query('db_allowed'), sql: 'select $1::int as value' });
    expect(failed.error).toMatchObject({ code: 'DATABASE_STATEMENT' });
    expect(JSON.stringify(failed) + (await storedTexts(failed.id))).not.toContain(secret);
  });

  test('change nothing in a simulation', async () => {
    const { name: connection } = await connect();
    const nodes = [
      node('start', 'trigger.manual'),
      node('call', 'app.postgres.query', { connection, sql: 'delete from customers' }),
    ];
    const { id } = await app.seed.flow(owner, graph(nodes, 'start>call'));
    const { body } = await call('POST', `/flows/${id}/simulate`, {});
    const { executionId } = body.data as { executionId: string };
    expect(await reached(app, owner, executionId)).toMatchObject({ status: 'completed' });
    expect(await foreign.sql('select count(*)::int as n from customers')).toEqual([{ n: 1 }]);
  });

  test('refuse expressions in SQL, and name the cure', async () => {
    const { name: connection } = await connect();
    const data = { connection, sql: "select * from customers where email = '{{triggerData.email}}'" };
    const nodes = [node('start', 'trigger.manual'), node('call', 'app.postgres.query', data)];
    const { body } = await call('POST', '/flows/validate', graph(nodes, 'start>call'));
    expect(JSON.stringify(body)).toContain('must not contain an expression');
    expect(JSON.stringify(body)).toContain('parameters');
  });

  test('need a connection of their own kind, and requests one of theirs', async () => {
    const { name: connection } = await connect();
    expect((await run('app.mysql.query', { connection, sql: 'select 1' })).error).toMatchObject({
      code: 'CONNECTION_UNSUITABLE',
      message: expect.stringContaining('PostgreSQL'),
    });
    const request = { method: 'GET', url: 'http://127.0.0.1:1/', auth: { type: 'connection', connection } };
    expect((await run('http.request', request)).error).toMatchObject({ code: 'CONNECTION_UNSUITABLE' });
    const bearer = await call('POST', '/connections', {
      name: 'Bearer',
      auth: { type: 'bearer', token: 'token-1' },
      hosts: ['127.0.0.1'],
    });
    expect(bearer.status).toBe(201);
    expect((await run('app.postgres.query', { connection: 'Bearer', sql: 'select 1' })).error).toMatchObject({
      code: 'CONNECTION_UNSUITABLE',
    });
  });
});
