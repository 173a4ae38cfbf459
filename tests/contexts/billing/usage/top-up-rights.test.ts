import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Role, roles } from '../../../../src/platform/access/capabilities.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { runCli } from '../../../support/cli.js';
import type { Owner } from '../../../support/seed.js';
import { ledgerAccountsOf } from './ledger-accounts.js';

const needsOwner = (role: Role) => `403 FORBIDDEN The role OWNER is required; yours is ${role}.`;
const isOff =
  '403 FORBIDDEN Only the operator of this server can add credits: CREDITS_SELF_SERVICE is off. Ask the operator to run: workspace-automation credits top-up';
const needsSession = '403 SESSION_REQUIRED API keys are not allowed here. Log in and use the access token.';

describe.each([true, false])('where CREDITS_SELF_SERVICE is %s, credits', (creditsSelfService) => {
  let app: TestApp;
  let owner: Owner;
  const members = new Map<Role, string>();

  beforeAll(async () => {
    app = await startTestApp({ creditsSelfService });
    owner = await app.seed.owner();
    members.set('OWNER', owner.token);
    for (const role of roles.slice(1)) {
      const { email, token } = await app.seed.owner();
      const path = `/workspaces/${owner.workspaceId}`;
      const invited = await app.rest(`POST ${path}/members`, { as: owner.token, body: { email, role } });
      const { inviteToken } = invited.body.data as { inviteToken: string };
      await app.rest('POST /auth/accept-invite', { as: token, body: { token: inviteToken } });
      members.set(role, token);
    }
  });

  afterAll(() => app.stop());

  /** Requests one credit over REST and GraphQL, which answer the same. */
  async function topUp(as?: string, workspaceId = owner.workspaceId, amount = '1'): Promise<string> {
    const [rest, graphql] = ['by rest', 'by graphql'].map((reference) => ({
      amount,
      reference: `${reference} ${as?.slice(-12)}`,
    }));
    const answer = await app.rest(`POST /workspaces/${workspaceId}/usage/wallet/top-up`, {
      body: rest,
      ...(as && { as }),
    });
    const { errors } = await app.graphql(
      'mutation ($w: ID!, $input: TopUpWalletInput!) { topUpWallet(workspaceId: $w, input: $input) { balance } }',
      { w: workspaceId, input: graphql },
      as,
    );
    const { error } = answer.body;
    const reported = error ? `${answer.status} ${error.code} ${error.message}` : `${answer.status}`;
    const { status, code } = errors?.[0]?.extensions ?? {};
    expect(errors?.[0] ? `${status} ${code} ${errors[0].message}` : '200').toBe(reported);
    return reported;
  }

  const balance = async () => (await ledgerAccountsOf(app.services.db.pool, owner.workspaceId)).balance;

  test.each(roles)('are added only in a session with the role OWNER, if at all: %s', async (role) => {
    const before = await balance();
    const allowed = role === 'OWNER' && creditsSelfService;
    const refusal = role === 'OWNER' ? isOff : needsOwner(role);
    expect(await topUp(members.get(role))).toBe(allowed ? '200' : refusal);
    expect(await balance()).toBe(before + (allowed ? 2_000_000 : 0));
  });

  test.each(roles)('are never added by an API key: %s', async (role) => {
    const before = await balance();
    const maker = { ...owner, token: members.get(role) as string };
    for (const capabilities of [['*'], ['usage:read']]) {
      expect(await topUp(await app.seed.apiKey(maker, capabilities))).toBe(needsSession);
    }
    expect(await balance()).toBe(before);
  });

  test('require a credential, a session, a membership, the role and the setting before the body is validated', async () => {
    const stranger = await app.seed.owner();
    const key = await app.seed.apiKey(stranger);
    expect(await topUp(undefined, owner.workspaceId, 'much')).toMatch(/^401 UNAUTHENTICATED/);
    expect(await topUp(key, owner.workspaceId, 'much')).toBe(needsSession);
    expect(await topUp(stranger.token, owner.workspaceId, 'much')).toMatch(/^404 NOT_FOUND Workspace/);
    expect(await topUp(members.get('VIEWER'), owner.workspaceId, 'much')).toBe(needsOwner('VIEWER'));
    const own = await topUp(owner.token, owner.workspaceId, 'much');
    if (creditsSelfService) expect(own).toMatch(/^400 VALIDATION_FAILED/);
    else expect(own).toBe(isOff);
  });

  test('cannot be added by a VIEWER in a workspace that they create either', async () => {
    const as = members.get('VIEWER') as string;
    const made = await app.rest('POST /workspaces', { as, body: { name: 'Mine' } });
    expect(await topUp(as, (made.body.data as { id: string }).id)).toBe(creditsSelfService ? '200' : isOff);
  });

  test('are added by the operator on the command line', async () => {
    const before = await balance();
    const call = ['credits', 'top-up', owner.email, '7.5', '--reference', 'invoice 1'];
    expect(await runCli(call, { DATABASE_URL: app.database.url })).toMatchObject({ code: 0, stderr: '' });
    expect(await balance()).toBe(before + 7_500_000);
    const { rows } = await app.services.db.pool.query(
      "select details from audit_log where action = 'topUpWallet' and actor_kind = 'operator'",
    );
    expect(rows).toEqual([{ details: { credits: '7.500000', reference: 'invoice 1' } }]);
  });
});
