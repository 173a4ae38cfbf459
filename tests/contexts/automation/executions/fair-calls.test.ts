import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { providerCalls } from '../../../../src/contexts/accounts/quotas/index.js';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let providers: LoopbackServer;
let first: Owner;
let second: Owner;
/** Requests in the order in which they came, which are answered when a test says so. */
let asked: { text: string; answer(): void }[] = [];

const hold = (text: string, response: ServerResponse, body: object) =>
  void asked.push({
    text,
    answer: () => {
      if (!response.headersSent)
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
  });

beforeAll(async () => {
  const message = { role: 'assistant', content: 'Yes.' };
  const answer = {
    id: 'c',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message }],
  };
  let sent = 0;
  providers = await startLoopbackServer({
    '/v1/chat/completions': ({ body }, response) => hold(JSON.parse(body).messages.at(-1).content, response, answer),
    '/2010-04-01/Accounts/AC1/Messages.json': ({ body }, response) =>
      hold(new URLSearchParams(body).get('Body') ?? '', response, { sid: `SM${++sent}` }),
  });
  const llm = { baseUrl: `${providers.origin}/v1`, apiKey: 'key', model: 'small' };
  const twilio = { baseUrl: providers.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+34600000000' };
  app = await startTestApp({ worker: true, callsAtOnce: 2, providers: { llm, twilio } });
  [first, second] = [await app.seed.owner(), await app.seed.owner()];
});

afterAll(async () => {
  for (const { answer } of asked) answer();
  await app.stop();
  await providers.close();
});

const texts = () => asked.map(({ text }) => text);

describe('a workspace that uses a provider much', () => {
  test.each([
    ['llm', 'ai.generate', (text: string) => ({ prompt: text })],
    ['twilio', 'message.sms', (text: string) => ({ to: '+34600112233', text })],
  ] as const)('has its calls of %s wait, and the next slot goes to another one', async (kind, type, dataOf) => {
    asked = [];
    const flowOf = async (owner: Owner) => {
      const step = node('step', type, dataOf('{{triggerData.text}}'));
      return (await app.seed.flow(owner, graph([node('start', 'trigger.manual'), step], 'start>step'))).id;
    };
    const flows = new Map([
      [first, await flowOf(first)],
      [second, await flowOf(second)],
    ]);
    const call = (owner: Owner, text: string) =>
      trigger(app, owner, flows.get(owner) as string, { triggerData: { text } });
    const calls = app.services.get(providerCalls);
    const runs: [Owner, string][] = [];
    for (const text of ['a1', 'a2', 'a3', 'a4']) runs.push([first, await call(first, text)]);
    await waitFor(() => asked.length === 2 && calls.waiting(kind, first.workspaceId) === 2);
    // The other workspace finds a slot at once, however many calls of the first one wait.
    runs.push([second, await call(second, 'b1')]);
    await waitFor(() => asked.length === 3);
    expect(texts()[2]).toBe('b1');
    for (let index = 0; index < runs.length; index++) {
      await waitFor(() => asked.length > index);
      asked[index]?.answer();
    }
    for (const [owner, id] of runs) expect((await reached(app, owner, id)).status).toBe('completed');
    expect(texts().sort()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
  });
});
