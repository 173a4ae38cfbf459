import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parseHTML } from 'linkedom';
import pg from 'pg';
import { markEmailVerified } from '../../../../src/contexts/accounts/auth/operator-actions.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, type Surface, surfaces } from '../../../api/both-surfaces.js';
import { type RestAnswer, startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { bodyOf, type MailServer, startMailServer } from '../../../support/mail-server.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember } from '../../accounts/members/people.js';

const minuteMs = 60_000;

let mailServer: MailServer;
let app: TestApp;
/** Another process of the same server, whose clock can be ahead. */
let linked: TestApp;
let owner: Owner;
const clock = { aheadMs: 0 };

beforeAll(async () => {
  mailServer = await startMailServer();
  const smtp = { url: mailServer.url, from: 'Flows <flows@example.com>' };
  app = await startTestApp({ worker: true, smtp });
  linked = await startTestApp({ database: app.database, smtp, now: () => new Date(Date.now() + clock.aheadMs) });
  owner = await app.seed.owner();
}, 60_000);

beforeEach(() => {
  mailServer.mails.length = 0;
  clock.aheadMs = 0;
});

afterAll(async () => {
  await linked.stop();
  await app.stop();
  await mailServer.stop();
});

interface Asked {
  id: string;
  stepId: string;
  token: string;
}

/** An execution that waits for an approver, with the link that they were mailed. */
async function asked(approver = 'boss@example.com', as = owner): Promise<Asked> {
  const steps = [
    node('start', 'trigger.manual'),
    node('ask', 'wait.approval', { message: 'Pay?', approvers: [approver] }),
  ];
  const id = await trigger(app, as, (await app.seed.flow(as, graph(steps, 'start>ask'))).id);
  const seen = await reached(app, as, id, ({ phase }) => phase === 'waiting');
  const links = mailServer.mails.map((mail) => /\/approve#token=([\w.-]+)/.exec(bodyOf(mail))?.[1]);
  const token = links.find((link) => link !== undefined) as string;
  mailServer.mails.length = 0;
  return { id, stepId: seen.steps.find(({ nodeId }) => nodeId === 'ask')?.id as string, token };
}

const decideByLink: OwnOperation = ['POST /approvals', documents.DecideApprovalByLinkDocument];

const send = (token: string, body: object, as?: string): Promise<RestAnswer> =>
  linked.rest(`POST /approvals?token=${token}`, { body: { decision: 'approved', ...body }, ...(as && { as }) });
const codes = () => mailServer.mails.map((mail) => /^([0-9]{6})\r?$/m.exec(bodyOf(mail))?.[1] as string);
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
const phaseOf = async ({ id }: Asked) => (await reached(app, owner, id, () => true)).phase;
const outputOf = ({ steps }: SeenExecution) => steps.find(({ nodeId }) => nodeId === 'ask')?.output;

describe.each(surfaces)('a link of a named approver over %s', (surface: Surface) => {
  const decide = (token: string, input: object) =>
    ask(linked, surface, decideByLink, { query: { token }, input: { decision: 'approved', ...input } });

  test('decides nothing until the code that is mailed to the approver comes with it', async () => {
    const run = await asked();
    const first = await decide(run.token, {});
    expect([first.status, payloadOf(surface, first).confirmation]).toEqual([surface === 'REST' ? 202 : 200, 'sent']);
    expect(mailServer.mails.map(({ from, to }) => [from, to])).toEqual([['flows@example.com', ['boss@example.com']]]);
    expect(await phaseOf(run)).toBe('waiting');
    const [code] = codes() as [string];
    expect(await decide(run.token, { code: otherThan(code) })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      details: [{ field: 'code' }],
    });
    expect(await phaseOf(run)).toBe('waiting');
    const second = await decide(run.token, { code });
    expect(payloadOf(surface, second)).toMatchObject({ open: false, approver: 'boss@example.com' });
    expect(outputOf(await reached(app, owner, run.id))).toEqual({ by: 'boss@example.com', comment: null });
  });
});

describe('the code of an approval', () => {
  test('is answered with its confirmation alone', async () => {
    const { token } = await asked();
    expect(await send(token, {})).toMatchObject({ status: 202, body: { data: { confirmation: 'sent' } } });
    expect(Object.keys((await send(token, {})).body.data)).toEqual(['confirmation']);
  });

  test.each(['12345', '1234567', '12345a', ' 123456', '１２３４５６'])('must be six digits, not %j', async (code) => {
    const { token } = await asked();
    expect(await send(token, { code })).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_FAILED', details: [{ field: 'code' }] } },
    });
  });

  test('is valid for ten minutes', async () => {
    const { token } = await asked();
    await send(token, {});
    const [code] = codes() as [string];
    clock.aheadMs = 10 * minuteMs + 1_000;
    expect((await send(token, { code })).status).toBe(403);
    clock.aheadMs = 9 * minuteMs;
    expect((await send(token, { code })).status).toBe(200);
  });

  test('can be tried five times, also at the same time', async () => {
    const { token } = await asked();
    await send(token, {});
    const [code] = codes() as [string];
    const wrong = await Promise.all(Array.from({ length: 5 }, () => send(token, { code: otherThan(code) })));
    expect(wrong.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await send(token, { code })).status).toBe(403);
    // The next one may be mailed at once.
    expect((await send(token, {})).status).toBe(202);
    expect((await send(token, { code: codes()[1] as string })).status).toBe(200);
  });

  test('is mailed once within a minute, and five times within an hour', async () => {
    const { token } = await asked();
    const first = await Promise.all(Array.from({ length: 4 }, () => send(token, {})));
    expect(first.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(mailServer.mails).toHaveLength(1);
    for (let n = 1; n < 5; n++) {
      clock.aheadMs = n * 2 * minuteMs;
      expect((await send(token, {})).status).toBe(202);
    }
    expect(mailServer.mails).toHaveLength(5);
    clock.aheadMs = 10 * minuteMs;
    const more = await send(token, {});
    expect([more.status, more.body.error.code, more.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '3600']);
    expect(mailServer.mails).toHaveLength(5);
  });

  test('replaces the one before', async () => {
    const { token } = await asked();
    await send(token, {});
    clock.aheadMs = 2 * minuteMs;
    await send(token, {});
    const [old, current] = codes() as [string, string];
    if (old !== current) expect((await send(token, { code: old })).status).toBe(403);
    expect((await send(token, { code: current })).status).toBe(200);
  });

  test('belongs to one step and one approver', async () => {
    const [one, other] = [await asked(), await asked()];
    await send(one.token, {});
    const [code] = codes() as [string];
    expect((await send(other.token, { code })).status).toBe(403);
    expect((await send(one.token, { code })).status).toBe(200);
  });

  test('stands in no row of the database, and none is left after the decision', async () => {
    const { token, stepId } = await asked();
    await send(token, {});
    const [code] = codes() as [string];
    const client = new pg.Client({ connectionString: app.database.url });
    await client.connect();
    try {
      const stored = `select encode(code_hash, 'hex') as hash from approval_codes where step_id = $1`;
      expect((await client.query(stored, [stepId])).rows).toEqual([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
      const mailed = await client.query(`select body from outbox_messages where body like '%' || $1 || '%'`, [code]);
      expect(mailed.rows).toEqual([]);
      await send(token, { code });
      expect((await client.query(stored, [stepId])).rows).toEqual([]);
    } finally {
      await client.end();
    }
  });

  test('is not kept if it could not be mailed', async () => {
    const { token } = await asked('refused@example.com');
    mailServer.refuse = (recipient) => (recipient.startsWith('refused@') ? { code: 451, message: 'later' } : null);
    try {
      expect(await send(token, {})).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
    } finally {
      mailServer.refuse = () => null;
    }
    expect((await send(token, {})).status).toBe(202);
    expect(codes()).toHaveLength(1);
  });
});

describe('a link of a named approver', () => {
  test('needs no code of the member with that address who is signed in', async () => {
    const boss = await addMember(app, owner.workspaceId, owner.token, 'VIEWER');
    const run = await asked(boss.email.toUpperCase());
    // Whoever invited the member has read the token of the invitation, and could have accepted it.
    expect((await send(run.token, {}, boss.token)).status).toBe(202);
    expect(codes()).toHaveLength(1);
    mailServer.mails.length = 0;
    await markEmailVerified(app.services.db.pool, boss.email, new Date());
    expect((await send(run.token, {}, boss.token)).status).toBe(200);
    expect(mailServer.mails).toEqual([]);
    expect(outputOf(await reached(app, owner, run.id))).toMatchObject({ by: boss.email.toUpperCase() });
    const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/audit-log?targetId=${run.id}`, {
      as: owner.token,
    });
    expect(body.data[0]).toMatchObject({ action: 'decideApprovalByLink', details: { confirmedBy: 'login' } });
  });

  test.each([
    ['another member', async () => owner.token],
    ['a key of the approver', async (boss: string) => app.seed.apiKey({ ...owner, token: boss }, ['*'])],
    ['a stranger', async () => (await app.seed.owner()).token],
    ['a wrong token', async () => 'nonsense'],
  ])('needs the code of %s', async (_, credential) => {
    const boss = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const run = await asked(boss.email);
    expect((await send(run.token, {}, await credential(boss.token))).status).toBe(202);
    expect(await phaseOf(run)).toBe('waiting');
  });

  test('needs the code of somebody who was a member', async () => {
    const boss = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const run = await asked(boss.email);
    await app.rest(`DELETE /workspaces/${owner.workspaceId}/members/${boss.userId}`, { as: owner.token });
    expect((await send(run.token, {}, boss.token)).status).toBe(202);
  });

  test('leaves an entry for each code that it sends, and for each wrong one', async () => {
    const run = await asked();
    await send(run.token, {});
    const [code] = codes() as [string];
    await send(run.token, { code: otherThan(code) });
    await send(run.token, { code });
    const path = `/workspaces/${owner.workspaceId}/audit-log?targetId=${run.id}&sortOrder=asc`;
    const { body } = await app.rest(`GET ${path}`, { as: owner.token });
    const link = { actor: 'boss@example.com by link', ip: expect.stringContaining('127.0.0.1') };
    expect(body.data).toMatchObject([
      { ...link, action: 'sendApprovalCode', outcome: 'done' },
      { ...link, action: 'decideApprovalByLink', outcome: 'refused', code: 'FORBIDDEN' },
      { ...link, action: 'decideApprovalByLink', outcome: 'done', details: { confirmedBy: 'code' } },
    ]);
    expect(JSON.stringify(body.data)).not.toContain(code);
  });
});

describe('an API key', () => {
  test('decides where nobody is named, but not in the place of a named approver', async () => {
    const key = await app.seed.apiKey(owner, ['flows:read', 'flows:execute']);
    const run = await asked(owner.email);
    const path = `POST /workspaces/${owner.workspaceId}/flows/executions/${run.id}/approvals/${run.stepId}`;
    const body = { decision: 'approved' };
    expect(await app.rest(path, { as: key, body })).toMatchObject({
      status: 403,
      body: { error: { code: 'SESSION_REQUIRED' } },
    });
    expect((await app.rest(path, { as: owner.token, body })).status).toBe(200);
  });
});

interface PageElement {
  hidden: boolean;
  value: string;
  textContent: string;
  querySelector(selector: string): PageElement | null;
  dispatchEvent(event: object): void;
}

interface Page {
  document: { getElementById(id: string): PageElement };
  Event: new (type: string, options: object) => object;
}

/** The page in a document of its own, with its script run as a browser would. */
async function openPage(token: string) {
  const html = await (await fetch(`${app.url}/approve`)).text();
  const script = await (await fetch(`${app.url}/approve/start.js`)).text();
  const { document, Event } = parseHTML(html) as unknown as Page;
  class FormFields {
    constructor(readonly form: PageElement) {}
    get(name: string): string | null {
      return this.form.querySelector(`[name=${name}]`)?.value ?? null;
    }
  }
  const scriptUrl = `${app.url}/approve/start.js`;
  const names = ['document', 'location', 'FormData', 'scriptUrl'];
  const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => typeof runScript;
  const runScript: (...given: unknown[]) => Promise<void> = new AsyncFunction(
    ...names,
    script.replaceAll('import.meta.url', 'scriptUrl'),
  );
  await runScript(document, { hash: `#token=${token}` }, FormFields, scriptUrl);
  const byId = (id: string) => document.getElementById(id);
  const submit = (id: string, submitter: unknown = null) =>
    byId(id).dispatchEvent(Object.assign(new Event('submit', { cancelable: true }), { submitter }));
  return { byId, submit };
}

test('the page of a link asks for the code and decides with it', async () => {
  const run = await asked();
  const { byId, submit } = await openPage(run.token);
  expect([byId('message').textContent, byId('decide').hidden, byId('confirm').hidden]).toEqual(['Pay?', false, true]);
  submit('decide', { value: 'rejected' });
  await waitFor(() => byId('confirm').hidden === false);
  expect(byId('answer').textContent).toBe('Enter the code that was sent to boss@example.com.');
  const [code] = codes() as [string];
  const field = byId('confirm').querySelector('input') as PageElement;
  field.value = otherThan(code);
  submit('confirm');
  await waitFor(() => byId('answer').textContent.startsWith('The code is wrong'));
  expect(byId('confirm').hidden).toBe(false);
  field.value = code;
  submit('confirm');
  await waitFor(() => byId('answer').textContent === 'Your decision was recorded: rejected.');
  expect([byId('decide').hidden, byId('confirm').hidden]).toEqual([true, true]);
  expect(await reached(app, owner, run.id)).toMatchObject({ status: 'completed' });
});
