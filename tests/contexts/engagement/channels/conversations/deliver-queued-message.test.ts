import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LoopbackServer, startLoopbackServer } from '../../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { waitFor } from '../../../../support/wait-for.js';

let app: TestApp;
/** Another process that sends messages, on the same database. */
let sender: TestApp | undefined;
let twilio: LoopbackServer;

beforeAll(async () => {
  twilio = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': (_request, response) =>
      void response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}'),
  });
  app = await startTestApp();
});

afterAll(async () => {
  await sender?.stop();
  await app.stop();
  await twilio.close();
});

function startSender(): Promise<TestApp> {
  const settings = { baseUrl: twilio.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' };
  return startTestApp({ database: app.database, worker: true, providers: { twilio: settings } });
}

test('a message is charged when it is sent, and neither sent nor charged again if its process dies before it stores the outcome', async () => {
  const owner = await app.seed.owner();
  const call = async (route: string, body?: object) => {
    const [method, path] = route.split(' ');
    const at = `${method} /workspaces/${owner.workspaceId}${path}`;
    const answer = await app.rest(at, { as: owner.token, ...(body && { body }) });
    return answer.body.data as Record<string, never> & { id: string };
  };
  const contact = await call('POST /contacts', { name: 'Ana', phone: '+15550100200' });
  const { id } = await call('POST /conversations', { contactId: contact.id, channel: 'sms' });
  const message = await call(`POST /conversations/${id}/messages`, { body: 'Hello' });
  const { pool } = app.services.db;
  const queuedUntil = Date.now();
  sender = await startSender();
  const status = async () => (await call(`GET /conversations/${id}/messages/${message.id}`)).status;
  await waitFor(async () => (await status()) === ('sent' as never));
  const paid = { balance: '999.000000', reserved: '0.000000' };
  expect(await call('GET /usage/wallet')).toMatchObject(paid);
  const events = async () => (await call('GET /usage/events?eventType=sms_sent')) as unknown as { createdAt: string }[];
  const [event] = await events();
  expect(Date.parse(String(event?.createdAt))).toBeGreaterThanOrEqual(queuedUntil);

  // The state before the outcome was stored.
  const again = `with queued as (insert into message_deliveries (workspace_id, message_id, due_at) values ($1, $2, now()))
    select pg_notify('message_deliveries', '')`;
  await pool.query(again, [owner.workspaceId, message.id]);
  await waitFor(async () => (await pool.query('select from message_deliveries')).rowCount === 0);
  expect(twilio.received).toHaveLength(1);
  expect(await call('GET /usage/wallet')).toMatchObject(paid);
  expect(await events()).toEqual([event]);
});
