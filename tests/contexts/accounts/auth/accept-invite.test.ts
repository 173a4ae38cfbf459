import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { invite, newEmail, password, personOf, signUp } from '../members/people.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

async function inviteToken(email: string, role = 'EDITOR', by = owner): Promise<string> {
  const { body } = await invite(app, by.workspaceId, by.token, { email, role });
  return (body.data as { inviteToken: string }).inviteToken;
}
const accept = (body: Record<string, unknown>, as?: string) =>
  app.rest('POST /auth/accept-invite', { body, ...(as && { as }) });
const roleOf = async (as: string) => {
  const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}`, { as });
  return (body.data as { role: string } | undefined)?.role;
};

describe('accepting an invitation as a new user', () => {
  test('creates an account with name and password, joins and logs in', async () => {
    const email = newEmail();
    const answer = await accept({ token: await inviteToken(email), name: 'Ana', password });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      accessToken: expect.any(String),
      expiresIn: 900,
      user: { id: expect.any(String), email, name: 'Ana' },
      workspaces: [{ id: owner.workspaceId, name: 'Acme', role: 'EDITOR' }],
    });
    expect(answer.headers.get('set-cookie')).toContain('wa_refresh=');
    expect(await roleOf(personOf(answer).token)).toBe('EDITOR');
    expect((await app.rest('POST /auth/login', { body: { email, password } })).status).toBe(200);
  });

  test('requires a password, and the invitation stays valid', async () => {
    const token = await inviteToken(newEmail());
    const { status, body } = await accept({ token });
    expect([status, body.error.details?.[0]?.field]).toEqual([400, 'password']);
    expect((await accept({ token, password: 'short' })).status).toBe(400);
    expect((await accept({ token, password })).status).toBe(200);
  });

  test('creates an account with a wallet and no other workspace', async () => {
    const { userId } = personOf(await accept({ token: await inviteToken(newEmail()), password }));
    const { rows } = await app.services.db.pool.query(
      `select w.balance_micros, (select count(*)::integer from workspaces x where x.account_id = u.account_id) as owned
       from users u join wallets w on w.account_id = u.account_id where u.id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ balance_micros: '1000000000', owned: 0 }]);
  });

  test('is refused if registration is closed, and joins who has an account', async () => {
    const ana = await signUp(app);
    app.services.settings.registration = 'closed';
    try {
      const refused = await accept({ token: await inviteToken(newEmail()), password });
      expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('user create')]);
      expect((await accept({ token: await inviteToken(ana.email), password })).status).toBe(200);
    } finally {
      app.services.settings.registration = 'open';
    }
  });

  test('succeeds once of concurrent calls', async () => {
    const token = await inviteToken(newEmail());
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept({ token, password })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await accept({ token, password })).body.error.code).toBe('INVALID_TOKEN');
  });
});

describe('accepting an invitation as an existing user', () => {
  test('requires a password or an access token besides the token', async () => {
    const ana = await signUp(app);
    const token = await inviteToken(ana.email);
    const stranger = await signUp(app);
    const key = await app.seed.apiKey(ana);
    for (const [body, as] of [
      [{ token }],
      [{ token }, stranger.token],
      [{ token }, key],
      [{ token, password: 'not her password' }],
      [{ token, password: 'not her password' }, ana.token],
    ] as const) {
      const answer = await accept(body, as);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
    expect(await roleOf(ana.token)).toBeUndefined();
  });

  test('limits guesses of the password', async () => {
    const ana = await signUp(app);
    const token = await inviteToken(ana.email);
    const attempt = () => accept({ token, password: 'not her password' });
    for (let round = 0; round < 10; round++) expect((await attempt()).status).toBe(401);
    expect((await attempt()).body.error.code).toBe('RATE_LIMITED');
  });

  test('accepts the password, changes neither it nor the name, and opens a session', async () => {
    const ana = await signUp(app);
    const answer = await accept({ token: await inviteToken(ana.email, 'VIEWER'), password, name: 'Somebody else' });
    expect(answer.body.data).toMatchObject({
      user: { id: ana.userId, name: ana.email.split('@')[0] },
      workspaces: [{ id: ana.workspaceId }, { id: owner.workspaceId, role: 'VIEWER' }].sort((a, b) =>
        a.id < b.id ? -1 : 1,
      ),
    });
    expect(answer.headers.get('set-cookie')).toContain('wa_refresh=');
    expect(await roleOf(ana.token)).toBe('VIEWER');
  });

  test('accepts the access token and keeps its session', async () => {
    const ana = await signUp(app);
    const answer = await accept({ token: await inviteToken(ana.email, 'ADMIN') }, ana.token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await roleOf(personOf(answer).token)).toBe('ADMIN');
    await app.rest('POST /auth/logout', { as: ana.token });
    expect((await app.rest('GET /auth/me', { as: personOf(answer).token })).status).toBe(401);
  });

  test('refuses the access token of a session that has ended', async () => {
    const ana = await signUp(app);
    await app.rest('POST /auth/logout', { as: ana.token });
    const answer = await accept({ token: await inviteToken(ana.email) }, ana.token);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'INVALID_TOKEN']);
  });
});

describe('an invitation', () => {
  test.each(['nonsense', 'a'.repeat(43)])('with an unknown token is refused (%s)', async (token) => {
    const { status, body } = await accept({ token, password });
    expect([status, body.error.code]).toEqual([401, 'INVALID_TOKEN']);
  });

  test('is valid for seven days', async () => {
    const token = await inviteToken(newEmail());
    const shift = (interval: string) =>
      app.services.db.pool.query(`update invitations set expires_at = expires_at - interval '${interval}'`);
    await shift('6 days 23 hours');
    expect((await accept({ token })).body.error.code).toBe('VALIDATION_FAILED');
    await shift('2 hours');
    expect((await accept({ token, password })).body.error.code).toBe('INVALID_TOKEN');
  });

  test('ends with its workspace', async () => {
    const other = await app.seed.owner();
    const token = await inviteToken(newEmail(), 'VIEWER', other);
    await app.rest(`DELETE /workspaces/${other.workspaceId}`, { as: other.token });
    expect((await accept({ token, password })).body.error.code).toBe('INVALID_TOKEN');
  });

  test('is accepted through GraphQL too', async () => {
    const { data } = await app.graphql(
      'mutation ($input: AcceptInviteInput!) { acceptInvite(input: $input) { workspaces { role } } }',
      { input: { token: await inviteToken(newEmail(), 'VIEWER'), password } },
    );
    expect(data).toEqual({ acceptInvite: { workspaces: [{ role: 'VIEWER' }] } });
  });
});
