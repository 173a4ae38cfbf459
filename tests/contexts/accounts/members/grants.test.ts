import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Role, roles } from '../../../../src/platform/access/capabilities.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { addMember, invite, type Person } from './people.js';

let app: TestApp;
let owner: Owner;
/** All members here have members:manage; OWNER and ADMIN by their role. */
const actors = {} as Record<Role, { token: string }>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  actors.OWNER = owner;
  actors.ADMIN = await add('ADMIN');
  actors.EDITOR = await add('EDITOR', ['members:manage']);
  actors.VIEWER = await add('VIEWER', ['members:manage']);
});
afterAll(() => app.stop());

const add = (role: Role, capabilities: string[] = []) =>
  addMember(app, owner.workspaceId, owner.token, role, capabilities);
const change = (as: string, { userId }: Person, body: object) =>
  app.rest(`PATCH /workspaces/${owner.workspaceId}/members/${userId}/role`, { as, body });
const remove = (as: string, { userId }: Person) =>
  app.rest(`DELETE /workspaces/${owner.workspaceId}/members/${userId}`, { as });
const roleOf = async ({ token }: Person) =>
  ((await app.rest(`GET /workspaces/${owner.workspaceId}`, { as: token })).body.data as { role: Role }).role;

/** Above or level with nobody of another name: OWNER > ADMIN > EDITOR > VIEWER. */
const reaches = (actor: Role, other: Role) => roles.indexOf(actor) <= roles.indexOf(other);
const pairs = roles.flatMap((actor) => roles.map((other) => [actor, other] as const));

describe('what members can do to others by role', () => {
  test.each(pairs)('%s invites %s: at most their own role', async (actor, role) => {
    const { status, body } = await invite(app, owner.workspaceId, actors[actor].token, { role });
    expect([status, body.error?.code]).toEqual(reaches(actor, role) ? [201, undefined] : [403, 'FORBIDDEN']);
  });

  test.each(pairs)('%s gives a VIEWER the role %s: at most their own role', async (actor, role) => {
    const member = await add('VIEWER');
    const { status } = await change(actors[actor].token, member, { role });
    expect([status, await roleOf(member)]).toEqual(reaches(actor, role) ? [200, role] : [403, 'VIEWER']);
  });

  test.each(pairs)('%s demotes and removes %s: no higher role', async (actor, role) => {
    const member = await add(role);
    const demoted = await change(actors[actor].token, member, { role: 'VIEWER' });
    expect(demoted.status).toBe(reaches(actor, role) ? 200 : 403);
    const removed = await remove(actors[actor].token, await add(role));
    expect(removed.status).toBe(reaches(actor, role) ? 200 : 403);
  });

  test.each(pairs)('%s resends and revokes the invitation of %s: no higher role', async (actor, role) => {
    const invited = await invite(app, owner.workspaceId, owner.token, { role });
    const { invitationId } = invited.body.data as { invitationId: string };
    const path = `/workspaces/${owner.workspaceId}/members/invitations/${invitationId}`;
    const as = actors[actor].token;
    const answers = [await app.rest(`POST ${path}/resend`, { as }), await app.rest(`DELETE ${path}`, { as })];
    expect(answers.map(({ status }) => status)).toEqual(reaches(actor, role) ? [200, 200] : [403, 403]);
  });
});

