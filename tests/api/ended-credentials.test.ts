import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addMember, password, signUp } from '../contexts/accounts/members/people.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';
import { askEntrance, entrances, workspaceRoutes } from './isolation/entrances.js';

let ahead = 0;
let app: TestApp;
let owner: Owner;
/** Credentials that were good once, by what ended them. */
const ended: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + ahead) });
  owner = await app.seed.owner();
  ended['an access token that has expired'] = owner.token;
  ended['an API key that has expired'] = (await newKey(owner.token, new Date(Date.now() + 60_000))).key;
  ahead = 60 * 60_000;
  owner.token = await login(owner.email);
  ended['an API key that was revoked'] = await revokedKey();
  ended['an API key whose creator is no member any more'] = await keyOfFormerMember();
  ended['an API key of a workspace that was deleted'] = await keyOfDeletedWorkspace();
  ended['an access token whose session has ended'] = await endedSession();
  ended['an access token of a user who was deleted'] = await tokenOfDeletedUser();
  ended['a text that is no credential'] = 'wak_nonsense';
}, 60_000);

afterAll(() => app.stop());

async function login(email: string): Promise<string> {
  const { body } = await app.rest('POST /auth/login', { body: { email, password } });
  return (body.data as { accessToken: string }).accessToken;
}

async function newKey(as: string, expiresAt?: Date): Promise<{ id: string; key: string }> {
  const body = { name: 'Key', capabilities: ['*'], ...(expiresAt && { expiresAt }) };
  return (await app.rest(`POST /workspaces/${owner.workspaceId}/api-keys`, { as, body })).body.data;
}

async function revokedKey(): Promise<string> {
  const { id, key } = await newKey(owner.token);
  await app.rest(`DELETE /workspaces/${owner.workspaceId}/api-keys/${id}`, { as: owner.token });
  return key;
}

async function keyOfFormerMember(): Promise<string> {
  const { token, userId } = await addMember(app, owner.workspaceId, owner.token, 'ADMIN');
  const { key } = await newKey(token);
  await app.rest(`DELETE /workspaces/${owner.workspaceId}/members/${userId}`, { as: owner.token });
  return key;
}

async function keyOfDeletedWorkspace(): Promise<string> {
  const other = await app.seed.owner();
  const key = await app.seed.apiKey(other);
  await app.rest(`DELETE /workspaces/${other.workspaceId}`, { as: other.token });
  return key;
}

async function endedSession(): Promise<string> {
  const { token } = await addMember(app, owner.workspaceId, owner.token, 'OWNER');
  await app.rest('POST /auth/logout-all', { as: token });
  return token;
}

async function tokenOfDeletedUser(): Promise<string> {
  const { token, userId } = await signUp(app);
  await app.services.db.pool.query('delete from users where id = $1', [userId]);
  return token;
}

/** Operations that read the session after their input, together with the password, or not at all: see the last test. */
const later = new Set(
  ['changePassword', 'changeEmail', 'enrollTotp', 'confirmTotp', 'disableTotp', 'regenerateRecoveryCodes']
    .map((name) => `mutation ${name}`)
    // Catalogues that are the same for everybody.
    .concat('query nodeTypes', 'query capabilities'),
);

const guarded = entrances.filter(({ name, rule }) => !rule.public && !later.has(name));

describe.each(guarded)('$name', ({ name, rule }) => {
  const entrance = guarded.find((one) => one.name === name) as (typeof guarded)[number];

  test('lets no credential in that has ended', async () => {
    for (const [what, credential] of Object.entries(ended)) {
      const answer = await askEntrance(app, entrance, owner.workspaceId, credential);
      // A rule that requires a session refuses keys before it reads them.
      const early = rule.session && what.startsWith('an API key') ? ['SESSION_REQUIRED'] : [];
      expect([what, ['INVALID_TOKEN', ...early].includes(answer) ? 'refused' : answer]).toEqual([what, 'refused']);
    }
  });
});

describe.each(workspaceRoutes)('$key', ({ at, body }) => {
  test('lets no credential in that has ended', async () => {
    for (const [what, as] of Object.entries(ended)) {
      const { status, body: answer } = await app.rest(at(owner.workspaceId), { as, ...(body && { body }) });
      const isEarly = answer.error?.code === 'SESSION_REQUIRED' && what.startsWith('an API key');
      expect([what, isEarly ? 401 : status]).toEqual([what, 401]);
    }
  });
});

test.each([
  ['/auth/change-password', { currentPassword: password, newPassword: 'another horse battery' }],
  ['/auth/email/change', { email: 'new@example.com' }],
  ['/auth/totp', {}],
  ['/auth/totp/confirm', { code: '123456' }],
  ['/auth/totp/disable', {}],
  ['/auth/totp/recovery-codes', {}],
])('a session that has ended changes nothing by POST %s, with the right password', async (path, fields) => {
  const { token: as } = await signUp(app);
  await app.rest('POST /auth/logout-all', { as });
  const body = 'currentPassword' in fields ? fields : { ...fields, password };
  const { status, body: answer } = await app.rest(`POST ${path}`, { as, body });
  expect([status, answer.error?.code]).toEqual([401, 'INVALID_TOKEN']);
});
