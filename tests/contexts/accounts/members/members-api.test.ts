import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember, invite, newEmail, password, signUp } from './people.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

type Row = Record<string, unknown>;
const call = (method: string, rest = '') => `${method} /workspaces/${owner.workspaceId}/members${rest}`;
const list = async (query = '', as = owner.token) => app.rest(call('GET', query), { as });
const rows = async (query = '') => (await list(query)).body.data as Row[];
const data = ({ body }: { body: { data: unknown } }) => body.data as Record<string, string>;
const accept = (token: string | undefined, as?: string) =>
  app.rest('POST /auth/accept-invite', { body: as ? { token } : { token, password }, ...(as && { as }) });
const unknownId = '019ab3f2-0000-7000-8000-000000000000';

describe('inviting', () => {
  test('returns the token once, and lists the invitation without it', async () => {
    const email = newEmail();
    const answer = await invite(app, owner.workspaceId, owner.token, {
      email: email.toUpperCase(),
      role: 'VIEWER',
      capabilities: ['flows:execute'],
    });
    expect(answer.status).toBe(201);
    const { inviteToken, mailed, ...shown } = answer.body.data as Row;
    expect(mailed).toBe(false);
    expect(inviteToken).toMatch(/^[\w-]{43}$/);
    expect(shown).toEqual({
      workspaceId: owner.workspaceId,
      userId: null,
      invitationId: expect.any(String),
      email,
      name: null,
      role: 'VIEWER',
      capabilities: ['flows:execute'],
      deniedCapabilities: [],
      status: 'invited',
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const days = (Date.parse(shown.expiresAt as string) - Date.parse(shown.createdAt as string)) / 86_400_000;
    expect(days).toBe(7);
    const listed = await list('?status=invited');
    expect(listed.body).toMatchObject({ data: [shown], pagination: { total: 1 } });
    const stored = await app.services.db.pool.query('select * from invitations');
    expect(JSON.stringify([listed.body, stored.rows])).not.toContain(inviteToken);
  });

  test('returns the user if the email has an account', async () => {
    const ana = await signUp(app);
    const answer = await invite(app, owner.workspaceId, owner.token, { email: ana.email, role: 'VIEWER' });
    expect(data(answer).userId).toBe(ana.userId);
  });

  test('is refused for members and for invited emails, until the invitation has expired', async () => {
    const body = { email: newEmail(), role: 'VIEWER' };
    await invite(app, owner.workspaceId, owner.token, body);
    const again = await invite(app, owner.workspaceId, owner.token, body);
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    const own = await invite(app, owner.workspaceId, owner.token, { ...body, email: owner.email });
    expect([own.status, own.body.error.code]).toEqual([409, 'CONFLICT']);
    await app.services.db.pool.query('update invitations set expires_at = now() where email = $1', [body.email]);
    const later = await invite(app, owner.workspaceId, owner.token, { ...body, role: 'EDITOR' });
    expect([later.status, data(later).role]).toEqual([201, 'EDITOR']);
    expect(await rows('?status=invited')).toHaveLength(1);
  });

  test('succeeds once of concurrent calls for the same email', async () => {
    const body = { email: newEmail(), role: 'VIEWER' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => invite(app, owner.workspaceId, owner.token, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('lists every violation of the input', async () => {
    const violations = async (body: Row) =>
      (await app.rest(call('POST'), { as: owner.token, body })).body.error.details?.map(({ field }) => field);
    expect(await violations({})).toEqual(expect.arrayContaining(['email', 'role']));
    expect(await violations({ email: 'nobody', role: 'VIEWER', capabilities: ['*'] })).toEqual([
      'email',
      'capabilities',
    ]);
    expect(await violations({ email: newEmail(), role: 'BOSS' })).toEqual(['role']);
    expect(await violations({ email: newEmail(), role: 'VIEWER', admin: true })).toEqual(['admin']);
  });

  test('can be repeated, which revokes the token before', async () => {
    const first = data(await invite(app, owner.workspaceId, owner.token, { role: 'VIEWER' }));
    await app.services.db.pool.query('update invitations set expires_at = now() where id = $1', [first.invitationId]);
    const answer = await app.rest(call('POST', `/invitations/${first.invitationId}/resend`), { as: owner.token });
    expect([answer.status, data(answer).email]).toEqual([200, first.email]);
    expect((await accept(first.inviteToken)).status).toBe(401);
    expect((await accept(data(answer).inviteToken)).status).toBe(200);
  });

  test('can be revoked with its token', async () => {
    const { invitationId, inviteToken } = data(await invite(app, owner.workspaceId, owner.token, { role: 'VIEWER' }));
    const revoke = () => app.rest(call('DELETE', `/invitations/${invitationId}`), { as: owner.token });
    const answer = await revoke();
    expect([answer.status, data(answer)]).toEqual([200, { id: invitationId }]);
    expect((await accept(inviteToken)).status).toBe(401);
    expect((await revoke()).status).toBe(404);
    expect(await rows('?status=invited')).toEqual([]);
  });
});

describe('the list of members', () => {
  test('is available to every member with a session', async () => {
    const viewer = await addMember(app, owner.workspaceId, owner.token, 'VIEWER');
    const answer = await list('?sortBy=role&sortOrder=asc', viewer.token);
    expect(answer.body).toMatchObject({
      data: [
        { email: owner.email, role: 'OWNER', status: 'active', name: 'Owner', invitationId: null, expiresAt: null },
        { userId: viewer.userId, email: viewer.email, role: 'VIEWER', capabilities: [] },
      ],
      pagination: { page: 1, limit: 20, total: 2, totalPages: 1, nextCursor: null },
    });
  });

  test('has pages, sorting and filters, and is empty past the end', async () => {
    const anna = newEmail('anna');
    await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    await invite(app, owner.workspaceId, owner.token, { email: anna, role: 'EDITOR' });
    expect((await rows()).map(({ email }) => email)).toHaveLength(3);
    expect((await rows())[0]?.email).toBe(anna);
    const first = (await list('?sortBy=email&sortOrder=asc&limit=2')).body;
    const second = (await list('?sortBy=email&sortOrder=asc&limit=2&page=2')).body;
    const emails = [...(first.data as Row[]), ...(second.data as Row[])].map(({ email }) => email);
    expect(emails).toEqual([...emails].sort());
    expect([new Set(emails).size, emails[0]]).toEqual([3, anna]);
    expect((await list('?page=9')).body).toMatchObject({ data: [], pagination: { total: 3 } });
    expect(await rows('?role=EDITOR')).toHaveLength(2);
    expect(await rows('?role=EDITOR&status=active')).toHaveLength(1);
    expect((await rows('?search=ANNA-')).map(({ email }) => email)).toEqual([anna]);
  });

  test('lists the accepted values of invalid filters', async () => {
    const { status, body } = await list('?status=gone&role=BOSS&sortBy=age&sortOrder=up&page=0');
    expect([status, body.error.details?.map(({ field }) => field).sort()]).toEqual([
      400,
      ['page', 'role', 'sortBy', 'sortOrder', 'status'],
    ]);
    expect(body.error.details).toContainEqual({ field: 'status', message: 'status must be one of: active, invited.' });
  });
});

describe('changing a role', () => {
  test('returns the member and takes effect at once, with the same access token', async () => {
    const ana = await addMember(app, owner.workspaceId, owner.token, 'EDITOR', ['audit:read']);
    const path = call('PATCH', `/${ana.userId}/role`);
    const create = () =>
      app.rest(`POST /workspaces/${owner.workspaceId}/flows`, { as: ana.token, body: { name: 'Mine' } });
    expect((await create()).status).toBe(201);
    const answer = await app.rest(path, { as: owner.token, body: { role: 'VIEWER' } });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      expect.objectContaining({ userId: ana.userId, role: 'VIEWER', capabilities: ['audit:read'], status: 'active' }),
    ]);
    expect((await create()).body.error.code).toBe('FORBIDDEN');
    const body = { role: 'VIEWER', capabilities: ['flows:write'] };
    expect((await app.rest(path, { as: owner.token, body })).body.data).toMatchObject(body);
    expect((await create()).status).toBe(201);
  });

  test('without a difference keeps updatedAt', async () => {
    const ana = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const [before] = await rows(`?search=${ana.email}`);
    const body = { role: 'EDITOR', capabilities: [] };
    const answer = await app.rest(call('PATCH', `/${ana.userId}/role`), { as: owner.token, body });
    expect(data(answer).updatedAt).toBe(before?.updatedAt);
  });

  test('removes lost capabilities from API keys of the member', async () => {
    const ana = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const key = await app.seed.apiKey({ ...owner, token: ana.token }, ['flows:read', 'flows:write']);
    const flows = (method: string, body?: object) =>
      app.rest(`${method} /workspaces/${owner.workspaceId}/flows`, { as: key, body });
    expect((await flows('POST', { name: 'Mine' })).status).toBe(201);
    await app.rest(call('PATCH', `/${ana.userId}/role`), { as: owner.token, body: { role: 'VIEWER' } });
    expect((await flows('POST', { name: 'More' })).status).toBe(403);
    expect((await flows('GET')).status).toBe(200);
  });

  test('refuses null for required fields', async () => {
    const ana = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const body = { role: 'EDITOR', capabilities: null };
    const answer = await app.rest(call('PATCH', `/${ana.userId}/role`), { as: owner.token, body });
    expect([answer.status, answer.body.error.details?.[0]?.field]).toEqual([400, 'capabilities']);
  });
});

describe('removing a member', () => {
  test('takes effect at once, for the session and for every key, also after joining again', async () => {
    const ana = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const key = await app.seed.apiKey({ ...owner, token: ana.token });
    const read = async (as: string) => (await app.rest(`GET /workspaces/${owner.workspaceId}/flows`, { as })).status;
    expect([await read(ana.token), await read(key)]).toEqual([200, 200]);
    const answer = await app.rest(call('DELETE', `/${ana.userId}`), { as: owner.token });
    expect([answer.status, data(answer)]).toMatchObject([200, { id: ana.userId }]);
    expect([await read(ana.token), await read(key)]).toEqual([404, 401]);
    expect((await app.rest('GET /auth/me', { as: ana.token })).body.data).toMatchObject({ workspaces: [] });
    const { inviteToken } = data(
      await invite(app, owner.workspaceId, owner.token, { email: ana.email, role: 'VIEWER' }),
    );
    await accept(inviteToken, ana.token);
    expect([await read(ana.token), await read(key)]).toEqual([200, 401]);
  });

  test('ends the subscriptions of the member', async () => {
    const ana = await addMember(app, owner.workspaceId, owner.token, 'VIEWER');
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
    const run = () =>
      app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flow.id}/trigger`, { as: owner.token, body: {} });
    const query = 'subscription ($id: ID!) { workspaceExecutionUpdated(workspaceId: $id) { execution { status } } }';
    const outcomes: unknown[] = [];
    const ended = (async () => {
      for await (const { errors } of app.subscribe(query, { id: owner.workspaceId }, ana.token)) {
        outcomes.push(errors?.[0]?.extensions?.code ?? 'event');
      }
    })();
    await waitFor(async () => (await run()) && outcomes.length > 0);
    await app.rest(call('DELETE', `/${ana.userId}`), { as: owner.token });
    await run();
    await ended;
    expect([outcomes[0], outcomes.at(-1)]).toEqual(['event', 'NOT_FOUND']);
  });

  test('answers alike for unknown members, members of other workspaces and invalid IDs', async () => {
    const stranger = await signUp(app);
    for (const id of [unknownId, stranger.userId, 'nonsense']) {
      const removed = await app.rest(call('DELETE', `/${id}`), { as: owner.token });
      const changed = await app.rest(call('PATCH', `/${id}/role`), { as: owner.token, body: { role: 'BOSS' } });
      expect([removed.status, changed.status]).toEqual([404, 404]);
    }
    for (const [method, rest] of [
      ['DELETE', ''],
      ['POST', '/resend'],
    ]) {
      const path = call(method as string, `/invitations/${unknownId}${rest}`);
      expect((await app.rest(path, { as: owner.token })).status).toBe(404);
    }
  });
});

describe('the member routes', () => {
  const everyRoute = () =>
    [
      [call('GET')],
      [call('POST'), { email: newEmail(), role: 'VIEWER' }],
      [call('PATCH', `/${unknownId}/role`), { role: 'VIEWER' }],
      [call('DELETE', `/${unknownId}`)],
      [call('POST', `/invitations/${unknownId}/resend`)],
      [call('DELETE', `/invitations/${unknownId}`)],
    ] as [string, object?][];

  test('require a session', async () => {
    const key = await app.seed.apiKey(owner);
    for (const [path, body] of everyRoute()) {
      expect((await app.rest(path, { as: key, body })).body.error.code).toBe('SESSION_REQUIRED');
      expect((await app.rest(path, { body })).body.error.code).toBe('UNAUTHENTICATED');
    }
  });

  test('require members:manage to change anything, and answer 404 to other users', async () => {
    const editor = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const stranger = await signUp(app);
    for (const [path, body] of everyRoute()) {
      const { status } = await app.rest(path, { as: editor.token, body });
      expect([path, status]).toEqual([path, path === call('GET') ? 200 : 403]);
      expect((await app.rest(path, { as: stranger.token, body })).status).toBe(404);
    }
  });
});

describe('the member operations of GraphQL', () => {
  async function run<T>(query: string, variables: Row): Promise<T> {
    const { data: answer, errors } = await app.graphql<T>(
      query,
      { workspaceId: owner.workspaceId, ...variables },
      owner.token,
    );
    if (errors) throw errors[0];
    return answer as T;
  }

  test('invite, resend, revoke, update and remove', async () => {
    const input = { email: newEmail(), role: 'EDITOR' };
    const { inviteMember } = await run<{ inviteMember: Row }>(
      'mutation ($workspaceId: ID!, $input: InviteMemberInput!) { inviteMember(workspaceId: $workspaceId, input: $input) { invitationId status inviteToken } }',
      { input },
    );
    expect(inviteMember.status).toBe('invited');
    const { resendInvitation } = await run<{ resendInvitation: Row }>(
      'mutation ($workspaceId: ID!, $id: ID!) { resendInvitation(workspaceId: $workspaceId, invitationId: $id) { inviteToken } }',
      { id: inviteMember.invitationId },
    );
    expect(resendInvitation.inviteToken).not.toBe(inviteMember.inviteToken);
    const revoked = await run(
      'mutation ($workspaceId: ID!, $id: ID!) { revokeInvitation(workspaceId: $workspaceId, invitationId: $id) { deletedId } }',
      { id: inviteMember.invitationId },
    );
    expect(revoked).toEqual({ revokeInvitation: { deletedId: inviteMember.invitationId } });

    const { userId } = await addMember(app, owner.workspaceId, owner.token, 'VIEWER');
    const changed = await run(
      'mutation ($workspaceId: ID!, $userId: ID!) { updateMember(workspaceId: $workspaceId, userId: $userId, input: { role: ADMIN }) { role } }',
      { userId },
    );
    expect(changed).toEqual({ updateMember: { role: 'ADMIN' } });
    const listed = await run(
      'query ($workspaceId: ID!) { workspace(id: $workspaceId) { members(sortBy: role, sortOrder: asc) { items { role status } pagination { total } } } }',
      {},
    );
    expect(listed).toEqual({
      workspace: {
        members: {
          items: [
            { role: 'OWNER', status: 'active' },
            { role: 'ADMIN', status: 'active' },
          ],
          pagination: { total: 2 },
        },
      },
    });
    const removed = await run(
      'mutation ($workspaceId: ID!, $userId: ID!) { removeMember(workspaceId: $workspaceId, userId: $userId) { deletedId } }',
      { userId },
    );
    expect(removed).toEqual({ removeMember: { deletedId: userId } });
  });

  test('leave entries in the audit log, without tokens', async () => {
    const { inviteToken, email } = data(await invite(app, owner.workspaceId, owner.token, { role: 'VIEWER' }));
    const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/audit-log`, { as: owner.token });
    expect(body.data).toMatchObject([
      { action: 'inviteMember', fields: ['email', 'role'], outcome: 'done', after: { email, role: 'VIEWER' } },
      { action: 'register' },
    ]);
    expect(JSON.stringify(body)).not.toContain(inviteToken);
  });
});
