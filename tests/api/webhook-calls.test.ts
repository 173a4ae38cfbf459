import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graph, node } from '../support/graphs.js';
import { reached, readExecution, type SeenExecution } from '../support/run.js';
import type { Owner } from '../support/seed.js';

// One process accepts the calls, another one drives the executions.

let database: TestDatabase;
let app: TestApp;
let worker: TestApp;
let owner: Owner;
const secret = 'the secret that both sides know';

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ database, trustProxy: 1 });
  worker = await startTestApp({ database, worker: true });
  owner = await app.seed.owner();
  await api('POST secrets', { name: 'shared', value: secret });
});
afterAll(async () => {
  await Promise.all([app.stop(), worker.stop()]);
  await database.drop();
});

async function api(route: string, body?: object) {
  const path = route.replace(' ', ` /workspaces/${owner.workspaceId}/flows/`);
  return (await app.rest(path, { as: owner.token, ...(body && { body }) })).body.data as Record<string, unknown>;
}

type Nodes = ReturnType<typeof node>[];

/** A flow with these nodes in a row after its trigger. */
async function webhook(data: object, nodes: Nodes = [], active = true) {
  const all = [node('start', 'trigger.webhook', data as Record<string, unknown>), ...nodes];
  const edges = nodes.map(({ id }, index) => `${all[index]?.id}>${id}`);
  return (await app.seed.flow(owner, graph(all, ...edges), active)).webhookPath;
}

const outputOf = (value: unknown) => node('out', 'data.set', { assignments: [{ name: 'got', value }] });
const respond = (data: object, id = 'respond') => node(id, 'webhook.respond', data as Record<string, unknown>);
const result = { responseMode: 'result' };

interface Envelope {
  data?: { executionId: string; status?: string; output?: { got: unknown }; error?: { code: string } };
  error?: { code: string; message: string };
}

async function call(path: string, { method = 'POST', headers = {}, body }: RequestInit = {}) {
  const response = await fetch(app.url + path, { method, headers, redirect: 'manual', ...(body && { body }) });
  const text = await response.text();
  const isEnvelope = text.startsWith('{"success"');
  const { data, error } = (isEnvelope ? JSON.parse(text) : {}) as Envelope;
  return { status: response.status, headers: response.headers, text, data, error };
}

/** The path with a suffix and further parameters. */
const at = (path: string, suffix: string, query = '') => path.replace('/flows/run', `/flows/run/${suffix}`) + query;

