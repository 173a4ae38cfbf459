import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { markEmailVerified } from '../../../../src/contexts/accounts/auth/operator-actions.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { type MailServer, startMailServer } from '../../../support/mail-server.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember, invite, knownToken, newEmail, type Person, password, personOf, signUp } from '../members/people.js';
import { mailedToken, resetSubject } from './account-mails.js';

type Host = Person & { workspaceId: string };
let mail: MailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ smtp: { url: mail.url } });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

/** A workspace whose owner has proved their address, and a member of it who has not: somebody else registered the address. */
async function squattedIn(role = 'ADMIN'): Promise<{ host: Host; squatter: Person }> {
  const host = await signUp(app);
  await markEmailVerified(app.services.db.pool, host.email, new Date());
  return { host, squatter: await addMember(app, host.workspaceId, host.token, role) };
}

const pathOf = ({ workspaceId }: Host) => `/workspaces/${workspaceId}`;
const setRole = (host: Host, { userId }: Person, role: string, as: string) =>
  app.rest(`PATCH ${pathOf(host)}/members/${userId}/role`, { as, body: { role } });
const leave = (host: Host, { token: as }: Person) => app.rest(`POST ${pathOf(host)}/members/leave`, { as, body: {} });
const statusOf = async (host: Host, as: string) => (await app.rest(`GET ${pathOf(host)}/flows`, { as })).status;

async function peopleOf(host: Host, as = host.token): Promise<Record<string, string>> {
  const { body } = await app.rest(`GET ${pathOf(host)}/members?limit=100`, { as });
  const rows = body.data as { email: string; role: string; status: string }[];
  return Object.fromEntries(rows.map(({ email, role, status }) => [email, `${role} ${status}`]));
}

/** The owner of the address resets the password, with no session of who registered it. */
async function prove({ email }: Person) {
  await app.rest('POST /auth/password/forgot', { body: { email } });
  const token = await mailedToken(mail, email, resetSubject);
  return app.rest('POST /auth/password/reset', { body: { token, password: 'a better horse battery' } });
}

/** Joins by an invitation over GraphQL. */
async function inviteByGraph(host: Host, as: string, role: string): Promise<Person> {
  const { data } = await app.graphql<{ inviteMember: { invitationId: string } }>(
    'mutation ($id: ID!, $input: InviteMemberInput!) { inviteMember(workspaceId: $id, input: $input) { invitationId } }',
    { id: host.workspaceId, input: { email: newEmail(), role } },
    as,
  );
  const token = await knownToken(app, data?.inviteMember.invitationId ?? '');
  return personOf(await app.rest('POST /auth/accept-invite', { body: { token, password } }));
}

