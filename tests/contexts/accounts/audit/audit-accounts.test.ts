import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serverChain } from '../../../../src/contexts/accounts/audit/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type StoredEntry, storedEntries } from './audit-people.js';

let app: TestApp;
const password = 'correct horse battery';

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 });
});

afterAll(() => app.stop());

const actionsOf = (entries: StoredEntry[]) => entries.map(({ action, outcome }) => `${action} ${outcome}`);
const login = (email: string, sent = password) =>
  app.rest('POST /auth/login', { body: { email, password: sent }, headers: { 'x-forwarded-for': '192.0.2.7' } });

describe('actions of an account', () => {
  test('are in the logs of its workspaces and of the server, from the registration on', async () => {
    const owner = await app.seed.owner();
    const session = await login(owner.email);
    const as = (session.body.data as { accessToken: string }).accessToken;
    const newPassword = 'another horse battery';
    const change = (currentPassword: string) =>
      app.rest('POST /auth/change-password', { as, body: { currentPassword, newPassword } });
    await change('wrong horse battery');
    const changed = (await change(password)).body.data as { accessToken: string };
    await app.rest('POST /auth/logout', { as: changed.accessToken });
    const expected = ['register done', 'login done', 'changePassword refused', 'changePassword done', 'logout done'];
    const entries = await storedEntries(app, owner.workspaceId);
    expect(actionsOf(entries)).toEqual(expected);
    const [{ user_id: userId } = {} as StoredEntry] = entries;
    expect(entries.every((entry) => entry.user_id === userId && entry.actor_kind === 'user')).toBe(true);
    expect(entries[1]).toMatchObject({ ip: '192.0.2.7', target_id: null });
    const own = (await storedEntries(app, serverChain)).filter((entry) => entry.user_id === userId);
    expect(actionsOf(own)).toEqual(expected);
    expect(JSON.stringify(entries)).not.toMatch(/horse|eyJ/);
  });

  test('that failed show the email that was sent, and the user as target only', async () => {
    const owner = await app.seed.owner();
    expect((await login(owner.email.toUpperCase(), 'not the password')).status).toBe(401);
    const [, failed] = await storedEntries(app, owner.workspaceId);
    const { rows } = await app.services.db.pool.query('select id from users where email = $1', [owner.email]);
    expect(failed).toMatchObject({
      action: 'login',
      outcome: 'refused',
      code: 'UNAUTHENTICATED',
      actor_kind: 'anonymous',
      user_id: null,
      actor: owner.email,
      target_id: rows[0].id,
      ip: '192.0.2.7',
    });
    await login('nobody@example.com');
    expect((await storedEntries(app, serverChain)).at(-1)).toMatchObject({
      action: 'login',
      outcome: 'refused',
      actor: 'nobody@example.com',
      target_id: null,
    });
  });

  test('without a credential are not recorded where nothing limits them', async () => {
    const before = await storedEntries(app, serverChain);
    expect((await app.rest('POST /auth/logout')).status).toBe(401);
    expect(await storedEntries(app, serverChain)).toHaveLength(before.length);
  });

  test('a join by invitation is in the log of that workspace only', async () => {
    const [owner, guest] = [await app.seed.owner(), await app.seed.owner()];
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/members`, {
      as: owner.token,
      body: { email: guest.email, role: 'VIEWER' },
    });
    const token = (body.data as { inviteToken: string }).inviteToken;
    const accept = (sent: string) => app.rest('POST /auth/accept-invite', { body: { token, password: sent } });
    expect((await accept('not the password')).status).toBe(401);
    expect((await accept(password)).status).toBe(200);
    const entries = await storedEntries(app, owner.workspaceId, 'acceptInvite');
    expect(actionsOf(entries)).toEqual(['acceptInvite refused', 'acceptInvite done']);
    expect(entries[1]?.user_id).not.toBeNull();
    expect(await storedEntries(app, guest.workspaceId, 'acceptInvite')).toEqual([]);
    expect(JSON.stringify(await storedEntries(app, owner.workspaceId))).not.toContain(token);
  });

  test('a new workspace has the entry of its creation', async () => {
    const owner = await app.seed.owner();
    const { body } = await app.rest('POST /workspaces', { as: owner.token, body: { name: 'Second' } });
    const { id } = body.data as { id: string };
    expect(await storedEntries(app, id)).toMatchObject([{ action: 'createWorkspace', target_id: id }]);
    expect(await storedEntries(app, owner.workspaceId, 'createWorkspace')).toEqual([]);
  });
});

describe('an API key', () => {
  test('is recorded once for each address that it is used from', async () => {
    const owner = await app.seed.owner();
    const as = await app.seed.apiKey(owner, ['flows:read']);
    const use = (address: string) =>
      app.rest(`GET /workspaces/${owner.workspaceId}/flows`, { as, headers: { 'x-forwarded-for': address } });
    // The last one is of the same network, which belongs to one customer.
    for (const address of ['192.0.2.1', '192.0.2.1', '2001:db8::1', '192.0.2.1', '2001:db8::2']) await use(address);
    const entries = await storedEntries(app, owner.workspaceId, 'useApiKeyFromNewAddress');
    expect(entries.map(({ ip }) => ip)).toEqual(['192.0.2.1', '2001:db8::1']);
    expect(entries[0]).toMatchObject({ actor_kind: 'apiKey', outcome: 'done' });
  });

  test('is recorded once by several processes', async () => {
    const other = await startTestApp({ database: app.database, trustProxy: 1 });
    const owner = await app.seed.owner();
    const as = await app.seed.apiKey(owner, ['flows:read']);
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    const path = `GET /workspaces/${owner.workspaceId}/flows`;
    await Promise.all([app, other, app, other].map((one) => one.rest(path, { as, headers })));
    expect(await storedEntries(app, owner.workspaceId, 'useApiKeyFromNewAddress')).toHaveLength(1);
    await other.stop();
  });
});

describe('reads', () => {
  test('that export are recorded once, however many parts they have', async () => {
    const owner = await app.seed.owner();
    const { workspaceId, token: as } = owner;
    await app.services.db.pool.query(
      `insert into contacts (workspace_id, id, name, status, tags, custom_fields, do_not_contact, created_at, updated_at)
       select $1, uuidv7(), 'Ana ' || n, 'lead', '{}', '{}', false, now(), now() from generate_series(1, 1500) n`,
      [workspaceId],
    );
    const flow = await app.seed.flow(owner, {}, false);
    const read = (path: string) =>
      fetch(`${app.url}/workspaces/${workspaceId}${path}`, { headers: { authorization: `Bearer ${as}` } });
    expect((await (await read('/contacts/export')).text()).split('\r\n').length).toBeGreaterThan(1500);
    for (const path of ['/usage/events.csv', `/flows/${flow.id}/export`]) await (await read(path)).text();
    const entries = (await storedEntries(app, workspaceId)).filter(({ action }) => action.startsWith('export'));
    expect(actionsOf(entries)).toEqual(['exportContacts done', 'exportUsageEvents done', 'exportFlow done']);
    expect(entries[2]?.target_id).toBe(flow.id);
  });

  test('of what uses a secret are recorded', async () => {
    const owner = await app.seed.owner();
    const at = `/workspaces/${owner.workspaceId}/flows/secrets`;
    const { body } = await app.rest(`POST ${at}`, { as: owner.token, body: { name: 'key', value: 'a secret value' } });
    const { id } = body.data as { id: string };
    await app.rest(`GET ${at}/${id}`, { as: owner.token });
    expect(await storedEntries(app, owner.workspaceId, 'readSecretUsage')).toMatchObject([{ target_id: id }]);
  });
});
