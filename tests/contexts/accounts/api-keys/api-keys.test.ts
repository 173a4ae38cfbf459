import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiKey } from '../../../../src/contexts/accounts/api-keys/create-api-key.js';
import { createKeyText } from '../../../../src/contexts/accounts/api-keys/key-text.js';
import { listApiKeys } from '../../../../src/contexts/accounts/api-keys/list-api-keys.js';
import { revokeApiKey } from '../../../../src/contexts/accounts/api-keys/revoke-api-key.js';
import { findMe } from '../../../../src/contexts/accounts/auth/find-me.js';
import { resolveCaller } from '../../../../src/contexts/accounts/auth/tokens/resolve-caller.js';
import { listWorkspaces } from '../../../../src/contexts/accounts/workspaces/list-workspaces.js';
import { capabilities, capabilitiesOfRole, type Role } from '../../../../src/platform/access/capabilities.js';
import { recordStatements } from '../../../support/statements.js';
import { waitFor } from '../../../support/wait-for.js';
import { createIdentity, type Identity, type SignedUp } from '../auth/identity.js';

let identity: Identity;
let owner: SignedUp;
let viewer: SignedUp;
beforeAll(async () => {
  identity = await createIdentity();
  owner = await identity.signUp('owner@example.com');
  viewer = await identity.signUp('viewer@example.com');
  await identity.services.db.pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'VIEWER')`, [
    owner.workspaceId,
    viewer.user.id,
  ]);
});
afterAll(() => identity.close());

const scopeOf = (person: SignedUp) => identity.scope(person.accessToken, owner.workspaceId, { session: true });
const violation = async (key: string) => {
  const caller = await resolveCaller(`Bearer ${key}`, identity.services);
  return caller.principal ? null : caller.violation.code;
};
const setRole = (person: SignedUp, role: Role) =>
  identity.services.db.pool.query('update members set role = $3 where workspace_id = $1 and user_id = $2', [
    owner.workspaceId,
    person.user.id,
    role,
  ]);

describe('an API key', () => {
  test('is shown once and stored as a hash', async () => {
    const made = await createApiKey(await scopeOf(owner), { name: 'CI', capabilities: ['flows:read'] });
    expect(made.key).toMatch(/^wak_[0-9A-Za-z]{33}$/);
    expect(made.key.startsWith(made.prefix)).toBe(true);
    const { rows } = await identity.services.db.pool.query('select * from api_keys where id = $1', [made.id]);
    expect(JSON.stringify(rows)).not.toContain(made.key.slice(12));
    const { items } = await listApiKeys(await scopeOf(owner), {});
    expect(items[0]).toMatchObject({ id: made.id, name: 'CI', prefix: made.prefix, capabilities: ['flows:read'] });
    expect(items[0]).not.toHaveProperty('key');
    expect(items[0]).not.toHaveProperty('keyHash');
  });

  test('is looked up once for the requests of a moment, and again for the next', async () => {
    const { services } = identity;
    const [one, other] = await Promise.all(
      ['one', 'other'].map(async (name) => createApiKey(await scopeOf(owner), { name, capabilities: ['flows:read'] })),
    );
    if (!one || !other) throw new Error('No keys.');
    const unknown = createKeyText();
    const statementsOf = recordStatements({ services });
    let found: unknown[] = [];
    const sent = await statementsOf(async () => {
      found = await Promise.all([one.key, other.key, one.key, unknown].map(violation));
    });
    expect(sent.filter((label) => label === 'find_api_keys')).toHaveLength(1);
    expect(found).toEqual([null, null, null, 'INVALID_TOKEN']);
    await revokeApiKey(await scopeOf(owner), one.id);
    expect(await Promise.all([one.key, other.key].map(violation))).toEqual(['INVALID_TOKEN', null]);
  });

  test('has its own capabilities and no others', async () => {
    const { key } = await createApiKey(await scopeOf(owner), { name: 'narrow', capabilities: ['flows:read'] });
    const { access } = await identity.scope(key, owner.workspaceId);
    expect([...access.capabilities]).toEqual(['flows:read']);
    await expect(identity.scope(key, owner.workspaceId, { capability: 'flows:write' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('flows:write'),
    });
  });

  test('is refused if a session is required', async () => {
    const { key } = await createApiKey(await scopeOf(owner), { name: 'all', capabilities: ['*'] });
    await expect(identity.scope(key, owner.workspaceId, { session: true })).rejects.toMatchObject({
      code: 'SESSION_REQUIRED',
    });
  });

  test('has access to its own workspace only, even if its creator has access to more', async () => {
    const { key } = await createApiKey(await scopeOf(viewer), { name: 'all', capabilities: ['*'] });
    await expect(identity.scope(key, viewer.workspaceId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const principal = (await identity.context({ bearer: key })).principal();
    const { items, pagination } = await listWorkspaces(identity.services, principal, {});
    expect([items.map(({ id }) => id), pagination.total]).toEqual([[owner.workspaceId], 1]);
    const me = await findMe(identity.services, principal);
    expect(me.email).toBe('viewer@example.com');
  });

  test('with * gains and loses capabilities with its creator', async () => {
    const { key } = await createApiKey(await scopeOf(viewer), { name: 'all', capabilities: ['*'] });
    const held = async () => (await identity.scope(key, owner.workspaceId)).access.capabilities;
    expect(await held()).toEqual(capabilitiesOfRole.VIEWER);
    await setRole(viewer, 'EDITOR');
    expect(await held()).toEqual(capabilitiesOfRole.EDITOR);
    await setRole(viewer, 'VIEWER');
    expect((await held()).has('flows:write')).toBe(false);
  });

  test('loses the capabilities that its creator loses, and all with the membership', async () => {
    const editor = await identity.signUp('editor@example.com');
    const { pool } = identity.services.db;
    await pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'EDITOR')`, [
      owner.workspaceId,
      editor.user.id,
    ]);
    const wanted = ['flows:read', 'flows:write'] as const;
    const { key } = await createApiKey(await scopeOf(editor), { name: 'editor', capabilities: [...wanted] });
    await setRole(editor, 'VIEWER');
    expect([...(await identity.scope(key, owner.workspaceId)).access.capabilities]).toEqual(['flows:read']);
    await pool.query('delete from members where user_id = $1 and workspace_id = $2', [
      editor.user.id,
      owner.workspaceId,
    ]);
    await expect(identity.scope(key, owner.workspaceId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('cannot have more capabilities than its creator; the error names the missing ones', async () => {
    const created = createApiKey(await scopeOf(viewer), {
      name: 'more',
      capabilities: ['flows:read', 'boveda:manage'],
    });
    await expect(created).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('do not have: boveda:manage.'),
    });
    const all = await createApiKey(await scopeOf(owner), { name: 'each', capabilities: [...capabilities] });
    expect(all.capabilities).toHaveLength(capabilities.length);
  });
});

