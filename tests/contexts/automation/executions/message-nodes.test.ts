import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { bodyOf, type MailServer, startMailServer } from '../../../support/mail-server.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let mailServer: MailServer;
let providers: LoopbackServer;
/** Mail, Twilio and WhatsApp are set up in the first; in the second nothing is, and the sandbox takes what is sent. */
let app: TestApp;
let sandbox: TestApp;
let owner: Owner;

/** What the providers answer: status and body. */
let answers: { twilio: [number, object]; whatsapp: [number, object] };

beforeAll(async () => {
  mailServer = await startMailServer();
  const reply = (kind: 'twilio' | 'whatsapp') => (_request: unknown, response: import('node:http').ServerResponse) => {
    const [status, body] = answers[kind];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  providers = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': reply('twilio'),
    '/v23.0/1234/messages': reply('whatsapp'),
  });
  app = await startTestApp({
    worker: true,
    smtp: { url: mailServer.url, from: 'Shop <shop@example.com>' },
    sandbox: false,
    providers: {
      twilio: { baseUrl: providers.origin, accountSid: 'AC1', authToken: 'tw-secret-token', fromNumber: '+15550100' },
      whatsapp: { baseUrl: `${providers.origin}/v23.0`, accessToken: 'wa-secret-token', phoneNumberId: '1234' },
    },
  });
  sandbox = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);

beforeEach(() => {
  answers = {
    twilio: [201, { sid: 'SM1', status: 'queued' }],
    whatsapp: [200, { messages: [{ id: 'wamid.1' }] }],
  };
  mailServer.refuse = () => null;
});

afterAll(async () => {
  await app.stop();
  await sandbox.stop();
  await mailServer.stop();
  await providers.close();
});

interface Message {
  nodeId: string;
  status: string;
  sandbox: boolean;
  source: string;
  messageId: string | null;
  error: { code: string } | null;
  to: string;
  subject: string | null;
  body: string;
  channel: string;
}

/** Runs a flow of one message node; `after` is wired to the handle. */
async function send(
  type: string,
  data: Record<string, unknown>,
  { on = app, as = owner, handle = 'failed' } = {},
): Promise<SeenExecution & { outbox: Message[] }> {
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('message', type, data),
      node('after', 'logic.delay', { until: '2020-01-01' }),
    ],
    'start>message',
    `message:${handle}>after`,
  );
  const flow = await on.seed.flow(as, content);
  const triggerData = { email: 'ana@example.com', name: 'Ana' };
  const run = await reached(on, as, await trigger(on, as, flow.id, { triggerData }));
  const { body } = await on.rest(`GET /workspaces/${as.workspaceId}/outbox?executionId=${run.id}`, { as: as.token });
  return { ...run, outbox: body.data as Message[] };
}

const stepOf = (run: SeenExecution, id = 'message') => run.steps.find(({ nodeId }) => nodeId === id);
const mail = {
  to: '{{triggerData.email}}',
  subject: 'Hello {{triggerData.name}}',
  body: 'Grüße an {{triggerData.name}}',
};
const sms = { to: '+34600000001', text: 'Hi' };

describe('message.email', () => {
  test('reaches the mail server and is kept in the outbox', async () => {
    const run = await send('message.email', mail);
    expect(run.status).toBe('completed');
    const received = mailServer.mails.at(-1);
    expect(received).toMatchObject({ from: 'shop@example.com', to: ['ana@example.com'] });
    expect(received?.raw).toMatch(/^Subject: Hello Ana\r$/m);
    const messageId = /^Message-ID: (<[0-9a-f]{32}@localhost>)\r$/m.exec(received?.raw ?? '')?.[1];
    expect(stepOf(run)?.output).toEqual({ messageId });
    expect(stepOf(run, 'after')?.status).toBe('skipped');
    expect(run.outbox).toMatchObject([
      {
        nodeId: 'message',
        channel: 'email',
        to: 'ana@example.com',
        subject: 'Hello Ana',
        body: 'Grüße an Ana',
        status: 'sent',
        sandbox: false,
        source: 'platform',
        messageId,
      },
    ]);
  });

  test('is written as HTML, under another name, where it is asked to', async () => {
    await send('message.email', {
      ...mail,
      body: '<p>Hi</p>',
      format: 'html',
      from: 'Ana <ana@shop.example>',
      replyTo: 'x@shop.example',
    });
    const received = mailServer.mails.at(-1);
    // The server is shared: only the name is the flow's.
    expect(received?.from).toBe('shop@example.com');
    expect(received?.raw).toMatch(/^From: Ana <shop@example.com>\r$/m);
    expect(received?.raw).toMatch(/^Content-Type: text\/html/m);
    expect(received?.raw).toMatch(/^Reply-To: x@shop.example\r$/m);
    expect(bodyOf(received as never)).toContain('<p>Hi</p>');
  });

  test('leaves by failed where the server refuses it for good', async () => {
    mailServer.refuse = () => ({ code: 550, message: 'No such mailbox' });
    const run = await send('message.email', mail);
    expect(run.status).toBe('completed');
    expect(stepOf(run)).toMatchObject({
      status: 'failed',
      error: { code: 'PROVIDER_REFUSED', message: expect.stringContaining('No such mailbox') },
    });
    expect(stepOf(run, 'after')?.status).toBe('completed');
    expect(run.outbox).toMatchObject([{ status: 'failed', messageId: null, error: { code: 'PROVIDER_REFUSED' } }]);
  });

  test('is tried again by its policy, under the same id, before it leaves by failed', async () => {
    let times = 0;
    mailServer.refuse = () => (++times < 3 ? { code: 451, message: 'Later' } : null);
    const run = await send('message.email', { ...mail, retry: { attempts: 3, backoffSeconds: 0 } });
    expect(stepOf(run)).toMatchObject({ status: 'completed', attempt: 3 });
    expect(run.outbox).toMatchObject([{ status: 'sent', error: null }]);
  });

  test('accepts no secret, in no field', async () => {
    const as = await app.seed.owner();
    const body = { name: 'coupon', value: 'a-very-secret-coupon' };
    await app.rest(`POST /workspaces/${as.workspaceId}/flows/secrets`, { as: as.token, body });
    const before = mailServer.mails.length;
    for (const field of ['to', 'subject', 'body', 'from']) {
      const sent = send('message.email', { ...mail, [field]: 'Use {{boveda.coupon}}' }, { as });
      await expect(sent).rejects.toThrow(`${field} must not depend on a secret`);
    }
    expect(mailServer.mails).toHaveLength(before);
  });

  test('fails the run where nothing is wired to failed', async () => {
    mailServer.refuse = () => ({ code: 550, message: 'No' });
    const run = await send('message.email', mail, { handle: 'sent' });
    expect(run).toMatchObject({ status: 'failed', error: { code: 'PROVIDER_REFUSED', nodeId: 'message' } });
  });
});

