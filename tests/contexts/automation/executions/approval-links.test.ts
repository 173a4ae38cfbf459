import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { markEmailVerified } from '../../../../src/contexts/accounts/auth/operator-actions.js';
import { approvalLink } from '../../../../src/contexts/automation/executions/index.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { type Ask, ask, type OwnOperation, payloadOf, type Surface, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { bodyOf, type MailServer, startMailServer } from '../../../support/mail-server.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { addMember, type Person } from '../../accounts/members/people.js';

let mailServer: MailServer;
/** Mails in the first; in the second no mail server is set up. */
let app: TestApp;
let sandbox: TestApp;
let owner: Owner;

beforeAll(async () => {
  mailServer = await startMailServer();
  const smtp = { url: mailServer.url, from: 'Flows <flows@example.com>' };
  app = await startTestApp({ worker: true, smtp });
  sandbox = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);

beforeEach(() => {
  mailServer.mails.length = 0;
});

afterAll(async () => {
  await app.stop();
  await sandbox.stop();
  await mailServer.stop();
});

type Waiting = SeenExecution & { stepId: string };

/** A run that waits for these approvers, or for whoever may run flows. */
async function waiting(approvers?: string[], { on = app, as = owner } = {}): Promise<Waiting> {
  const asking = node('ask', 'wait.approval', { message: 'Pay?', ...(approvers && { approvers }) });
  const content = graph(
    [
      node('start', 'trigger.manual'),
      asking,
      node('paid', 'data.set', { assignments: [{ name: 'paid', value: 'yes' }] }),
    ],
    'start>ask',
    'ask:approved>paid',
  );
  const id = await trigger(on, as, (await on.seed.flow(as, content)).id);
  const seen = await reached(on, as, id, ({ phase }) => phase === 'waiting');
  return { ...seen, stepId: seen.steps.find(({ nodeId }) => nodeId === 'ask')?.id as string };
}

const mailedTokens = () =>
  mailServer.mails.map((mail) => /\/approve#token=([\w.-]+)/.exec(bodyOf(mail))?.[1] as string);
const getExecution: OwnOperation = ['GET P/flows/executions/:executionId', documents.GetExecutionDocument];
const listOutbox: OwnOperation = ['GET P/outbox', documents.ListOutboxDocument];
const listAuditLog: OwnOperation = ['GET P/audit-log', documents.ListAuditLogDocument];
const decideByLink: OwnOperation = ['POST /approvals', documents.DecideApprovalByLinkDocument];

const by = (as: string, more: Partial<Ask> = {}, at = owner): Ask => ({ as, workspaceId: at.workspaceId, ...more });

async function urlSeenBy(surface: Surface, as: string, run: Waiting, { on = app, at = owner } = {}) {
  const answer = await ask(on, surface, getExecution, by(as, { ids: { executionId: run.id } }, at));
  const { steps } = payloadOf<{ steps: { nodeId: string; approvalUrl: string | null }[] }>(surface, answer);
  return steps.find(({ nodeId }) => nodeId === 'ask')?.approvalUrl;
}

const decide = (surface: Surface, token: string, decision: string, more: { code?: string; as?: string } = {}) => {
  const { as, ...given } = more;
  return ask(app, surface, decideByLink, { ...(as && { as }), query: { token }, input: { decision, ...given } });
};

/** Decides by a link of a named approver, with the code that is mailed for it. */
async function confirm(surface: Surface, token: string, decision: string) {
  const before = mailServer.mails.length;
  const asked = await decide(surface, token, decision);
  expect(payloadOf(surface, asked)).toMatchObject({ confirmation: 'sent' });
  return decide(surface, token, decision, { code: codesSince(before)[0] as string });
}

const codesSince = (count: number) =>
  mailServer.mails.slice(count).map((mail) => /^([0-9]{6})\r?$/m.exec(bodyOf(mail))?.[1]);

/** Every row of every table, as text. */
async function everyRow({ database }: TestApp): Promise<string> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts = [];
    for (const { name } of tables) texts.push((await client.query(`select t::text as row from ${name} t`)).rows);
    return JSON.stringify(texts);
  } finally {
    await client.end();
  }
}