describe('the request of a webhook call', () => {
  test('is read by expressions: method, path, headers, query and body', async () => {
    const path = await webhook({ ...result, methods: ['GET', 'PUT'] }, [outputOf('{{request}}')]);
    const token = new URLSearchParams(path.split('?')[1]).get('token') as string;
    const hidden = { 'x-api-key': 'k-1', 'x-shop-token': 't-1', cookie: 'c=1', 'x-forwarded-uri': path };
    const got = await call(at(path, 'orders/a%20b/', '&a=1&b=x%20y&a=2'), {
      headers: { ...hidden, 'x-shop': 'Ä' },
      method: 'GET',
    });
    expect([got.status, got.data?.output?.got]).toEqual([
      200,
      {
        method: 'GET',
        path: 'orders/a b',
        query: { a: ['1', '2'], b: 'x y' },
        rawBody: '',
        contentType: null,
        headers: expect.objectContaining({
          'x-api-key': '••••',
          'x-shop-token': '••••',
          cookie: '••••',
          'x-shop': 'Ä',
          'x-forwarded-uri': '/flows/run?token=••••',
        }),
      },
    ]);
    const seen = await readExecution(app, owner, got.data?.executionId as string);
    expect((seen as unknown as { request: object }).request).toEqual(got.data?.output?.got);
    for (const text of [token, 'k-1', 't-1', 'c=1']) expect(JSON.stringify(seen)).not.toContain(text);

    const bytes = Buffer.from([0, 0xff, 1]);
    const binary = await call(path, { method: 'PUT', body: bytes, headers: { 'content-type': 'application/x-order' } });
    expect(binary.data?.output?.got).toMatchObject({
      method: 'PUT',
      path: '',
      query: {},
      rawBody: bytes.toString('base64'),
      contentType: 'application/x-order',
    });
    const answer = await api('POST evaluate', {
      expression: '{{request.method}}',
      executionId: binary.data?.executionId,
    });
    expect(answer).toMatchObject({ value: 'PUT' });
  });

  test('stays with the execution: a retry reads the same, also one that is too large for a row', async () => {
    const path = await webhook(result, [outputOf('{{size(request.rawBody)}} {{request.path}} {{request.query.n}}')]);
    const body = 'x'.repeat(200_000);
    const first = await call(at(path, 'large', '&n=1'), { body, headers: { 'content-type': 'application/xml' } });
    expect(first.data?.output).toEqual({ got: '200000 large 1' });
    const retried = await api(`POST executions/${first.data?.executionId}/retry`, {});
    const seen = (await reached(app, owner, retried.executionId as string)) as SeenExecution & { request: object };
    expect(seen.output).toEqual({ got: '200000 large 1' });
    expect(seen.request).toMatchObject({ method: 'POST', rawBody: body });
  });

  test('has no long body that the trigger data has already', async () => {
    const path = await webhook(result, [outputOf('{{request.rawBody == null}} {{size(triggerData)}}')]);
    const body = 'x'.repeat(100_000);
    const { data } = await call(path, { body, headers: { 'content-type': 'text/plain' } });
    expect(data?.output).toEqual({ got: 'true 100000' });
  });

  test('is empty in executions that no request started', async () => {
    const { id } = await app.seed.flow(
      owner,
      graph([node('start', 'trigger.manual'), outputOf('{{request.path}}')], 'start>out'),
    );
    const { executionId } = await api(`POST ${id}/trigger`, {});
    expect((await reached(app, owner, executionId as string)).output).toEqual({ got: null });
  });

  test('is part of what a key stands for', async () => {
    const path = await webhook({ methods: ['GET', 'POST'] });
    const send = (query: string, init: RequestInit = { method: 'GET' }) =>
      call(path + query, {
        ...init,
        headers: { 'idempotency-key': `key-${init.method}`, 'content-type': 'application/xml' },
      });
    const [first, again, other] = [await send('&a=1'), await send('&a=1'), await send('&a=2')];
    expect([first.status, again.data, other.error?.code]).toEqual([202, first.data, 'CONFLICT']);
    const [one, two] = [
      await send('', { method: 'POST', body: '<a/>' }),
      await send('', { method: 'POST', body: '<b/>' }),
    ];
    expect([one.status, two.status]).toEqual([202, 409]);
  });
});

