import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TOTP, URI } from 'otpauth';
import { setPassword } from '../../../../src/contexts/accounts/auth/operator-users.js';
import { transactionOn } from '../../../../src/platform/database/in-transaction.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { type MailServer, startMailServer } from '../../../support/mail-server.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember, newEmail, type Person, password, signUp } from '../members/people.js';
import { mailedToken, resetSubject, verifySubject } from './account-mails.js';

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

type Squatted = Person & { workspaceId: string; key: string; accomplice: Person; webhookId: string; flowId: string };
const chosen = 'a better horse battery';

/** An account that somebody registered with the address of somebody else, and what they made in it. */
async function squatted(): Promise<Squatted> {
  const person = await signUp(app);
  const as = person.token;
  const owner = { ...person, token: as };
  const key = await app.seed.apiKey(owner, ['*']);
  const accomplice = await addMember(app, person.workspaceId, as, 'OWNER');
  const path = `/workspaces/${person.workspaceId}`;
  const hook = { url: 'https://leaver.invalid/x', events: ['contact.created'] };
  const webhook = await app.rest(`POST ${path}/webhooks`, { as, body: hook });
  const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
  const setUp = await app.rest('POST /auth/totp', { as, body: { password } });
  const code = (URI.parse((setUp.body.data as { uri: string }).uri) as TOTP).generate();
  const confirmed = await app.rest('POST /auth/totp/confirm', { as, body: { password, code } });
  expect([webhook.status, setUp.status, confirmed.status]).toEqual([201, 201, 200]);
  return { ...person, key, accomplice, webhookId: (webhook.body.data as { id: string }).id, flowId: flow.id };
}

const status = async (as: string, { workspaceId }: Squatted) =>
  (await app.rest(`GET /workspaces/${workspaceId}/flows`, { as })).status;
const login = (email: string, secret: string) => app.rest('POST /auth/login', { body: { email, password: secret } });
const verify = (body: object, as?: string) => app.rest('POST /auth/email/verify', { body, ...(as && { as }) });

async function expectDiscarded(account: Squatted, secret: string): Promise<void> {
  const { token, key, accomplice, workspaceId } = account;
  expect(await Promise.all([token, key, accomplice.token].map((as) => status(as, account)))).toEqual([401, 401, 404]);
  const answer = await login(account.email, secret);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  const { accessToken: as } = answer.body.data as { accessToken: string };
  const read = async (path: string) =>
    (await app.rest(`GET /workspaces/${workspaceId}/${path}`, { as })).body.data as Record<string, unknown>;
  expect(await read(`webhooks/${account.webhookId}`)).toMatchObject({ isActive: false });
  expect(await read(`flows/${account.flowId}`)).toMatchObject({ isActive: false });
  expect(await read('audit-log?action=discardUnproven')).toMatchObject([
    { targetId: account.userId, details: { apiKeys: 1, members: 1, flows: 1, webhooks: 1 } },
  ]);
  const { rows } = await app.services.db.pool.query('select from recovery_codes where user_id = $1', [account.userId]);
  expect(rows).toEqual([]);
}

describe('the first proof of an address by somebody who does not hold the account discards what was made in it', () => {
  test('by a mailed link to reset the password', async () => {
    const account = await squatted();
    await app.rest('POST /auth/password/forgot', { body: { email: account.email } });
    const token = await mailedToken(mail, account.email, resetSubject);
    expect((await app.rest('POST /auth/password/reset', { body: { token, password: chosen } })).status).toBe(200);
    await expectDiscarded(account, chosen);
  });

  test('by the link that verifies it, with the password', async () => {
    const account = await squatted();
    const token = await mailedToken(mail, account.email, verifySubject);
    expect((await verify({ token })).status).toBe(200);
    expect((await login(account.email, password)).status).toBe(401);
    await app.rest('POST /auth/password/forgot', { body: { email: account.email } });
    const body = { token: await mailedToken(mail, account.email, resetSubject), password: chosen };
    expect((await app.rest('POST /auth/password/reset', { body })).status).toBe(200);
    await expectDiscarded(account, chosen);
  });

  test('by the operator, who sets a password', async () => {
    const account = await squatted();
    const set = await transactionOn(app.services.db.pool, (sql) =>
      setPassword(sql, account.email, { password: chosen, isGenerated: true }, new Date()),
    );
    expect(set.discarded).toBe(true);
    await expectDiscarded(account, chosen);
  });
});

test('the first proof discards what is activated at the same time, or that is refused', async () => {
  const account = await squatted();
  const path = `/workspaces/${account.workspaceId}/flows`;
  const { body } = await app.rest(`POST ${path}`, { as: account.token, body: { name: 'Late' } });
  const { id: late } = body.data as { id: string };
  await app.rest('POST /auth/password/forgot', { body: { email: account.email } });
  const token = await mailedToken(mail, account.email, resetSubject);
  const holder = await app.services.db.pool.connect();
  await holder.query('begin');
  await holder.query('select from flows where id = $1 for update', [account.flowId]);
  const reset = app.rest('POST /auth/password/reset', { body: { token, password: chosen } });
  await waiting('pause_flows_of');
  const activated = app.rest(`PATCH ${path}/${late}`, {
    as: account.token,
    body: { ...graph([node('start', 'trigger.manual')]), isActive: true },
  });
  await waiting('lock_answering_member');
  await holder.query('rollback');
  holder.release();
  expect([(await reset).status, (await activated).status]).toEqual([200, 403]);
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

describe('a proof keeps everything', () => {
  test.each([
    ['with the password', (_: Squatted) => ({ password }), () => undefined],
    ['with a session', () => ({}), ({ token }: Squatted) => token],
  ])('%s', async (_, more, as) => {
    const account = await squatted();
    const token = await mailedToken(mail, account.email, verifySubject);
    const wrong = await verify({ token, password: 'not the password' });
    expect([wrong.status, wrong.body.error.details?.[0]?.rule]).toEqual([400, 'PASSWORD_WRONG']);
    expect((await verify({ token, ...more(account) }, as(account))).status).toBe(200);
    const all = [account.token, account.key, account.accomplice.token];
    expect(await Promise.all(all.map((one) => status(one, account)))).toEqual([200, 200, 200]);
  });

  test('that is not the first', async () => {
    const account = await squatted();
    await verify({ token: await mailedToken(mail, account.email, verifySubject), password });
    await app.rest('POST /auth/password/forgot', { body: { email: account.email } });
    const token = await mailedToken(mail, account.email, resetSubject);
    await app.rest('POST /auth/password/reset', { body: { token, password: chosen } });
    expect([await status(account.key, account), await status(account.accomplice.token, account)]).toEqual([200, 200]);
    expect((await login(account.email, chosen)).body.error.code).toBe('TOTP_REQUIRED');
  });
});

test('a new email of an account is taken only by whoever holds the account', async () => {
  const ana = await signUp(app);
  const email = newEmail('victim');
  await app.rest('POST /auth/email/change', { as: ana.token, body: { email, password } });
  const token = await mailedToken(mail, email, 'Verify your new email address');
  expect((await verify({ token })).body.error.code).toBe('UNAUTHENTICATED');
  expect((await login(email, password)).status).toBe(401);
  expect((await verify({ token, password })).status).toBe(200);
});
