import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RestAnswer, startTestApp, type TestApp } from '../../../support/app.js';
import { runCli } from '../../../support/cli.js';

const refusal =
  'Only the operator of this server can create workspaces: WORKSPACE_CREATION is operator. Ask the operator to run: workspace-automation workspace create, or an owner or admin of a workspace for an invitation.';
const password = 'correct horse battery';

describe('where WORKSPACE_CREATION is operator', () => {
  let app: TestApp;
  let signedUp: RestAnswer;

  beforeAll(async () => {
    app = await startTestApp({ workspaceCreation: 'operator' });
    signedUp = await app.rest('POST /auth/register', { body: { email: 'ana@example.com', password } });
  });
  afterAll(() => app.stop());

  const token = () => (signedUp.body.data as { accessToken: string }).accessToken;
  const count = async (table: string) =>
    Number((await app.services.db.pool.query(`select count(*) as n from ${table}`)).rows[0].n);
  const workspaces = async () => (await app.rest('GET /workspaces', { as: token() })).body.data as object[];

  test('a user who registers gets an account with a wallet, and no workspace', async () => {
    expect([signedUp.status, signedUp.body.data]).toEqual([201, expect.objectContaining({ workspaces: [] })]);
    expect([await count('accounts'), await count('wallets'), await count('workspaces')]).toEqual([1, 1, 0]);
    expect(await workspaces()).toEqual([]);
  });

  test('the name of a first workspace is refused, and nobody is registered then', async () => {
    const { status, body } = await app.rest('POST /auth/register', {
      body: { email: 'bo@example.com', password, workspaceName: 'Acme' },
    });
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'VALIDATION_FAILED',
      [{ field: 'workspaceName', rule: 'NOT_ALLOWED_WITH', message: `workspaceName is not allowed. ${refusal}` }],
    ]);
    expect(await count('users')).toBe(1);
  });

  test('no user can create one, over REST or GraphQL, whatever the body', async () => {
    for (const body of [{ name: 'Mine' }, { name: 7 }]) {
      const { status, body: answer } = await app.rest('POST /workspaces', { as: token(), body });
      expect([status, answer.error.code, answer.error.message]).toEqual([403, 'FORBIDDEN', refusal]);
    }
    const { errors } = await app.graphql(
      'mutation { createWorkspace(input: { name: "Mine" }) { id } }',
      undefined,
      token(),
    );
    expect(errors?.[0]).toMatchObject({ message: refusal, extensions: { code: 'FORBIDDEN', status: 403 } });
    expect((await app.rest('POST /workspaces', { body: { name: 'Mine' } })).status).toBe(401);
    expect(await count('workspaces')).toBe(0);
  });

  test('the operator creates one on the command line, for a registered user', async () => {
    expect(await callWorkspaces('create', 'Shop', '--owner', 'nobody@example.com')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'User nobody@example.com not found. --owner must be the email of a registered user.\n',
    });
    expect(await callWorkspaces('create', ' ', '--owner', 'ana@example.com', '--timezone', '+1')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^name must have 1 to 120 characters.*\n.*timezone must be an IANA time zone/),
    });
    const created = await callWorkspaces('create', 'Shop', '--owner', 'Ana@Example.com', '--timezone', 'Europe/Madrid');
    expect(created).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('created: Shop') });
    expect(await workspaces()).toMatchObject([{ name: 'Shop', role: 'OWNER', timezone: 'Europe/Madrid' }]);
  });

  /** The command, on the database of the app. */
  const callWorkspaces = (...args: string[]) => runCli(['workspaces', ...args], { DATABASE_URL: app.database.url });
});