describe('capabilities in addition to a role', () => {
  test('are granted only by members who have them; the error names the missing ones', async () => {
    const body = { role: 'EDITOR', capabilities: ['boveda:manage'] };
    const refused = await invite(app, owner.workspaceId, actors.ADMIN.token, body);
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('boveda:manage')]);
    expect((await invite(app, owner.workspaceId, actors.OWNER.token, body)).status).toBe(201);
    const member = await add('EDITOR');
    expect((await change(actors.ADMIN.token, member, body)).status).toBe(403);
    expect((await change(actors.OWNER.token, member, body)).status).toBe(200);
    const holder = await add('ADMIN', ['boveda:manage']);
    expect((await change(holder.token, await add('EDITOR'), body)).status).toBe(200);
  });

  test('do not raise the role: an ADMIN with every capability cannot add an OWNER', async () => {
    const full = await add('ADMIN', ['boveda:manage']);
    expect((await change(full.token, full, { role: 'OWNER' })).status).toBe(403);
    expect((await invite(app, owner.workspaceId, full.token, { role: 'OWNER' })).status).toBe(403);
  });

  test('stay with a demoted member unless they are sent, and need not be granted again', async () => {
    const member = await add('EDITOR', ['boveda:manage']);
    const kept = await change(actors.ADMIN.token, member, { role: 'VIEWER' });
    expect(kept.body.data).toMatchObject({ role: 'VIEWER', capabilities: ['boveda:manage'] });
    const taken = await change(actors.ADMIN.token, member, { role: 'VIEWER', capabilities: [] });
    expect(taken.body.data).toMatchObject({ capabilities: [] });
    const again = { role: 'VIEWER', capabilities: ['boveda:manage'] };
    expect((await change(actors.ADMIN.token, member, again)).status).toBe(403);
  });

  test('cannot be added by members to themselves', async () => {
    const editor = await add('EDITOR', ['members:manage']);
    for (const body of [{ role: 'ADMIN' }, { role: 'EDITOR', capabilities: ['members:manage', 'audit:read'] }]) {
      expect((await change(editor.token, editor, body)).status).toBe(403);
    }
    expect((await change(editor.token, editor, { role: 'VIEWER' })).status).toBe(200);
  });

  test('limit keys: a key of a member has no more than was granted, and loses it at once', async () => {
    const viewer = await add('VIEWER', ['flows:write']);
    const make = (capabilities: string[]) =>
      app.rest(`POST /workspaces/${owner.workspaceId}/api-keys`, {
        as: viewer.token,
        body: { name: 'Key', capabilities },
      });
    expect((await make(['flows:execute'])).status).toBe(403);
    const { key } = (await make(['*'])).body.data as { key: string };
    const create = () => app.rest(`POST /workspaces/${owner.workspaceId}/flows`, { as: key, body: { name: 'x' } });
    expect((await create()).status).toBe(201);
    await change(owner.token, viewer, { role: 'VIEWER', capabilities: [] });
    expect((await create()).body.error.code).toBe('FORBIDDEN');
  });
});

describe('capabilities that are denied', () => {
  const denied = { role: 'EDITOR', deniedCapabilities: ['secrets:use'] };

  test('are given back only by members who have them, and stay unless they are sent', async () => {
    const member = await add('EDITOR', ['members:manage']);
    const answer = await change(actors.OWNER.token, member, { ...denied });
    expect([answer.status, answer.body.data]).toMatchObject([200, { deniedCapabilities: ['secrets:use'] }]);
    expect((await change(member.token, member, { role: 'EDITOR', deniedCapabilities: [] })).status).toBe(403);
    const stays = await change(actors.OWNER.token, member, { role: 'EDITOR', capabilities: [] });
    expect(stays.body.data).toMatchObject({ capabilities: [], deniedCapabilities: ['secrets:use'] });
    const back = await change(actors.OWNER.token, member, { role: 'EDITOR', deniedCapabilities: [] });
    expect(back.body.data).toMatchObject({ deniedCapabilities: [] });
  });

  test('cannot be given to others by a member to whom they are denied', async () => {
    const admin = await add('ADMIN');
    await change(actors.OWNER.token, admin, { role: 'ADMIN', deniedCapabilities: ['secrets:use'] });
    const refused = await invite(app, owner.workspaceId, admin.token, { role: 'EDITOR' });
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('secrets:use')]);
    expect((await invite(app, owner.workspaceId, admin.token, denied)).status).toBe(201);
  });

  test('of an invitation are those of the member, and are listed', async () => {
    const { body } = await invite(app, owner.workspaceId, owner.token, { ...denied, email: 'denied@example.com' });
    const { inviteToken, deniedCapabilities } = body.data as { inviteToken: string; deniedCapabilities: string[] };
    expect(deniedCapabilities).toEqual(['secrets:use']);
    await app.rest('POST /auth/accept-invite', { body: { token: inviteToken, password: 'correct horse battery' } });
    const path = `/workspaces/${owner.workspaceId}/members?search=denied@`;
    const listed = await app.rest(`GET ${path}`, { as: owner.token });
    expect(listed.body.data).toMatchObject([{ status: 'active', deniedCapabilities: ['secrets:use'] }]);
  });

  test('are refused for an OWNER, and beside a grant of the same; a new OWNER has all', async () => {
    const member = await add('EDITOR');
    for (const body of [
      { role: 'OWNER', deniedCapabilities: ['flows:read'] },
      { role: 'VIEWER', capabilities: ['flows:write'], deniedCapabilities: ['flows:write'] },
      { role: 'VIEWER', deniedCapabilities: ['nonsense'] },
    ]) {
      const { status, body: answer } = await change(owner.token, member, body);
      expect([status, answer.error?.details?.[0]?.field]).toEqual([400, 'deniedCapabilities']);
    }
    await change(owner.token, member, denied);
    const raised = await change(owner.token, member, { role: 'OWNER' });
    expect(raised.body.data).toMatchObject({ role: 'OWNER', deniedCapabilities: [] });
  });
});