describe('the link of an approval', () => {
  test('is mailed, and stands in no row of the database', async () => {
    const run = await waiting(['boss@example.com']);
    const [token, ...others] = mailedTokens() as [string];
    expect(others).toEqual([]);
    for (const surface of surfaces) {
      const { items } = payloadOf<{ items: { to: string; body: string }[] }>(
        surface,
        await ask(app, surface, listOutbox, by(owner.token, { query: { executionId: run.id } })),
      );
      expect(items).toMatchObject([{ to: 'boss@example.com', body: expect.stringMatching(/\/approve#token=••••\n$/) }]);
    }
    const rows = await everyRow(app);
    expect(rows).toContain('boss@example.com');
    for (const part of [token, ...token.split('.')]) expect(rows).not.toContain(part);
    expect((await confirm('REST', token, 'approved')).status).toBe(200);
    const ended = await reached(app, owner, run.id);
    expect(ended).toMatchObject({ status: 'completed', output: { paid: 'yes' } });
    expect(await everyRow(app)).not.toContain(token);
  });

  test('is mailed to each approver, with a token of its own', async () => {
    const run = await waiting(['boss@example.com', 'chief@example.com']);
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['boss@example.com'], ['chief@example.com']]);
    const [first, second] = mailedTokens() as [string, string];
    expect(first).not.toBe(second);
    const ids = mailServer.mails.map(({ raw }) => /^Message-ID: (\S+)/m.exec(raw)?.[1]);
    expect(new Set(ids).size).toBe(2);
    expect((await confirm('REST', second, 'approved')).status).toBe(200);
    const ended = await reached(app, owner, run.id);
    expect(ended.steps.find(({ nodeId }) => nodeId === 'ask')?.output).toEqual({
      by: 'chief@example.com',
      comment: null,
    });
  });

  test('stays out of the sandbox, where an approver finds it in the run', async () => {
    const as = await sandbox.seed.owner();
    await markEmailVerified(sandbox.services.db.pool, as.email, new Date());
    const run = await waiting([as.email], { on: sandbox, as });
    const url = (await urlSeenBy('REST', as.token, run, { on: sandbox, at: as })) as string;
    const token = new URL(url).hash.replace('#token=', '');
    expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(await everyRow(sandbox)).not.toContain(token);
    const { body } = await sandbox.rest(`GET /workspaces/${as.workspaceId}/outbox`, { as: as.token });
    expect(body.data).toMatchObject([{ status: 'sandboxed', body: expect.stringContaining('/approve#token=••••') }]);
    expect(run.steps.find(({ nodeId }) => nodeId === 'ask')?.logs).toMatchObject([
      { level: 'warn', message: expect.stringContaining('no mail server is set up') },
    ]);
    const decision = { decision: 'approved' };
    const unsent = await sandbox.rest(`POST /approvals?token=${token}`, { body: decision });
    expect([unsent.status, unsent.body.error.message]).toEqual([
      409,
      expect.stringContaining('no mail server is set up'),
    ]);
    expect((await sandbox.rest(`POST /approvals?token=${token}`, { as: as.token, body: decision })).status).toBe(200);
    const ended = await reached(sandbox, as, run.id);
    expect(ended.steps.find(({ nodeId }) => nodeId === 'ask')?.output).toEqual({ by: as.email, comment: null });
  });
});

describe.each(surfaces)('approvalUrl over %s', (surface) => {
  let editor: Person;
  let viewer: Person;
  let key: string;

  beforeAll(async () => {
    editor = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    await markEmailVerified(app.services.db.pool, editor.email, new Date());
    viewer = await addMember(app, owner.workspaceId, owner.token, 'VIEWER');
    key = await app.seed.apiKey(owner, ['flows:read', 'flows:execute']);
  });

  test('is for whoever may run flows where the step names nobody', async () => {
    const run = await waiting();
    for (const as of [owner.token, editor.token, key]) {
      expect(await urlSeenBy(surface, as, run)).toMatch(/\/approve#token=/);
    }
    expect(await urlSeenBy(surface, viewer.token, run)).toBeNull();
    expect(await urlSeenBy(surface, await app.seed.apiKey(owner, ['flows:read']), run)).toBeNull();
  });

  test('is for nobody but its approvers where the step names them, and for these with flows:execute', async () => {
    const run = await waiting([editor.email.toUpperCase(), viewer.email]);
    const url = await urlSeenBy(surface, editor.token, run);
    expect(url).toMatch(/\/approve#token=/);
    for (const as of [owner.token, key, viewer.token]) expect(await urlSeenBy(surface, as, run)).toBeNull();
    // A key of an approver is not the approver.
    const own = await app.seed.apiKey({ ...owner, token: editor.token }, ['flows:read', 'flows:execute']);
    expect(await urlSeenBy(surface, own, run)).toBeNull();
    // It is that approver's own.
    await decide(surface, new URL(url as string).hash.replace('#token=', ''), 'approved', { as: editor.token });
    const ended = await reached(app, owner, run.id);
    expect(ended.steps.find(({ nodeId }) => nodeId === 'ask')?.output).toEqual({ by: editor.email, comment: null });
  });

  test('is told in the same way by the events of a run', async () => {
    const run = await waiting([editor.email]);
    const query = `subscription ($workspaceId: ID!, $executionId: ID!) {
      executionUpdated(workspaceId: $workspaceId, executionId: $executionId) { step { nodeId status approvalUrl } }
    }`;
    const seenBy = async (as: string) => {
      const events = app.subscribe<{
        executionUpdated: { step: { status: string; approvalUrl: string | null } | null };
      }>(query, { workspaceId: owner.workspaceId, executionId: run.id }, as);
      for await (const { data } of events) {
        if (data?.executionUpdated.step?.status === 'waiting') return data.executionUpdated.step.approvalUrl;
      }
      return undefined;
    };
    expect(await seenBy(editor.token)).toMatch(/\/approve#token=/);
    expect(await seenBy(owner.token)).toBeNull();
  });
});

describe.each(surfaces)('a decision by link over %s', (surface) => {
  interface Entry {
    action: string;
    actorKind: string;
    actor: string | null;
    userId: string | null;
    outcome: string;
  }

  async function entriesOf(run: Waiting): Promise<Entry[]> {
    const query = { targetId: run.id, sortOrder: 'asc', action: 'decideApprovalByLink' };
    return payloadOf<{ items: Entry[] }>(surface, await ask(app, surface, listAuditLog, by(owner.token, { query })))
      .items;
  }

  test('stands in the audit log, and so does one that is refused', async () => {
    const run = await waiting(['boss@example.com']);
    const [token] = mailedTokens() as [string];
    expect((await confirm(surface, token, 'approved')).status).toBe(200);
    expect(await decide(surface, token, 'rejected', { code: '000000' })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    const link = { actorKind: 'link', actor: 'boss@example.com by link', userId: null, keyId: null, targetId: run.id };
    const reported = { executionId: run.id, stepId: run.stepId };
    expect(await entriesOf(run)).toMatchObject([
      {
        ...link,
        outcome: 'done',
        code: null,
        details: { ...reported, decision: 'approved', confirmedBy: 'code' },
        fields: ['code', 'decision'],
        ip: expect.stringContaining('127.0.0.1'),
        requestId: expect.any(String),
      },
      { ...link, outcome: 'refused', code: 'CONFLICT', details: { ...reported, decision: 'rejected' } },
    ]);
    expect(JSON.stringify(await entriesOf(run))).not.toContain(token);
  });

  test('is refused to a link that was made for none of the approvers', async () => {
    const run = await waiting(['boss@example.com']);
    const { workspaceId } = owner;
    const target = { workspaceId, executionId: run.id, stepId: run.stepId };
    for (const approver of [null, 'somebody@example.com']) {
      const link = approvalLink(app.services.settings, { ...target, approver });
      const token = new URL(link).hash.replace('#token=', '');
      const refused = await decide(surface, token, 'approved', { code: '000000' });
      expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect((await app.rest(`GET /approvals?token=${token}`)).status).toBe(403);
    }
    expect(await entriesOf(run)).toMatchObject([
      { actor: 'by link', outcome: 'refused', code: 'FORBIDDEN' },
      { actor: 'somebody@example.com by link', outcome: 'refused', code: 'FORBIDDEN' },
    ]);
    expect((await reached(app, owner, run.id, () => true)).phase).toBe('waiting');
  });

  test('leaves no entry where the token is not one of this server', async () => {
    const run = await waiting(['boss@example.com']);
    const [token] = mailedTokens() as [string];
    expect(await decide(surface, `${token}x`, 'approved')).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
    expect(await entriesOf(run)).toEqual([]);
  });
});

test('refused decisions by one link fill no log: they count as bad tokens of their address', async () => {
  await app.services.db.pool.query('truncate rate_limits');
  const limited = await startTestApp({ database: app.database, limits: { credentialsPerMinute: 3 } });
  try {
    const run = await waiting(['boss@example.com']);
    const [token] = mailedTokens() as [string];
    expect((await confirm('REST', token, 'approved')).status).toBe(200);
    const statuses = [];
    for (let n = 0; n < 5; n++) {
      const body = { decision: 'approved', code: '000000' };
      statuses.push((await limited.rest(`POST /approvals?token=${token}`, { body })).status);
    }
    expect(statuses).toEqual([409, 409, 409, 429, 429]);
    const path = `/workspaces/${owner.workspaceId}/audit-log?targetId=${run.id}&action=decideApprovalByLink`;
    const { body } = await app.rest(`GET ${path}`, { as: owner.token });
    expect((body.data as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual([
      'refused',
      'refused',
      'refused',
      'done',
    ]);
  } finally {
    await limited.stop();
  }
});