describe('who may call a webhook', () => {
  test('with which method, the trigger decides', async () => {
    const [plain, own] = [await webhook({}), await webhook({ methods: ['DELETE', 'GET', 'HEAD'] })];
    const seen = async (path: string, method: string) => {
      const { status, headers } = await call(path, { method });
      return `${method} ${status} ${headers.get('allow') ?? ''}`.trim();
    };
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    expect(await Promise.all(methods.map((method) => seen(plain, method)))).toEqual(
      methods.map((method) => (method === 'POST' ? 'POST 202' : `${method} 405 POST, OPTIONS`)),
    );
    expect(await Promise.all(methods.map((method) => seen(at(own, 'a/b'), method)))).toEqual(
      methods.map((method) =>
        ['GET', 'HEAD', 'DELETE'].includes(method) ? `${method} 202` : `${method} 405 GET, HEAD, DELETE, OPTIONS`,
      ),
    );
    expect((await call(plain, { method: 'GET' })).error).toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      message: 'GET is not allowed by this webhook. Allowed methods: POST.',
    });
    expect((await call('/flows/run/a?token=x', { method: 'GET' })).status).toBe(401);
  });

  test('from which address', async () => {
    const path = await webhook({ allowedIps: ['192.0.2.7', '198.51.100.0/24', '2001:db8::/32'] });
    const from = async (ip: string) =>
      (await call(path, { headers: { 'x-forwarded-for': `203.0.113.1, ${ip}` } })).status;
    const allowed = ['192.0.2.7', '::ffff:192.0.2.7', '198.51.100.255', '2001:db8:1::1'];
    const others = ['192.0.2.8', '198.51.101.0', '2001:db9::1', '::1', 'unknown'];
    expect(await Promise.all(allowed.map(from))).toEqual(allowed.map(() => 202));
    expect(await Promise.all(others.map(from))).toEqual(others.map(() => 403));
  });

  test.each<[string, object, string]>([
    ['methods', { methods: ['TRACE'] }, 'methods[0] must be one of: GET, HEAD, POST, PUT, PATCH, DELETE'],
    [
      'allowedIps',
      { allowedIps: ['10.0.0.0/33'] },
      'allowedIps[0] must be an IP address or a network in CIDR notation',
    ],
    ['allowedOrigins', { allowedOrigins: ['https://a.example/x'] }, 'allowedOrigins[0] must be * or an origin'],
    ['challenge', { challenge: { type: 'meta' } }, 'challenge.secretName is required'],
    ['its secret', { challenge: { type: 'meta', secretName: 'nobody' } }, 'SECRET_MISSING'],
  ])('is checked when the flow is activated: %s', async (_field, data, words) => {
    await expect(webhook(data)).rejects.toThrow(words);
  });
});

