import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { waitFor } from '../../../support/wait-for.js';
import { TemplateUser } from './template-user.js';

let app: TestApp;
let user: TemplateUser;
beforeAll(async () => {
  app = await startTestApp({ worker: true, outboundAllow: ['127.0.0.1'] });
});
beforeEach(async () => {
  user = new TemplateUser(app, await app.seed.owner());
});
afterAll(() => app.stop());

interface Trigger {
  webhookUrl: string | null;
  formUrl: string | null;
}

/** The address at which a flow from a template starts, and what its requests go to instead. */
async function address(flowId: string, origin?: string): Promise<string> {
  if (origin) {
    const { nodes } = await user.call<{ nodes: { data: object }[] }>(`GET P/flows/${flowId}`);
    await user.call(`PATCH P/flows/${flowId}`, {
      nodes: JSON.parse(JSON.stringify(nodes).replaceAll(/https:\/\/(slack\.com|files\.example\.com)/g, origin)),
    });
  }
  const { triggers } = await user.call<{ triggers: Trigger[] }>(`GET P/flows/${flowId}`);
  const url = new URL(triggers[0]?.formUrl ?? triggers[0]?.webhookUrl ?? '');
  return `${app.url}${url.pathname}${url.search}`;
}

/** A secret that may be sent to servers here. */
const secret = (name: string) => ({ name, value: `${name}-0123456789`, allowedHosts: ['127.0.0.1'] });

/** A server that accepts every request, and keeps it. */
async function startReceiver() {
  const requests: { path: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push({ path: request.url as string, body: Buffer.concat(chunks).toString() });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  }).listen(0);
  await once(server, 'listening');
  const close = () => server.close() && server.closeAllConnections();
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
}

/** What Twilio signs a form with. */
function signTwilio(secret: string, url: string, fields: Record<string, string>): string {
  const signed = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join('');
  return createHmac('sha1', secret)
    .update(url + signed)
    .digest('base64');
}

describe('templates of the gallery with a form', () => {
  test('collect leads: the contact is created once, and the chat says whether it is new', async () => {
    const chat = await startReceiver();
    await user.call('POST P/flows/secrets', secret('chat_token'));
    const url = await address(await user.use('Collect leads with a form'), chat.origin);
    const send = (name: string) =>
      fetch(url, {
        method: 'POST',
        headers: { accept: 'text/html' },
        body: new URLSearchParams({ name, email: 'ada@example.com', message: 'Forty?' }),
      });
    expect(await (await send('Ada')).text()).toContain('We will reply within one working day.');
    await waitFor(() => chat.requests.length === 1);
    await send('Ada Lovelace');
    await waitFor(() => chat.requests.length === 2);
    expect(chat.requests.map(({ body }) => JSON.parse(body).text.split('\n')[0])).toEqual([
      'New lead: Ada (ada@example.com)',
      'Wrote again: Ada Lovelace (ada@example.com)',
    ]);
    expect(await user.call<object[]>('GET P/contacts')).toMatchObject([{ name: 'Ada Lovelace', source: 'form' }]);
    chat.close();
  });

  test('store the file of a form byte for byte, and notify the team', async () => {
    const storage = await startReceiver();
    await user.call('POST P/flows/secrets', secret('storage_token'));
    const url = await address(await user.use('Store the files of a form'), storage.origin);
    const form = new FormData();
    form.set('name', 'Ada');
    form.set('email', 'ada@example.com');
    form.set('cv', new Blob(['Life and work'], { type: 'text/plain' }), 'my life.txt');
    const answer = await fetch(url, { method: 'POST', headers: { accept: 'text/html' }, body: form });
    expect(await answer.text()).toContain('We have received your application.');
    expect(await user.messages(1)).toMatchObject([
      {
        to: 'team@example.com',
        subject: 'Application of Ada',
        body: 'Ada (ada@example.com) has sent my life.txt, 13 bytes.',
      },
    ]);
    expect(storage.requests).toEqual([
      { path: expect.stringMatching(/^\/applications\/[0-9a-f-]{36}\/my%20life\.txt$/), body: 'Life and work' },
    ]);
    storage.close();
  });
});

describe('templates of the gallery that answer and stop', () => {
  test('answer a missed call by SMS, once an hour, and end the call', async () => {
    const secret = 'twilio-0123456789';
    await user.call('POST P/flows/secrets', { name: 'twilio_auth_token', value: secret });
    const flowId = await user.use('Answer missed calls by SMS');
    const url = await address(flowId);
    const { triggers } = await user.call<{ triggers: Trigger[] }>(`GET P/flows/${flowId}`);
    const ring = (CallSid: string, DialCallStatus: string) => {
      const fields = { CallSid, DialCallStatus, From: '+34600000001', To: '+34910000001' };
      const signed = signTwilio(secret, triggers[0]?.webhookUrl ?? '', fields);
      return fetch(url, {
        method: 'POST',
        headers: { 'x-twilio-signature': signed },
        body: new URLSearchParams(fields),
      });
    };
    const answer = await ring('CA1', 'no-answer');
    expect([answer.status, await answer.text()]).toEqual([200, '<Response><Hangup/></Response>']);
    expect(await user.messages(1)).toMatchObject([{ to: '+34600000001' }]);
    for (const [sid, status] of [
      ['CA2', 'busy'],
      ['CA3', 'completed'],
    ] as const)
      await (await ring(sid, status)).text();
    await user.completed(flowId);
    expect(await user.messages(1)).toHaveLength(1);
  });

  test('win contacts back until they reply, who are then no longer inactive', async () => {
    const flowId = await user.use('Win back contacts until they reply');
    const { id } = await user.call('POST P/contacts', { name: 'Ana', phone: '+34600000004' });
    await user.call(`PATCH P/contacts/${id}`, { tags: ['inactive'] });
    expect(await user.messages(1)).toMatchObject([{ to: '+34600000004', body: expect.stringContaining('Hello Ana') }]);
    await user.waits(2);
    const [conversation] = await user.call<{ id: string }[]>('GET P/conversations');
    await user.call(`POST P/conversations/${conversation?.id}/messages`, { direction: 'inbound', body: 'Yes, please' });
    await user.completed(flowId);
    expect(await user.messages(1)).toHaveLength(1);
    expect(await user.call(`GET P/contacts/${id}`)).toMatchObject({ tags: [] });
  });
});
