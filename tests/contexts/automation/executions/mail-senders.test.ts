import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { type MailServer, type ReceivedMail, startMailServer } from '../../../support/mail-server.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

const smtpFrom = 'Flows <flows@operator.example>';

let mailServer: MailServer;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  mailServer = await startMailServer();
  const smtp = { url: mailServer.url, from: smtpFrom };
  app = await startTestApp({ worker: true, smtp, sandbox: false });
  owner = await app.seed.owner();
}, 60_000);

beforeEach(() => {
  mailServer.mails.length = 0;
});

afterAll(async () => {
  await app.stop();
  await mailServer.stop();
});

async function call(method: string, path: string, body?: unknown, as = owner): Promise<{ id: string }> {
  const answer = await app.rest(`${method} /workspaces/${as.workspaceId}${path}`, {
    as: as.token,
    ...(body !== undefined && { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** Runs a flow of one email whose sender comes with the trigger's data, as from whoever posts to a webhook. */
async function mailFrom(from: unknown, data: Record<string, unknown> = {}, as = owner): Promise<SeenExecution> {
  const mail = { to: 'ana@example.com', subject: 'Hello', body: 'Text', from: '{{triggerData.from}}', ...data };
  const content = graph([node('start', 'trigger.manual'), node('mail', 'message.email', mail)], 'start>mail');
  const flow = await app.seed.flow(as, content);
  return reached(app, as, await trigger(app, as, flow.id, { triggerData: { from } }));
}

const header = (name: string, { raw }: ReceivedMail = { from: '', to: [], raw: '' }) =>
  new RegExp(`^${name}: (.*)\\r$`, 'm').exec(raw)?.[1] ?? null;
/** The envelope's sender, From and Reply-To of the one mail that came. */
const senders = () => mailServer.mails.map((mail) => [mail.from, header('From', mail), header('Reply-To', mail)]);
const errorOf = ({ steps }: SeenExecution) => steps.find(({ nodeId }) => nodeId === 'mail')?.error;

describe("mail by the platform's server", () => {
  test.each([
    [
      'Operator Billing <billing@operator.example>',
      'Operator Billing <flows@operator.example>',
      'billing@operator.example',
    ],
    ['ceo@bank.example', smtpFrom, 'ceo@bank.example'],
    ['Shop <FLOWS@operator.example>', 'Shop <flows@operator.example>', null],
    ['"Shop, Inc." <shop@own.example>', '"Shop, Inc." <flows@operator.example>', 'shop@own.example'],
  ])('comes from SMTP_FROM where a flow asks for %s', async (from, shown, replyTo) => {
    expect((await mailFrom(from)).status).toBe('completed');
    expect(senders()).toEqual([['flows@operator.example', shown, replyTo]]);
  });

  test('sends answers where the flow says', async () => {
    await mailFrom('Ana <ana@own.example>', { replyTo: 'desk@own.example' });
    expect(senders()).toEqual([['flows@operator.example', 'Ana <flows@operator.example>', 'desk@own.example']]);
  });

  test.each([
    'a@operator.example, b@operator.example',
    'Ana <a@x.example>, Ben <b@x.example>',
    'billing@operator.example <a@x.example>',
    'a@x.example\r\nBcc: everybody@x.example',
    'nobody',
  ])('is refused with the name of the field where its sender is %j', async (from) => {
    const run = await mailFrom(from);
    expect(run.status).toBe('failed');
    expect(errorOf(run)).toMatchObject({
      code: 'FIELD_INVALID',
      message: expect.stringMatching(/^from must be one /),
    });
    expect(mailServer.mails).toEqual([]);
  });

  test('comes from SMTP_FROM whoever sends it', async () => {
    const contact = await call('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' });
    const conversation = await call('POST', '/conversations', { contactId: contact.id, channel: 'email' });
    await call('POST', `/conversations/${conversation.id}/messages`, { body: 'Hello' });
    const template = await call('POST', '/email-templates', { name: 'News', subject: 'News', body: 'Text' });
    const campaign = { name: 'News', channel: 'email', templateId: template.id, audience: { all: true } };
    await call('POST', `/campaigns/${(await call('POST', '/campaigns', campaign)).id}/send`);
    await call('POST', '/members', { email: 'ben@example.com', role: 'VIEWER' });
    const asking = node('ask', 'wait.approval', { message: 'Pay?', approvers: ['boss@example.com'] });
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), asking], 'start>ask'));
    await trigger(app, owner, flow.id);
    const agent = await call('POST', '/agents', { name: 'Helper', prompt: 'You sell books.' });
    const guided = { contactId: contact.id, channel: 'email', agentId: agent.id };
    const { id: talk } = await call('POST', '/conversations', guided);
    const steps = [{ delayMinutes: 1, message: 'Are you there?' }];
    await call('POST', '/follow-up/sequences', { name: 'Books', agentId: agent.id, steps });
    await call('POST', `/conversations/${talk}/messages`, { author: 'agent', body: 'Do you like it?' });
    await waitFor(() => mailServer.mails.length === 5);
    const { pool } = app.services.db;
    await waitFor(async () => (await pool.query('update follow_up_enrollments set due_at = now()')).rowCount === 1);
    await pool.query("select pg_notify('follow_ups', '')");
    await waitFor(() => mailServer.mails.length === 6);
    expect(mailServer.mails.map(({ to }) => to[0]).sort()).toEqual([
      'ana@example.com',
      'ana@example.com',
      'ana@example.com',
      'ana@example.com',
      'ben@example.com',
      'boss@example.com',
    ]);
    expect(new Set(senders().map(String))).toEqual(new Set([`flows@operator.example,${smtpFrom},`]));
  });
});

describe("mail by a workspace's own server", () => {
  async function withSecrets(secrets: Record<string, string>): Promise<Owner> {
    const as = await app.seed.owner();
    for (const [name, value] of Object.entries({ SMTP_URL: mailServer.url, ...secrets })) {
      await call('POST', '/flows/secrets', { name, value }, as);
    }
    return as;
  }

  test('comes from whom the flow says, else from its own SMTP_FROM', async () => {
    const as = await withSecrets({ SMTP_FROM: 'Shop <me@own.example>' });
    await mailFrom('Ana <ana@own.example>', {}, as);
    await mailFrom(null, { from: undefined }, as);
    expect(senders()).toEqual([
      ['ana@own.example', 'Ana <ana@own.example>', null],
      ['me@own.example', 'Shop <me@own.example>', null],
    ]);
  });

  test('has one sender there too', async () => {
    const as = await withSecrets({ SMTP_FROM: 'Shop <me@own.example>' });
    expect(errorOf(await mailFrom('a@own.example, b@own.example', {}, as))?.code).toBe('FIELD_INVALID');
    const two = await withSecrets({ SMTP_FROM: 'a@own.example, b@own.example' });
    expect(errorOf(await mailFrom('a@own.example', {}, two))).toEqual({
      code: 'PROVIDER_NOT_CONFIGURED',
      message: expect.stringContaining('SMTP_FROM must be one email address'),
    });
    expect(mailServer.mails).toEqual([]);
  });
});