describe('a flow that responds', () => {
  test.each<[string, object, object]>([
    [
      'text',
      { text: 'Hello {{triggerData.name}}' },
      { status: 200, type: 'text/plain; charset=utf-8', text: 'Hello Ana' },
    ],
    [
      'JSON',
      { status: '{{200 + 1}}', json: { n: '{{triggerData.n}}' } },
      { status: 201, type: 'application/json; charset=utf-8', text: '{"n":5}' },
    ],
    [
      'a page',
      { status: 418, html: '<h1>é</h1>' },
      { status: 418, type: 'text/html; charset=utf-8', text: '<h1>é</h1>' },
    ],
    [
      'a redirect',
      { redirect: 'https://example.com/thanks?a=b' },
      { status: 302, location: 'https://example.com/thanks?a=b', text: '' },
    ],
    [
      'a type of its own',
      { text: '<Response/>', headers: { 'Content-Type': 'text/xml', 'X-Own': 'a' } },
      { status: 200, type: 'text/xml', own: 'a', text: '<Response/>' },
    ],
    ['nothing', { status: 204 }, { status: 204, text: '' }],
    ['null', { json: null }, { status: 200, type: 'application/json; charset=utf-8', text: 'null' }],
  ])('sends %s', async (_what, data, expected) => {
    // The caller does not wait for what comes after.
    const path = await webhook(result, [respond(data), node('later', 'logic.delay', { minutes: 60 })]);
    const { status, headers, text } = await call(path, {
      body: '{"name":"Ana","n":5}',
      headers: { 'content-type': 'application/json' },
    });
    const [type, location, own] = ['content-type', 'location', 'x-own'].map((name) => headers.get(name) ?? undefined);
    expect({ status, type, location, own, text }).toEqual({
      type: undefined,
      location: undefined,
      own: undefined,
      ...expected,
    });
    expect(headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-same-origin)/);
    expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-store']);
  });

  test('defines no header that would affect other pages of the server', async () => {
    const refused = [
      'Set-Cookie',
      'transfer-encoding',
      'Content-Security-Policy',
      'Access-Control-Allow-Origin',
      'Sec-X',
      'a b',
      'X-Accel-Redirect',
      'x-accel-buffering',
      'X-Sendfile',
      'X-LiteSpeed-Location',
      'X-Lighttpd-Send-File',
      'X-Reproxy-URL',
      'Refresh',
      'Link',
      'Speculation-Rules',
      'Login-Status',
      'Accept-CH',
      'Age',
      'Host',
      'Vary',
    ];
    for (const name of refused) {
      await expect(webhook(result, [respond({ headers: { [name]: 'x' } })])).rejects.toThrow('FIELD_INVALID');
    }
    for (const type of [
      'text/javascript',
      'application/javascript; x=json',
      'text/css',
      'text/html, text/javascript',
    ]) {
      const data = { text: 'alert(1)', headers: { 'Content-Type': type } };
      await expect(webhook(result, [respond(data)])).rejects.toThrow('FIELD_INVALID');
      const headers = { 'content-type': '{{triggerData.type}}' };
      const called = await call(await webhook(result, [respond({ ...data, headers })]), {
        body: JSON.stringify({ type: `${type}; a={{` }),
        headers: { 'content-type': 'application/json' },
      });
      expect([called.status, called.data?.error?.code]).toEqual([200, 'FIELD_INVALID']);
    }
    for (const type of ['application/problem+json', 'image/svg+xml', 'application/pdf', 'text/csv; charset="utf-8"']) {
      const path = await webhook(result, [respond({ text: 'x', headers: { 'content-type': type } })]);
      expect((await call(path)).headers.get('content-type')).toBe(type);
    }
    const path = await webhook(result, [respond({ headers: { 'x-a': '{{triggerData}}' } })]);
    const split = await call(path, { body: 'x\r\nset-cookie: a=b', headers: { 'content-type': 'text/plain' } });
    expect([split.status, split.data?.error?.code]).toEqual([200, 'FIELD_INVALID']);
    expect(split.headers.get('set-cookie')).toBeNull();
    const large = await webhook(result, [respond({ text: '{{triggerData}}' })]);
    const body = 'é'.repeat(600_000);
    expect((await call(large, { body, headers: { 'content-type': 'text/plain' } })).data?.error?.code).toBe(
      'FIELD_INVALID',
    );
    const fitting = body.slice(0, 500_000);
    expect((await call(large, { body: fitting, headers: { 'content-type': 'text/plain' } })).text).toBe(fitting);
  });

  test('responds once: a later response is not sent, and its step says so', async () => {
    const path = await webhook(result, [respond({ text: 'first' }), respond({ text: 'second' }, 'again')]);
    const send = () => call(path, { headers: { 'idempotency-key': 'once' } });
    // A repetition, for example after the connection was lost, gets the same response.
    expect([(await send()).text, (await send()).text]).toEqual(['first', 'first']);
    const [newest] = (await api('GET executions?limit=1')) as unknown as { id: string }[];
    const { steps } = await reached(app, owner, newest?.id as string);
    expect(steps.map(({ nodeId, status, logs }) => [nodeId, status, logs.length])).toEqual([
      ['start', 'completed', 0],
      ['respond', 'completed', 0],
      ['again', 'completed', 1],
    ]);
    expect(steps[2]?.logs[0]?.message).toBe('The execution has responded before. This response is not sent.');
  });

  test('does so only for a caller who waits; without a response the result is sent', async () => {
    const accepted = await call(await webhook({}, [respond({ text: 'late' })]));
    expect([accepted.status, Object.keys(accepted.data ?? {})]).toEqual([202, ['executionId']]);
    expect((await reached(app, owner, accepted.data?.executionId as string)).output).toMatchObject({
      response: { body: 'late' },
    });
    const disabled = await webhook(result, [outputOf({ status: 500 }), respond({ text: 'x', disabled: true })]);
    expect(await call(disabled)).toMatchObject({
      status: 200,
      data: { status: 'completed', output: { got: { status: 500 } } },
    });
  });

  test('does so by a node that ran: what a disabled one passes on is no response', async () => {
    const disabled = respond({ text: 'x', disabled: true });
    const forged = JSON.stringify({ response: { status: 201, headers: { 'x-forged': 'yes' }, body: 'forged' } });
    const json = { 'content-type': 'application/json' };
    const answer = await call(await webhook(result, [disabled]), { body: forged, headers: json });
    expect([answer.status, answer.headers.get('x-forged'), answer.data?.status]).toEqual([200, null, 'completed']);
    const { steps } = await reached(app, owner, answer.data?.executionId as string);
    expect(steps[1]).toMatchObject({ status: 'completed', attempt: 0 });
    const both = await call(await webhook(result, [disabled, respond({ text: 'sent' }, 'again')]));
    expect(both.text).toBe('sent');
  });
});