describe('the end of an API key', () => {
  test('is immediate when it is revoked, for new and for open connections', async () => {
    const made = await createApiKey(await scopeOf(owner), { name: 'short', capabilities: ['*'] });
    const connection = await identity.context({ bearer: made.key });
    expect(await revokeApiKey(await scopeOf(owner), made.id)).toMatchObject({ id: made.id });
    expect(await violation(made.key)).toBe('INVALID_TOKEN');
    await expect(connection.authorize({}, owner.workspaceId)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    await expect(findMe(identity.services, connection.principal())).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    await expect(revokeApiKey(await scopeOf(owner), made.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await listApiKeys(await scopeOf(owner), {})).items.map(({ id }) => id)).not.toContain(made.id);
  });

  test('comes at its expiry', async () => {
    const start = identity.clock.now;
    const expiresAt = new Date(start.getTime() + 60_000);
    const made = await createApiKey(await scopeOf(owner), { name: 'timed', capabilities: ['*'], expiresAt });
    const connection = await identity.context({ bearer: made.key });
    identity.clock.now = new Date(start.getTime() + 59_999);
    expect(await violation(made.key)).toBeNull();
    identity.clock.now = expiresAt;
    expect(await violation(made.key)).toBe('INVALID_TOKEN');
    await expect(connection.authorize({}, owner.workspaceId)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    identity.clock.now = start;
  });

  test('must not be in the past', async () => {
    const expiresAt = identity.clock.now;
    await expect(
      createApiKey(await scopeOf(owner), { name: 'late', capabilities: ['*'], expiresAt }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'expiresAt' }] });
  });

  test('can be caused by its creator and by members with members:manage', async () => {
    const ofOwner = await createApiKey(await scopeOf(owner), { name: 'of owner', capabilities: ['*'] });
    const ofViewer = await createApiKey(await scopeOf(viewer), { name: 'of viewer', capabilities: ['*'] });
    const seen = async (person: SignedUp) => (await listApiKeys(await scopeOf(person), {})).items.map(({ id }) => id);
    expect(await seen(owner)).toEqual(expect.arrayContaining([ofOwner.id, ofViewer.id]));
    expect(await seen(viewer)).not.toContain(ofOwner.id);
    await expect(revokeApiKey(await scopeOf(viewer), ofOwner.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(revokeApiKey(await scopeOf(viewer), 'nonsense')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await revokeApiKey(await scopeOf(owner), ofViewer.id)).toMatchObject({ id: ofViewer.id });
  });
});

describe('the use of an API key', () => {
  test('is recorded to the minute, in the background', async () => {
    const start = identity.clock.now;
    const made = await createApiKey(await scopeOf(owner), { name: 'used', capabilities: ['*'] });
    const lastUsed = async () => {
      const { items } = await listApiKeys(await scopeOf(owner), {});
      const at = items.find(({ id }) => id === made.id)?.lastUsedAt;
      return at ? new Date(at).getTime() - start.getTime() : null;
    };
    const useAfter = async (ms: number) => {
      identity.clock.now = new Date(start.getTime() + ms);
      expect(await violation(made.key)).toBeNull();
    };
    expect(await lastUsed()).toBeNull();
    await useAfter(0);
    await waitFor(async () => (await lastUsed()) === 0);
    await useAfter(59_000);
    await useAfter(60_000);
    await waitFor(async () => (await lastUsed()) === 60_000);
    identity.clock.now = start;
  });
});
