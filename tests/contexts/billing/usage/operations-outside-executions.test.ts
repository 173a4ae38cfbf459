import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bookTransfer } from '../../../../src/contexts/billing/usage/index.js';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';

let outside: LoopbackServer;
let app: TestApp;

beforeAll(async () => {
  outside = await startLoopbackServer({
    '/': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Acme</title><p>hello@acme.example</p>'),
    '/v1/chat/completions': (_request, response) => {
      const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'A prompt.' } }];
      const answer = { id: 'c1', object: 'chat.completion', created: 1, model: 'tiny-1', choices };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    },
  });
  const llm = { baseUrl: `${outside.origin}/v1`, apiKey: 'sk-platform-0123456789', model: 'tiny' };
  app = await startTestApp({ providers: { llm } });
});

afterAll(async () => {
  await app.stop();
  await outside.close();
});

test('a site analysis and a generated prompt are charged once they succeed, and refused without credits', async () => {
  const owner = await app.seed.owner();
  const call = (method: string, path: string, body?: object) =>
    app.rest(`${method} /workspaces/${owner.workspaceId}/${path}`, { as: owner.token, ...(body && { body }) });
  const balance = async () => (await call('GET', 'usage/wallet')).body.data as { balance: string; accountId: string };
  const analyze = (path: string) =>
    call('POST', 'company-contexts/analyze-site', { websiteUrl: `${outside.origin}${path}` });

  expect((await analyze('/')).status).toBe(200);
  expect((await balance()).balance).toBe('998.000000');
  expect((await analyze('/nothing-here')).status).toBe(400);
  expect(await balance()).toMatchObject({ balance: '998.000000', reserved: '0.000000' });

  const { id } = (await call('POST', 'company-contexts', { name: 'Acme' })).body.data as { id: string };
  const prompt = await call('POST', `company-contexts/${id}/generate-prompt`, {});
  expect(prompt.body.data).toMatchObject({ prompt: 'A prompt.' });
  expect((await call('GET', 'usage/events')).body.data).toMatchObject([
    { eventType: 'ai_call', credits: '1.000000', executionId: null, metadata: { model: 'tiny' } },
    { eventType: 'site_analysis', credits: '2.000000', source: 'platform', unit: 'analysis' },
  ]);

  const { accountId } = await balance();
  const left = { accountId, kind: 'adjustment' as const, micros: -996_000_000n, reference: 'test' };
  await bookTransfer(app.services.db.pool, left);
  const before = outside.received.length;
  const refused = await analyze('/');
  expect([refused.status, refused.body.error.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
  expect(outside.received.length).toBe(before);
});