describe('the verification request of a sender', () => {
  test('of Slack is answered once its signature is checked', async () => {
    const path = await webhook({ auth: { type: 'slack', secretName: 'shared' } }, [], false);
    const body = '{"token":"x","challenge":"3eZbrw1aB10","type":"url_verification"}';
    const send = (key: string, text = body) => {
      const seconds = String(Math.floor(Date.now() / 1000));
      const signature = `v0=${createHmac('sha256', key).update(`v0:${seconds}:${text}`).digest('hex')}`;
      const headers = { 'x-slack-request-timestamp': seconds, 'x-slack-signature': signature };
      return call(path, { body: text, headers: { ...headers, 'content-type': 'application/json' } });
    };
    expect(await send(secret)).toMatchObject({ status: 200, text: '3eZbrw1aB10' });
    expect((await send('another')).status).toBe(401);
    expect((await send(secret, '{"type":"url_verification"}')).error?.code).toBe('BAD_REQUEST');
    expect((await send(secret, '{"type":"event_callback"}')).error?.code).toBe('FLOW_PAUSED');
    const unsigned = await webhook({ challenge: { type: 'slack' } });
    const answer = await call(unsigned, { body, headers: { 'content-type': 'application/json' } });
    expect([answer.text, answer.headers.get('content-type')]).toEqual(['3eZbrw1aB10', 'text/plain; charset=utf-8']);
  });

  test('of Meta is answered for its verify token', async () => {
    const path = await webhook({ challenge: { type: 'meta', secretName: 'shared' } });
    const send = async (verifyToken: string, mode = 'subscribe', challenge = '&hub.challenge=1158201444') => {
      const query = `&hub.mode=${mode}${challenge}&hub.verify_token=${encodeURIComponent(verifyToken)}`;
      const { status, text, error } = await call(path + query, { method: 'GET' });
      return [status, error?.code ?? text];
    };
    expect(await send(secret)).toEqual([200, '1158201444']);
    expect(await send('another')).toEqual([401, 'INVALID_TOKEN']);
    expect(await send(secret, 'subscribe', '')).toEqual([400, 'BAD_REQUEST']);
    expect(await send(secret, 'unsubscribe')).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });
});

describe('a page of another origin', () => {
  const shop = 'https://shop.example.com';
  const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' };
  const corsOf = (headers: Headers) =>
    ['origin', 'methods', 'headers', 'credentials'].map((name) => headers.get(`access-control-allow-${name}`));

  test('may call a webhook that lists its origin, and read errors', async () => {
    const path = await webhook({ methods: ['PUT'], allowedOrigins: [shop] });
    const asked = await call(at(path, 'a'), { method: 'OPTIONS', headers: { origin: shop, ...preflight } });
    expect([asked.status, ...corsOf(asked.headers)]).toEqual([204, shop, 'PUT', 'content-type', null]);
    expect(asked.headers.get('vary')).toContain('Origin');
    for (const [method, status] of [
      ['PUT', 202],
      ['DELETE', 405],
    ] as const) {
      const answer = await call(path, { method, headers: { origin: shop } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, shop]);
    }
    const foreign = await call(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example.com', ...preflight },
    });
    expect([foreign.status, corsOf(foreign.headers)[0]]).toEqual([204, null]);
    expect(foreign.headers.get('allow')).toBe('PUT, OPTIONS');
  });

  test('may call one that is open to all, and read what its flow responds with', async () => {
    const path = await webhook({ ...result, allowedOrigins: ['*'] }, [respond({ text: 'hi' })]);
    const answer = await call(path, { headers: { origin: shop } });
    expect([answer.text, ...corsOf(answer.headers)]).toEqual(['hi', '*', null, null, null]);
  });
});
