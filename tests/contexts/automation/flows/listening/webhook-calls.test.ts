import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { node } from '../../../../support/graphs.js';
import { Listening } from './listening.js';

let app: TestApp;
let editor: Listening;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  editor = new Listening(app, await app.seed.owner());
});
afterAll(() => app.stop());

const hook = (data: Record<string, unknown> = {}) => [node('hook', 'trigger.webhook', data)];

describe('the test call of a webhook', () => {
  test('of a draft that was never published becomes the sample of the node, and starts nothing', async () => {
    const flowId = await editor.draft(hook());
    const began = await editor.listen(flowId, { nodeId: 'hook' });
    expect([began.status, began.body.data]).toEqual([
      201,
      {
        nodeId: 'hook',
        type: 'webhook',
        url: expect.stringMatching(/^http:\/\/localhost:4000\/flows\/run\?token=test-[0-9a-f]{64}$/),
        expiresAt: expect.any(String),
        receivedAt: null,
        triggerData: null,
        request: null,
      },
    ]);
    const { expiresAt, url } = began.body.data as { expiresAt: string; url: string };
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(13);
    expect(minutes).toBeLessThan(17);
    const { search } = new URL(url);
    const answer = await fetch(`${app.url}/flows/run/orders/new${search}&from=shop`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer x', 'x-shop': 'Acme' },
      body: JSON.stringify({ orderId: 'A-1' }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ received: true, nodeId: 'hook' });
    const shown = await editor.shown(flowId, 'hook');
    expect(shown).toMatchObject({
      url: null,
      expiresAt: null,
      receivedAt: expect.any(String),
      triggerData: { orderId: 'A-1' },
      request: {
        method: 'POST',
        path: 'orders/new',
        query: { from: 'shop' },
        rawBody: '{"orderId":"A-1"}',
        contentType: 'application/json',
      },
    });
    expect(shown.request?.headers).toMatchObject({ authorization: '••••', 'x-shop': 'Acme' });
    expect(await editor.countExecutions()).toBe(0);
  });

  test('is answered once: then the address is 410, also for one of two calls at once', async () => {
    const flowId = await editor.draft(hook());
    const path = await editor.path(flowId, 'hook');
    const calls = await Promise.all([1, 2].map((n) => app.rest(`POST ${path}`, { body: { n } })));
    expect(calls.map(({ status }) => status).sort()).toEqual([200, 410]);
    const third = await app.rest(`POST ${path}`, { body: { n: 3 } });
    expect([third.status, third.body.error?.code]).toEqual([410, 'GONE']);
    expect(await editor.shown(flowId, 'hook')).not.toMatchObject({ triggerData: { n: 3 } });
  });

  test('is not accepted after the address has expired', async () => {
    const flowId = await editor.draft(hook());
    const path = await editor.path(flowId, 'hook');
    await editor.expire(flowId);
    expect((await app.rest(`POST ${path}`, { body: {} })).status).toBe(410);
    expect(await editor.shown(flowId, 'hook')).toMatchObject({ url: null, receivedAt: null });
    expect(await editor.path(flowId, 'hook')).not.toBe(path);
  });

  test('has to pass the check of the caller in the draft', async () => {
    await editor.createSecret('a quiet key');
    const flowId = await editor.draft(hook({ auth: { type: 'hmac', secretName: 'KEY' } }));
    const path = await editor.path(flowId, 'hook');
    const refused = await app.rest(`POST ${path}`, { body: { n: 1 }, headers: { 'x-signature': 'abc' } });
    expect([refused.status, refused.body.error?.code]).toEqual([401, 'INVALID_TOKEN']);
    const text = JSON.stringify({ n: 1 });
    const signature = createHmac('sha256', 'a quiet key').update(text).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': signature };
    const accepted = await fetch(`${app.url}${path}`, { method: 'POST', headers, body: text });
    expect(accepted.status).toBe(200);
    expect(await editor.shown(flowId, 'hook')).toMatchObject({ triggerData: { n: 1 } });
  });

  test('redacts the header that proves who calls', async () => {
    await editor.createSecret('a quiet key');
    const flowId = await editor.draft(hook({ auth: { type: 'header', header: 'x-proof', secretName: 'KEY' } }));
    const path = await editor.path(flowId, 'hook');
    await app.rest(`POST ${path}`, {
      body: {},
      headers: { 'x-proof': 'a quiet key', cookie: 'a=b', 'x-api-key': 'k' },
    });
    const { request } = await editor.shown(flowId, 'hook');
    expect(request?.headers).toMatchObject({ 'x-proof': '••••', cookie: '••••', 'x-api-key': '••••' });
    expect(JSON.stringify(request)).not.toContain('a quiet key');
  });

  test('uses a method of the node; preflights and verification requests do not count as the call', async () => {
    const data = { methods: ['POST'], allowedOrigins: ['https://shop.example.com'], challenge: { type: 'slack' } };
    const flowId = await editor.draft(hook(data));
    const path = await editor.path(flowId, 'hook');
    const origin = 'https://shop.example.com';
    const preflight = await fetch(`${app.url}${path}`, { method: 'OPTIONS', headers: { origin } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    const put = await app.rest(`PUT ${path}`, { body: {} });
    expect([put.status, put.body.error?.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    const verified = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'url_verification', challenge: 'abc' }),
    });
    expect([verified.status, await verified.text()]).toEqual([200, 'abc']);
    const call = await fetch(`${app.url}${path}`, { method: 'POST', headers: { origin }, body: 'x' });
    expect([call.status, call.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  });

  test('is refused from an address that the node does not allow', async () => {
    const flowId = await editor.draft(hook({ allowedIps: ['203.0.113.7'] }));
    const path = await editor.path(flowId, 'hook');
    expect((await app.rest(`POST ${path}`, { body: {} })).status).toBe(403);
    expect((await editor.shown(flowId, 'hook')).receivedAt).toBeNull();
  });

  test('has at most 1 MiB of data, and waits on after a longer one', async () => {
    const flowId = await editor.draft(hook());
    const path = await editor.path(flowId, 'hook');
    const large = await app.rest(`POST ${path}`, { body: { text: 'x'.repeat(1024 * 1024) } });
    expect([large.status, large.body.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(large.body.error?.message).toContain('1048576 bytes');
    expect((await app.rest(`POST ${path}`, { body: { text: 'short' } })).status).toBe(200);
  });

  test('with files keeps their names and types, not their bytes', async () => {
    const flowId = await editor.draft(hook());
    const path = await editor.path(flowId, 'hook');
    const body = new FormData();
    body.append('note', 'Hello');
    body.append('photo', new File(['not a photo'], 'cat.png', { type: 'image/png' }));
    expect((await fetch(`${app.url}${path}`, { method: 'POST', body })).status).toBe(200);
    expect((await editor.shown(flowId, 'hook')).triggerData).toEqual({
      note: 'Hello',
      photo: { $file: expect.objectContaining({ name: 'cat.png', mimeType: 'image/png' }) },
    });
    const { rows } = await app.services.db.pool.query(
      'select from file_bytes where workspace_id = $1 and due_at is null',
      [editor.owner.workspaceId],
    );
    expect(rows).toEqual([]);
  });

  test('of an unknown token is refused as that of a webhook', async () => {
    const unknown = await app.rest(`POST /flows/run?token=test-${'0'.repeat(64)}`, { body: {} });
    expect([unknown.status, unknown.body.error?.code]).toEqual([401, 'INVALID_TOKEN']);
    const wrong = await app.rest('POST /flows/run?token=test-x', { body: {} });
    expect(wrong.status).toBe(401);
  });
});