describe('message.sms', () => {
  test('goes to Twilio with its number and credentials', async () => {
    const run = await send('message.sms', { ...sms, text: 'á'.repeat(71) });
    expect(stepOf(run)?.output).toEqual({ messageId: 'SM1', segments: 2 });
    const request = providers.received.at(-1);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      To: '+34600000001',
      From: '+15550100',
      Body: 'á'.repeat(71),
      StatusCallback: expect.stringMatching(/^http:\/\/localhost:4000\/messages\/twilio\/status\?token=[\w.-]+$/),
    });
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:tw-secret-token').toString('base64')}`);
    expect(run.outbox).toMatchObject([
      { channel: 'sms', to: '+34600000001', subject: null, status: 'sent', messageId: 'SM1' },
    ]);
  });

  test('tells what Twilio said, and shows nobody the token that it repeated', async () => {
    answers.twilio = [400, { code: 21211, message: "The 'To' number is not valid (tw-secret-token)" }];
    const run = await send('message.sms', sms);
    const { code, message } = stepOf(run)?.error ?? {};
    expect(code).toBe('PROVIDER_REFUSED');
    expect(message).toMatch(/not valid \(••••oken\) \(21211\)/);
    expect(JSON.stringify(run)).not.toContain('tw-secret-token');
  });
});

describe('message.whatsapp', () => {
  test('goes to the Cloud API', async () => {
    const run = await send('message.whatsapp', sms);
    expect(stepOf(run)?.output).toEqual({ messageId: 'wamid.1' });
    expect(providers.received.at(-1)?.headers.authorization).toBe('Bearer wa-secret-token');
    expect(JSON.parse(providers.received.at(-1)?.body ?? '')).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '34600000001',
      type: 'text',
      text: { body: 'Hi', preview_url: false },
    });
  });

  test('leaves by windowClosed where the contact has not written for a day', async () => {
    answers.whatsapp = [400, { error: { code: 131047, message: 'Re-engagement message' } }];
    const run = await send('message.whatsapp', sms, { handle: 'windowClosed' });
    expect(run.status).toBe('completed');
    expect(stepOf(run)).toMatchObject({ status: 'failed', error: { code: 'WINDOW_CLOSED' } });
    expect(stepOf(run, 'after')?.status).toBe('completed');
  });

  test('sends templates with their placeholders filled', async () => {
    const run = await send('message.whatsappTemplate', {
      to: '+34600000001',
      templateId: 'hello',
      language: 'es',
      variables: ['{{triggerData.name}}'],
    });
    expect(run.status).toBe('completed');
    expect(JSON.parse(providers.received.at(-1)?.body ?? '')).toMatchObject({
      type: 'template',
      template: {
        name: 'hello',
        language: { code: 'es' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }],
      },
    });
  });
});

