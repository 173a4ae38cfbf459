import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let provider: LoopbackServer;
let owner: Owner;
/** Offset of the server's clock: the tests advance it instead of waiting for a step. */
let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

/** A server on which only SMS are configured; the sandbox of the first takes what they cannot carry. */
describe.each([{ sandbox: true }, { sandbox: false }])(
  'where only Twilio is configured, sandbox: $sandbox',
  ({ sandbox }) => {
    beforeAll(async () => {
      provider = await startLoopbackServer({
        '/2010-04-01/Accounts/AC1/Messages.json': (_, response) => {
          response.writeHead(201).end(JSON.stringify({ sid: 'SM1', status: 'queued' }));
        },
      });
      const twilio = { baseUrl: provider.origin, accountSid: 'AC1', authToken: 'secret', fromNumber: '+15550100' };
      app = await startTestApp({ worker: true, now, sandbox, providers: { twilio } });
      const person = await app.seed.owner();
      // An API key does not expire with the clock, as an access token does.
      owner = { ...person, token: await app.seed.apiKey(person) };
    }, 60_000);

    afterAll(async () => {
      await app.stop();
      await provider.close();
    });

    test('a sequence reaches a contact with a phone by SMS, whatever conversation there was before', async () => {
      const contact = await call('POST', '/contacts', { phone: '+34600000001', email: 'ana@example.com' });
      await call('POST', '/conversations', { contactId: contact.id, channel: 'whatsapp' });
      const run = await startSequence(contact.id);
      expect(run).toMatchObject({ status: 'completed' });
      const [sms] = await waitFor(async () => {
        const found = await list(`/conversations?contactId=${contact.id}&channel=sms`);
        return found.length > 0 ? found : null;
      });
      const messages = () => list(`/conversations/${sms?.id}/messages`);
      await waitFor(async () => (await messages())[0]?.status === 'sent');
      expect((await list('/outbox'))[0]).toMatchObject({ channel: 'sms', to: '+34600000001', status: 'sent' });
    });

    test('a question to a contact with a phone is sent by SMS', async () => {
      const contact = await call('POST', '/contacts', { phone: '+34600000002' });
      const ask = node('ask', 'message.waitReply', { contactId: contact.id, text: 'Which size?', timeoutMinutes: 60 });
      const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), ask], 'start>ask'));
      await reached(app, owner, await trigger(app, owner, flow.id), ({ phase }) => phase === 'waiting');
      expect(await list(`/conversations?contactId=${contact.id}`)).toMatchObject([{ channel: 'sms' }]);
    });

    test(`a sequence for a contact with an email address only ${sandbox ? 'is sandboxed' : 'fails and says why'}`, async () => {
      const contact = await call('POST', '/contacts', { email: `eva${sandbox}@example.com` });
      const run = await startSequence(contact.id);
      if (sandbox) {
        const [conversation] = await list(`/conversations?contactId=${contact.id}`);
        const messages = () => list(`/conversations/${conversation?.id}/messages`);
        await waitFor(async () => (await messages())[0]?.status === 'sandboxed');
      } else {
        const error = { code: 'PROVIDER_NOT_CONFIGURED', message: expect.stringContaining('SMTP_URL') };
        expect(run).toMatchObject({ status: 'failed', error });
        expect(await list(`/conversations?contactId=${contact.id}`)).toEqual([]);
      }
    });

    test('a sequence for a contact without an address fails and says why', async () => {
      const contact = await call('POST', '/contacts', { name: 'Nobody' });
      const error = { code: 'REFUSED', message: 'The contact must have a phone number or an email address.' };
      expect(await startSequence(contact.id)).toMatchObject({ status: 'failed', error });
    });

    test('a text in a voice conversation fails and says why, and one in web chat is read by its page', async () => {
      const contact = await call('POST', '/contacts', { phone: '+34600000003' });
      const write = async (channel: string) => {
        const { id } = await call('POST', '/conversations', { contactId: contact.id, channel });
        await call('POST', `/conversations/${id}/messages`, { body: 'Hi' });
        return waitFor(async () => {
          const [message] = await list(`/conversations/${id}/messages`);
          return message?.status === 'queued' ? null : message;
        });
      };
      const error = 'REFUSED: A conversation over voice carries no texts. Send the message over another channel.';
      expect(await write('voice')).toMatchObject({ status: 'failed', error });
      expect(await write('webchat')).toMatchObject({ status: 'sent', error: null });
    });
  },
);

type Row = Record<string, never> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Row;
}
const list = async (path: string) => (await call('GET', path)) as unknown as Row[];

async function startSequence(contactId: string) {
  const steps = [{ delayMinutes: 1, message: 'Hello?' }];
  const { id: sequenceId } = await call('POST', '/follow-up/sequences', { name: `To ${contactId}`, steps });
  const start = node('follow', 'crm.startSequence', { sequenceId, contactId });
  const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), start], 'start>follow'));
  const run = await reached(app, owner, await trigger(app, owner, flow.id));
  offsetMs += 120_000;
  await app.services.db.pool.query("select pg_notify('follow_ups', ''), pg_notify('message_deliveries', '')");
  return run;
}
