import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encryptedColumns } from '../../../../src/app/collect-modules.js';
import { createVault, rotateDataKeys } from '../../../../src/platform/vault/index.js';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { addMember } from '../../accounts/members/people.js';

const token = 'tok-live-0123456789abcdef';

let app: TestApp;
let owner: Owner;
let server: LoopbackServer;
beforeAll(async () => {
  app = await startTestApp({ outboundAllow: ['127.0.0.1'] });
  owner = await app.seed.owner();
  server = await startLoopbackServer({
    '/me': ({ headers }, response) =>
      response.writeHead(headers.authorization === `Bearer ${token}` ? 200 : 401).end('{}'),
  });
});
afterAll(async () => {
  await server.close();
  await app.stop();
});

function call(method: string, path: string, body?: unknown, as = owner.token) {
  return app.rest(`${method} /workspaces/${owner.workspaceId}/connections${path}`, { as, body });
}

const bearer = { type: 'bearer', token };

async function create(name: string, more: object = {}): Promise<{ id: string }> {
  const { status, body } = await call('POST', '', { name, auth: bearer, hosts: ['127.0.0.1'], ...more });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

describe('connections', () => {
  test('show what kind of credentials they have, never these', async () => {
    const created = await call('POST', '', {
      name: 'Shown',
      auth: { type: 'apiKey', name: 'x-key', value: token },
      hosts: ['API.example.com'],
    });
    expect(created).toMatchObject({ status: 201 });
    expect(created.body.data).toEqual({
      id: expect.any(String),
      workspaceId: owner.workspaceId,
      name: 'Shown',
      auth: { type: 'apiKey', placement: 'header', name: 'x-key' },
      hosts: ['api.example.com'],
      provider: null,
      scopes: [],
      account: null,
      expiresAt: null,
      status: 'connected',
      problem: null,
      flowId: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const listed = await call('GET', '?search=shown');
    expect(JSON.stringify([created.body, listed.body])).not.toContain(token);
  });

  test('store their credentials encrypted, also after a rotation of keys', async () => {
    const { id } = await create('Rotated');
    const { pool } = app.services.db;
    const read = async () =>
      (
        await pool.query<{ row: string; encrypted: string }>(
          'select c::text as row, encrypted_credentials as encrypted from connections c where id = $1',
          [id],
        )
      ).rows[0];
    const before = await read();
    expect(before?.row).not.toContain(token);
    const keys = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
    const { workspaceId } = owner;
    await rotateDataKeys({ pool, readKeys: async () => keys, columns: encryptedColumns, workspaceId, graceMs: 0 });
    const after = await read();
    expect(after?.encrypted).not.toBe(before?.encrypted);
    const vault = createVault({ sql: pool, keys });
    const context = { kind: 'connection', id, flowId: null };
    expect(JSON.parse(await vault.open(owner.workspaceId, after?.encrypted ?? '', context))).toEqual({ token });
  });

  test('refuse credentials without the fields of their type, and with those of another', async () => {
    const { status, body } = await call('POST', '', {
      name: 'Wrong',
      auth: { type: 'apiKey', token },
      hosts: ['example.com'],
    });
    expect(status).toBe(400);
    expect(body.error.details?.map(({ field, rule }) => [field, rule])).toEqual([
      ['auth.name', 'REQUIRED_WITH'],
      ['auth.value', 'REQUIRED_WITH'],
      ['auth.token', 'NOT_ALLOWED_WITH'],
    ]);
  });

  test('need at least one host, and a name that no other has', async () => {
    expect(await call('POST', '', { name: 'Nowhere', auth: bearer, hosts: [] })).toMatchObject({ status: 400 });
    await create('Unique');
    expect(await call('POST', '', { name: 'Unique', auth: bearer, hosts: ['example.com'] })).toMatchObject({
      status: 409,
    });
  });

  test('get a new host only with the credentials, so that who does not know them cannot send them elsewhere', async () => {
    const { id } = await create('Confined', { hosts: ['a.example.com', 'b.example.com'] });
    const refused = await call('PATCH', `/${id}`, { hosts: ['a.example.com', 'evil.example.net'] });
    expect(refused.body.error.details).toMatchObject([{ field: 'auth', rule: 'REQUIRED_WITH' }]);
    expect(await call('PATCH', `/${id}`, { hosts: ['a.example.com'] })).toMatchObject({ status: 200 });
    const sent = await call('PATCH', `/${id}`, { hosts: ['c.example.com'], auth: bearer });
    expect(sent.body.data).toMatchObject({ hosts: ['c.example.com'], auth: { type: 'bearer' } });
  });

  test('keep their credentials when these are sent as an answer shows them', async () => {
    const { id } = await create('Sent back');
    const { body } = await call('GET', `/${id}`);
    const { auth } = body.data as { auth: object };
    expect(await call('PATCH', `/${id}`, { auth, name: 'Sent again' })).toMatchObject({ status: 200 });
    const tested = await call('POST', `/${id}/test`, { url: `${server.origin}/me` });
    expect(tested.body.data).toMatchObject({ succeeded: true });
  });

  test('list the flows that use them, by name or by ID', async () => {
    const { id } = await create('Used');
    const request = (connection: string) =>
      node('call', 'http.request', {
        method: 'GET',
        url: 'https://example.com',
        auth: { type: 'connection', connection },
      });
    const flows = [];
    for (const connection of ['Used', id, 'Shown'])
      flows.push(await app.seed.flow(owner, graph([node('t', 'trigger.manual'), request(connection)], 't>call')));
    const { body } = await call('GET', `/${id}`);
    const { usedBy } = body.data as { usedBy: { id: string }[] };
    expect(usedBy.map((flow) => flow.id).sort()).toEqual([flows[0]?.id, flows[1]?.id].sort());
  });

  test('are tested by a request to one of their hosts', async () => {
    const { id } = await create('Tested');
    const good = await call('POST', `/${id}/test`, { url: `${server.origin}/me` });
    expect(good.body.data).toMatchObject({ succeeded: true, status: 200 });
    await call('PATCH', `/${id}`, { auth: { type: 'bearer', token: 'tok-revoked-0123456' } });
    const bad = await call('POST', `/${id}/test`, { url: `${server.origin}/me` });
    expect(bad.body.data).toMatchObject({ succeeded: false, status: 401, message: expect.stringContaining('refused') });
    const elsewhere = await call('POST', `/${id}/test`, { url: 'https://example.com/' });
    expect(elsewhere.body.error.details).toMatchObject([{ field: 'url', rule: 'NOT_ALLOWED_WITH' }]);
  });

  test('are read by every member, written by editors, and used by them', async () => {
    const viewer = await addMember(app, owner.workspaceId, owner.token, 'VIEWER');
    const editor = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const { id } = await create('Rights');
    expect(await call('GET', `/${id}`, undefined, viewer.token)).toMatchObject({ status: 200 });
    expect(await call('POST', `/${id}/test`, {}, viewer.token)).toMatchObject({ status: 403 });
    expect(await call('PATCH', `/${id}`, { name: 'Other' }, viewer.token)).toMatchObject({ status: 403 });
    expect(await call('PATCH', `/${id}`, { name: 'Other' }, editor.token)).toMatchObject({ status: 200 });
    expect(await call('DELETE', `/${id}`, undefined, editor.token)).toMatchObject({ status: 200 });
  });

  test('belong to their workspace', async () => {
    const { id } = await create('Own');
    const stranger = await app.seed.owner();
    const path = `/workspaces/${stranger.workspaceId}/connections/${id}`;
    for (const method of ['GET', 'DELETE'])
      expect(await app.rest(`${method} ${path}`, { as: stranger.token })).toMatchObject({ status: 404 });
    expect(await app.rest(`POST ${path}/test`, { as: stranger.token, body: {} })).toMatchObject({ status: 404 });
  });
});