describe('what an unproven account gave away in workspaces of others ends with the first proof of its address', () => {
  test('memberships and invitations, those that come of them, and what runs by them', async () => {
    const { host, squatter } = await squattedIn();
    const colleague = await addMember(app, host.workspaceId, host.token, 'EDITOR');
    const accomplice = await inviteByGraph(host, squatter.token, 'ADMIN');
    const second = await addMember(app, host.workspaceId, accomplice.token, 'EDITOR');
    const [open, deeper, own] = [newEmail(), newEmail(), newEmail()];
    await invite(app, host.workspaceId, squatter.token, { email: open, role: 'VIEWER' });
    await invite(app, host.workspaceId, accomplice.token, { email: deeper, role: 'VIEWER' });
    await invite(app, host.workspaceId, host.token, { email: own, role: 'VIEWER' });
    const key = await app.seed.apiKey({ ...second, workspaceId: host.workspaceId }, ['flows:read']);
    const flow = await app.seed.flow(
      { ...second, workspaceId: host.workspaceId },
      graph([node('start', 'trigger.manual')]),
    );
    expect((await prove(squatter)).status).toBe(200);
    expect(await peopleOf(host)).toEqual({
      [host.email]: 'OWNER active',
      [squatter.email]: 'ADMIN active',
      [colleague.email]: 'EDITOR active',
      [own]: 'VIEWER invited',
    });
    const all = [accomplice.token, second.token, key, colleague.token];
    expect(await Promise.all(all.map((as) => statusOf(host, as)))).toEqual([404, 404, 401, 200]);
    const read = async (path: string) => (await app.rest(`GET ${pathOf(host)}/${path}`, { as: host.token })).body.data;
    expect(await read(`flows/${flow.id}`)).toMatchObject({ isActive: false });
    expect(await read('audit-log?action=discardUnproven')).toMatchObject([
      { targetId: squatter.userId, details: { apiKeys: 1, members: 2, invitations: 2, flows: 1 } },
    ]);
  });

  test('also when the one who gave it, and the one in between, have left', async () => {
    const { host, squatter } = await squattedIn();
    const between = await addMember(app, host.workspaceId, squatter.token, 'ADMIN');
    const last = await addMember(app, host.workspaceId, between.token, 'EDITOR');
    expect([(await leave(host, between)).status, (await leave(host, squatter)).status]).toEqual([200, 200]);
    await prove(squatter);
    expect(await peopleOf(host)).toEqual({ [host.email]: 'OWNER active' });
    expect(await statusOf(host, last.token)).toBe(404);
  });

  test('an invitation of another that it sent again, and a role that it raised, but none that it lowered', async () => {
    const { host, squatter } = await squattedIn();
    const [raised, lowered] = [
      await addMember(app, host.workspaceId, host.token, 'VIEWER'),
      await addMember(app, host.workspaceId, host.token, 'EDITOR'),
    ];
    const invited = await invite(app, host.workspaceId, host.token, { role: 'VIEWER' });
    const { invitationId } = invited.body.data as { invitationId: string };
    const again = `POST ${pathOf(host)}/members/invitations/${invitationId}/resend`;
    expect((await app.rest(again, { as: squatter.token, body: {} })).status).toBe(200);
    await setRole(host, raised, 'ADMIN', squatter.token);
    await setRole(host, lowered, 'VIEWER', squatter.token);
    await prove(squatter);
    expect(await peopleOf(host)).toEqual({
      [host.email]: 'OWNER active',
      [squatter.email]: 'ADMIN active',
      [lowered.email]: 'VIEWER active',
    });
  });

  test('not what somebody with a proven address confirmed: the role of a member, an invitation sent again', async () => {
    const { host, squatter } = await squattedIn();
    const [kept, lost] = [
      await addMember(app, host.workspaceId, squatter.token, 'EDITOR'),
      await addMember(app, host.workspaceId, squatter.token, 'EDITOR'),
    ];
    const invited = await invite(app, host.workspaceId, squatter.token, { role: 'VIEWER' });
    const { invitationId, email } = invited.body.data as { invitationId: string; email: string };
    await setRole(host, kept, 'EDITOR', host.token);
    await app.rest(`POST ${pathOf(host)}/members/invitations/${invitationId}/resend`, { as: host.token, body: {} });
    await prove(squatter);
    const people = await peopleOf(host);
    expect([people[kept.email], people[email], people[lost.email]]).toEqual([
      'EDITOR active',
      'VIEWER invited',
      undefined,
    ]);
  });

  test('and a workspace that has no owner then belongs to the user of its account', async () => {
    const { host, squatter } = await squattedIn('OWNER');
    const accomplice = await addMember(app, host.workspaceId, squatter.token, 'OWNER');
    expect((await setRole(host, host, 'VIEWER', accomplice.token)).status).toBe(200);
    expect((await leave(host, squatter)).status).toBe(200);
    await prove(squatter);
    expect(await peopleOf(host)).toEqual({ [host.email]: 'OWNER active' });
  });

  test('also what it gives away at the same time, which is refused', async () => {
    const { host, squatter } = await squattedIn();
    const member = await addMember(app, host.workspaceId, host.token, 'VIEWER');
    const late = newEmail();
    const holder = await app.services.db.pool.connect();
    await holder.query('begin');
    await holder.query('select from members where workspace_id = $1 and user_id = $2 for update', [
      host.workspaceId,
      squatter.userId,
    ]);
    const proved = prove(squatter);
    await waiting('lock_unproven_members');
    const invited = invite(app, host.workspaceId, squatter.token, { email: late, role: 'EDITOR' });
    const raised = setRole(host, member, 'EDITOR', squatter.token);
    await waiting('lock_answering_member');
    await waiting('lock_members');
    await holder.query('rollback');
    holder.release();
    expect([(await proved).status, (await invited).status, (await raised).status]).toEqual([200, 403, 403]);
    expect(await peopleOf(host)).toMatchObject({ [member.email]: 'VIEWER active' });
    expect(await peopleOf(host)).not.toHaveProperty(late);
  });
});

test('a proof by who holds the account keeps what it gave away', async () => {
  const { host, squatter } = await squattedIn();
  const colleague = await addMember(app, host.workspaceId, squatter.token, 'EDITOR');
  await app.rest('POST /auth/password/forgot', { body: { email: squatter.email } });
  const token = await mailedToken(mail, squatter.email, resetSubject);
  const body = { token, password: 'a better horse battery' };
  expect((await app.rest('POST /auth/password/reset', { as: squatter.token, body })).status).toBe(200);
  expect(await statusOf(host, colleague.token)).toBe(200);
});

/** Resolves when a statement with the label waits for a lock. */
async function waiting(label: string): Promise<void> {
  await waitFor(async () => {
    const { rows } = await app.services.db.pool.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.some(({ query }) => query.includes(label));
  });
}