describe('a template of the workspace', () => {
  const sending = (templateId: string) => send('message.whatsappTemplate', { to: '+34600000001', templateId });

  test('is sent by its id, under its name and in its language', async () => {
    const body = { name: 'order_shipped', body: 'It left', language: 'fr' };
    const made = await app.rest(`POST /workspaces/${owner.workspaceId}/whatsapp-templates`, { as: owner.token, body });
    const run = await sending((made.body as { data: { id: string } }).data.id);
    expect(run.status).toBe('completed');
    expect(JSON.parse(providers.received.at(-1)?.body ?? '')).toMatchObject({
      template: { name: 'order_shipped', language: { code: 'fr' } },
    });
  });

  test('that is not there keeps the flow from running', async () => {
    await expect(sending('019ab3f2-0000-7000-8000-000000000000')).rejects.toThrow('REFERENCE_MISSING');
  });
});

describe('without a provider', () => {
  test('messages stay in the sandbox outbox, marked and never sent', async () => {
    const its = await sandbox.seed.owner();
    for (const [type, data] of [
      ['message.email', mail],
      ['message.sms', sms],
      ['message.whatsapp', sms],
      ['message.whatsappTemplate', { to: '+34600000001', templateId: 'hello' }],
    ] as const) {
      const run = await send(type, data, { on: sandbox, as: its });
      expect(run.status).toBe('completed');
      expect(stepOf(run)?.output).toMatchObject({ messageId: expect.stringMatching(/^sandbox-/), sandbox: true });
      expect(run.outbox).toMatchObject([{ status: 'sandboxed', sandbox: true, source: 'sandbox' }]);
    }
    const read = (query: string) =>
      sandbox.rest(`GET /workspaces/${its.workspaceId}/outbox${query}`, { as: its.token });
    const { body } = await read('');
    expect((body.data as Message[]).map(({ channel }) => channel)).toEqual(['whatsapp', 'whatsapp', 'sms', 'email']);
    expect(body.pagination.total).toBe(4);
    expect((await read('?channel=sms')).body.pagination.total).toBe(1);
    expect((await read('?status=failed')).body.pagination.total).toBe(0);
    expect((await read('?channel=fax')).status).toBe(400);
    const stranger = await sandbox.seed.owner();
    expect((await sandbox.rest(`GET /workspaces/${its.workspaceId}/outbox`, { as: stranger.token })).status).toBe(404);
  }, 30_000);

  test('and without the sandbox they fail with what to set', async () => {
    const closed = await startTestApp({ worker: true, sandbox: false });
    const run = await send('message.sms', sms, { on: closed, as: await closed.seed.owner() });
    expect(stepOf(run)?.error).toEqual({
      code: 'PROVIDER_NOT_CONFIGURED',
      message: expect.stringContaining('TWILIO_ACCOUNT_SID'),
    });
    await closed.stop();
  }, 30_000);
});

describe('a workspace with a provider of its own', () => {
  async function keep(on: TestApp, as: Owner, secrets: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(secrets)) {
      const { status } = await on.rest(`POST /workspaces/${as.workspaceId}/flows/secrets`, {
        as: as.token,
        body: { name, value },
      });
      expect(status).toBe(201);
    }
  }
  const own = () => ({
    SMTP_URL: `${mailServer.url}?proxy=http://127.0.0.1:1/`,
    SMTP_FROM: 'me@own.example',
    TWILIO_BASE_URL: `${providers.origin}/`,
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'own-secret-token',
    TWILIO_FROM_NUMBER: '+1555',
  });

  test('uses it before the one of the server', async () => {
    const as = await app.seed.owner();
    await keep(app, as, own());
    expect((await send('message.sms', sms, { as })).outbox).toMatchObject([{ source: 'byok', sandbox: false }]);
    const credentials = Buffer.from('AC1:own-secret-token').toString('base64');
    expect(providers.received.at(-1)?.headers.authorization).toBe(`Basic ${credentials}`);
    expect((await send('message.email', mail, { as })).outbox).toMatchObject([{ source: 'byok', status: 'sent' }]);
    expect(mailServer.mails.at(-1)?.from).toBe('me@own.example');
    expect((await send('message.whatsapp', sms, { as })).outbox).toMatchObject([{ source: 'platform' }]);
  }, 30_000);

  test('is told what is missing of it, and nothing is sent by another', async () => {
    const as = await app.seed.owner();
    await keep(app, as, { TWILIO_ACCOUNT_SID: 'AC1', SMTP_URL: 'mail.example.com' });
    const sent = await send('message.sms', sms, { as });
    expect(stepOf(sent)?.error?.message).toContain('secret TWILIO_AUTH_TOKEN not found');
    expect(stepOf(await send('message.email', mail, { as }))?.error?.message).toContain('SMTP_URL must be a URL');
  }, 30_000);

  test('does not reach private addresses by it', async () => {
    const closed = await startTestApp({ worker: true, outboundAllow: [] });
    const as = await closed.seed.owner();
    await keep(closed, as, own());
    const mails = mailServer.mails.length;
    for (const [type, data] of [
      ['message.sms', sms],
      ['message.email', mail],
    ] as const) {
      const run = await send(type, data, { on: closed, as });
      expect(stepOf(run)?.error?.message).toContain('private or reserved address');
    }
    expect(mailServer.mails).toHaveLength(mails);
    await closed.stop();
  }, 30_000);
});
