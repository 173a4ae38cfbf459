import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let twilio: LoopbackServer;
/** What happens before the provider answers, and how it does. */
let amid: (asked: number) => Promise<number>;

beforeAll(async () => {
  twilio = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': async (_request, response) => {
      const status = await amid(twilio.received.length);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
    },
  });
  const settings = { baseUrl: twilio.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' };
  app = await startTestApp({ worker: true, providers: { twilio: settings } });
  owner = await app.seed.owner();
});

afterAll(async () => {
  await app.stop();
  await twilio.close();
});

async function call<T = { id: string }>(method: string, path: string, body?: object): Promise<T> {
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body && { body }),
  });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as T;
}

let people = 0;

/** A contact, a flow that asks it, and how it answers. */
async function scene(more: object = {}) {
  const contact = await call('POST', '/contacts', { name: 'Ana', phone: `+1555010${1000 + people++}` });
  const ask = { contactId: contact.id, channel: 'sms', text: 'Shall we call?', timeoutMinutes: 60, ...more };
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('ask', 'message.waitReply', ask),
      node('end', 'data.set', { assignments: [{ name: 'said', value: '{{steps.ask.message.body}}' }] }),
    ],
    'start>ask',
    'ask:reply>end',
  );
  const { id: flowId } = await app.seed.flow(owner, content);
  const says = async (body: string) => {
    const [conversation] = await call<{ id: string }[]>('GET', `/conversations?contactId=${contact.id}`);
    await call('POST', `/conversations/${conversation?.id}/messages`, { direction: 'inbound', body });
  };
  return { flowId, says };
}

const waits = async () => (await app.services.db.pool.query('select from event_waits')).rowCount;

test('a reply that comes before the provider has told that the question left is heard', async () => {
  const { flowId, says } = await scene();
  amid = async () => {
    await says('At once!');
    return 201;
  };
  const run = await reached(app, owner, await trigger(app, owner, flowId));
  expect(run).toMatchObject({ status: 'completed', output: { said: 'At once!' } });
  expect(await waits()).toBe(0);
});

test('a reply to a question that did not leave is none to the next one', async () => {
  const { flowId, says } = await scene({ retry: { attempts: 2, backoffSeconds: 0.01 } });
  const before = twilio.received.length;
  amid = async (asked) => {
    if (asked > before + 1) return 201;
    await says('What?');
    return 503;
  };
  const id = await trigger(app, owner, flowId);
  await reached(app, owner, id, ({ phase, steps }) => phase === 'waiting' && steps.at(-1)?.attempt === 2);
  expect(await waits()).toBe(1);
  await says('Yes');
  expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', output: { said: 'Yes' } });
});

test('nobody is waited for any more where the question cannot be asked', async () => {
  const { flowId, says } = await scene();
  amid = async () => {
    await says('Hello');
    return 400;
  };
  expect(await reached(app, owner, await trigger(app, owner, flowId))).toMatchObject({ status: 'failed' });
  expect(await waits()).toBe(0);
});
