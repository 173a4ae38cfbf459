import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { edge, node } from '../support/graphs.js';
import { reached } from '../support/run.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

/** An active flow that hands its trigger data on. */
async function webhook(data: object = {}, output: unknown = '{{ triggerData }}') {
  const flow = await app.seed.flow(owner, {
    nodes: [
      node('start', 'trigger.webhook', data as Record<string, unknown>),
      node('out', 'data.set', { assignments: [{ name: 'got', value: output }] }),
    ],
    edges: [edge('start>out')],
  });
  return flow.webhookPath;
}

async function post(path: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const { data, error } = (await response.json()) as {
    data?: { executionId: string; status?: string; output?: unknown; error?: unknown };
    error?: { code: string; message: string };
  };
  return { status: response.status, data, code: error?.code, message: error?.message };
}

const resultOf = { responseMode: 'result' };

describe('the body of a webhook call', () => {
  test.each<[string, string, string, unknown]>([
    ['an object', 'application/json', '{"a":1}', { a: 1 }],
    ['a list', 'application/json', '[1,{"b":2}]', [1, { b: 2 }]],
    ['a text', 'application/json; charset=utf-8', '"text"', 'text'],
    ['a number', 'application/json', '12', 12],
    ['null', 'application/json', 'null', null],
    ['nothing', 'application/json', '', {}],
    ['JSON of another type', 'application/cloudevents+json', '{"id":"x"}', { id: 'x' }],
    ['a text that is no JSON', 'text/plain', 'plain é', 'plain é'],
    ['of another type, which is not read', 'application/xml', '<order/>', {}],
    [
      'a form',
      'application/x-www-form-urlencoded',
      'a=1&b=x+%C3%A9&a=2&__proto__=p',
      { a: ['1', '2'], b: 'x é', ['__proto__']: 'p' },
    ],
  ])('may be %s', async (_what, type, body, expected) => {
    const answer = await post(await webhook(resultOf), body, { 'content-type': type });
    expect([answer.status, answer.data?.output]).toEqual([200, { got: expected }]);
  });

  test('is refused where it cannot be read, with what is wrong', async () => {
    const path = await webhook();
    for (const [body, headers, status, words] of [
      ['{"a":', {}, 400, 'not valid JSON'],
      [Buffer.from([0x22, 0xff, 0x22]), {}, 400, 'UTF-8'],
      [Buffer.from([0xff]), { 'content-type': 'text/plain' }, 400, 'UTF-8'],
      ['['.repeat(300) + ']'.repeat(300), {}, 400, 'nested'],
      ['{}', { 'content-encoding': 'gzip' }, 415, 'gzip'],
      [`{"rows":[${Array(580_000).fill('{"a":1}')}]}`, {}, 413, 'at most 1000000 values'],
    ] as const) {
      const answer = await post(path, body, headers);
      expect([answer.status, answer.message]).toEqual([status, expect.stringContaining(words)]);
    }
  });

  test('is not looked at where there is no token, which the error says', async () => {
    const answer = await post('/flows/run', '{"a":');
    expect([answer.status, answer.code]).toEqual([401, 'INVALID_TOKEN']);
    expect(answer.message).toMatch(/^The webhook token is missing\. Send it in the URL/);
  });

  test('is not looked at where the token is no good', async () => {
    for (const body of ['{"a":', '[]', Buffer.from([0xff, 0])]) {
      const answer = await post('/flows/run?token=nonsense', body);
      expect([answer.status, answer.code]).toEqual([401, 'INVALID_TOKEN']);
    }
  });
});

describe('a signed webhook', () => {
  const secret = 'the shared secret of both sides';
  const sign = (body: string | Buffer, key = secret) => createHmac('sha256', key).update(body).digest('hex');
  let path: string;
  let secretId: string;
  const vault = (method: string, id = '', body?: object) =>
    app.rest(`${method} /workspaces/${owner.workspaceId}/flows/secrets${id}`, { as: owner.token, body });

  beforeAll(async () => {
    secretId = ((await vault('POST', '', { name: 'signing', value: secret })).body.data as { id: string }).id;
    path = await webhook({ auth: { type: 'hmac', secretName: 'signing' } });
  });

  test('takes the HMAC of the bytes that were sent, with sha256= before it or without', async () => {
    const body = '{ "a":1.0,\n"é": "☃" }';
    for (const signature of [sign(body), `sha256=${sign(body)}`]) {
      expect((await post(path, body, { 'x-signature': signature })).status).toBe(202);
    }
    const form = 'a=1&b=2';
    const headers = { 'x-signature': sign(form), 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post(path, form, headers)).status).toBe(202);
    const named = await webhook({ auth: { type: 'hmac', secretName: 'signing', header: 'X-Hub-Signature-256' } });
    expect((await post(named, body, { 'x-hub-signature-256': `sha256=${sign(body)}` })).status).toBe(202);
    expect((await post(named, body, { 'x-signature': sign(body) })).status).toBe(401);
  });

  test('refuses every other one, before it looks at the body', async () => {
    const body = '{"a":1}';
    const good = sign(body);
    for (const [sent, signature] of [
      [body, undefined],
      [body, ''],
      [body, sign(body, 'another secret')],
      [body, sign('{"a": 1}')],
      [body, good.toUpperCase()],
      [body, good.slice(0, -2)],
      [body, `sha1=${good}`],
      [body, `${good} ${good}`],
      ['{"a":', good],
    ] as const) {
      const answer = await post(path, sent, { ...(signature !== undefined && { 'x-signature': signature }) });
      expect([signature, answer.status, answer.code]).toEqual([signature, 401, 'INVALID_TOKEN']);
    }
    const malformed = '{"a":';
    expect((await post(path, malformed, { 'x-signature': sign(malformed) })).code).toBe('BAD_REQUEST');
    const binary = Buffer.from([0, 0xff, 1]);
    expect((await post(path, binary, { 'x-signature': sign(binary) })).code).toBe('BAD_REQUEST');
  });

  test('is checked over GraphQL, too', async () => {
    const token = new URLSearchParams(path.split('?')[1]).get('token');
    const run = async (args: object) => {
      const query = `mutation ($token: String!, $payload: JSON, $request: WebhookRequestInput) {
        runWebhook(token: $token, payload: $payload, request: $request) { executionId status } }`;
      const { data, errors } = await app.graphql<{ runWebhook: object }>(query, { token, ...args });
      return errors?.[0]?.extensions?.code ?? data?.runWebhook;
    };
    expect(await run({ payload: { a: 1 } })).toBe('INVALID_TOKEN');
    const body = '{"a":1}';
    const headers = { 'Content-Type': 'application/json', 'X-Signature': sign(body) };
    expect(await run({ request: { headers, body } })).toEqual({ executionId: expect.any(String), status: null });
    expect(await run({ request: { headers, body: Buffer.from(body).toString('base64'), base64: true } })).toBe(
      'BAD_REQUEST',
    );
    expect(await run({ request: { headers, body: `${body} ` } })).toBe('INVALID_TOKEN');
  });

  test('follows the secret: a new value signs at once, a deleted one lets nobody in', async () => {
    const body = '{}';
    await vault('PATCH', `/${secretId}`, { value: 'the next secret of both sides' });
    expect((await post(path, body, { 'x-signature': sign(body) })).status).toBe(401);
    expect((await post(path, body, { 'x-signature': sign(body, 'the next secret of both sides') })).status).toBe(202);
    expect((await vault('GET', `/${secretId}`)).body.data).toMatchObject({ usedBy: expect.arrayContaining([]) });
    await vault('DELETE', `/${secretId}`);
    expect((await post(path, body, { 'x-signature': sign(body) })).code).toBe('INVALID_TOKEN');
  });
});

describe('a webhook whose callers prove who they are', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"a":1}';
  const seconds = () => String(Math.floor(Date.now() / 1000));
  const hmac = (text: string, key: string | Buffer = secret, algorithm = 'sha256') =>
    createHmac(algorithm, key).update(text);
  const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  beforeAll(async () => {
    const path = `POST /workspaces/${owner.workspaceId}/flows/secrets`;
    await app.rest(path, { as: owner.token, body: { name: 'shared', value: secret } });
  });

  /** The headers that a sender adds; `id` tells its calls apart. */
  const senders: Record<string, { auth: object; repeats: boolean; headers: (path: string, id: string) => object }> = {
    basic: {
      auth: { username: 'ann' },
      repeats: false,
      headers: () => ({ authorization: basic('ann', secret) }),
    },
    bearer: { auth: {}, repeats: false, headers: () => ({ authorization: `Bearer ${secret}` }) },
    header: { auth: { header: 'X-Token' }, repeats: false, headers: () => ({ 'x-token': secret }) },
    standardWebhooks: {
      auth: {},
      repeats: true,
      headers: (_path, id) => {
        const at = seconds();
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        const signature = `v1,${hmac(`${id}.${at}.${body}`, key).digest('base64')}`;
        return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature };
      },
    },
    stripe: {
      auth: {},
      repeats: true,
      headers: () => {
        const at = seconds();
        return { 'stripe-signature': `t=${at},v1=${hmac(`${at}.${body}`).digest('hex')}` };
      },
    },
    github: {
      auth: {},
      repeats: true,
      headers: (_path, id) => ({
        'x-github-delivery': id,
        'x-hub-signature-256': `sha256=${hmac(body).digest('hex')}`,
      }),
    },
    slack: {
      auth: {},
      repeats: true,
      headers: () => {
        const at = seconds();
        const signature = `v0=${hmac(`v0:${at}:${body}`).digest('hex')}`;
        return { 'x-slack-request-timestamp': at, 'x-slack-signature': signature };
      },
    },
    twilio: {
      auth: {},
      repeats: true,
      headers: (path) => {
        const signed = `${app.services.settings.publicUrl}${path}&bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
        return { 'x-twilio-signature': hmac(signed, secret, 'sha1').digest('base64') };
      },
    },
  };

  test.each(Object.keys(senders))('%s', async (type) => {
    const { auth, repeats, headers } = senders[type] as (typeof senders)[string];
    const path = await webhook({ auth: { type, secretName: 'shared', ...auth } });
    const sent = headers(path, 'call-1') as Record<string, string>;
    const first = await post(path, body, sent);
    expect([first.status, first.message]).toEqual([202, undefined]);
    const again = await post(path, body, sent);
    expect([again.status, again.data?.executionId === first.data?.executionId]).toEqual([202, repeats]);

    for (const name of Object.keys(sent).filter((one) => one !== 'x-github-delivery')) {
      const { [name]: value = '', ...others } = sent;
      for (const wrong of [others, { ...sent, [name]: `${value.slice(0, -4)}AAAA` }]) {
        const answer = await post(path, body, wrong);
        expect([name, answer.status, answer.code]).toEqual([name, 401, 'INVALID_TOKEN']);
        expect(answer.message).not.toContain(secret);
      }
    }
  });

  test('Twilio signs the URL that was called, with its path and parameters', async () => {
    const plain = await webhook({ auth: { type: 'twilio', secretName: 'shared' }, methods: ['GET', 'POST'] });
    const path = `${plain.replace('/flows/run', '/flows/run/sms')}&a=1`;
    const url = `${app.services.settings.publicUrl}${path}`;
    const digest = `&bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
    const form = 'application/x-www-form-urlencoded';
    for (const [sent, signed, method, type, content] of [
      [path, url, 'GET', undefined, undefined],
      [path, `${url}BodyHiFrom+34`, 'POST', form, 'From=%2B34&Body=Hi'],
      [path + digest, url + digest, 'POST', 'application/json', body],
    ] as const) {
      const send = async (address: string) => {
        const headers = {
          'x-twilio-signature': hmac(signed, secret, 'sha1').digest('base64'),
          ...(type && { 'content-type': type }),
        };
        return (await fetch(app.url + address, { method, headers, ...(content && { body: content }) })).status;
      };
      expect([await send(sent), await send(`${sent}&b=2`)]).toEqual([202, 401]);
    }
  });

  const form = 'application/x-www-form-urlencoded';
  const stripe = (text: string, at = seconds()) => ({
    'stripe-signature': `t=${at},v1=${hmac(`${at}.${text}`).digest('hex')}`,
  });
  const slack = (text: string, at = seconds()) => ({
    'x-slack-request-timestamp': at,
    'x-slack-signature': `v0=${hmac(`v0:${at}:${text}`).digest('hex')}`,
  });
  const twilio = (text: string, path: string) => {
    const fields = [...new URLSearchParams(text)].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
    const signed = `${app.services.settings.publicUrl}${path}${fields.join('')}`;
    return { 'content-type': form, 'x-twilio-signature': hmac(signed, secret, 'sha1').digest('base64') };
  };
  const earlier = () => String(Math.floor(Date.now() / 1000) - 60);

  test.each<[string, string, [string, (path: string) => object][], number]>([
    [
      'an event of Stripe that is signed anew, with another count of its attempts',
      'stripe',
      ['{"id":"evt_1","pending_webhooks":2}', '{"id":"evt_1","pending_webhooks":1}'].flatMap((text) => [
        [text, () => stripe(text, earlier())],
        [text, () => stripe(text)],
      ]),
      1,
    ],
    [
      'two events of Stripe with the same signature time',
      'stripe',
      ['{"id":"evt_1"}', '{"id":"evt_2"}'].map((text) => [text, () => stripe(text)]),
      2,
    ],
    [
      'an event of Slack that is sent again',
      'slack',
      [
        ['{"event_id":"Ev1"}', () => slack('{"event_id":"Ev1"}', earlier())],
        ['{"event_id":"Ev1"}', () => slack('{"event_id":"Ev1"}')],
      ],
      1,
    ],
    [
      'a message of Twilio at two statuses, the second of them twice',
      'twilio',
      [
        'MessageSid=SM1&MessageStatus=sent',
        'MessageSid=SM1&MessageStatus=delivered',
        'MessageSid=SM1&MessageStatus=delivered&RawDlrDoneDate=2611240900',
      ].map((text) => [text, (path) => twilio(text, path)]),
      2,
    ],
    [
      'a call of Twilio at two statuses, the second of them twice',
      'twilio',
      [
        'CallSid=CA1&CallStatus=ringing',
        'CallSid=CA1&CallStatus=completed&SequenceNumber=2',
        'CallSid=CA1&CallStatus=completed&SequenceNumber=2&Timestamp=now',
      ].map((text) => [text, (path) => twilio(text, path)]),
      2,
    ],
    [
      'what a caller of Twilio enters in one call',
      'twilio',
      ['CallSid=CA2&CallStatus=in-progress', 'CallSid=CA2&CallStatus=in-progress&Digits=1'].map((text) => [
        text,
        (path) => twilio(text, path),
      ]),
      2,
    ],
  ])('%s', async (_what, type, calls, executions) => {
    const path = await webhook({ auth: { type, secretName: 'shared' } });
    const ids: (string | undefined)[] = [];
    for (const [text, headers] of calls) {
      const answer = await post(path, text, headers(path) as Record<string, string>);
      expect([answer.status, answer.message]).toEqual([202, undefined]);
      ids.push(answer.data?.executionId);
    }
    expect(new Set(ids).size).toBe(executions);
  });

  test('the repetition of a call with another body is a conflict', async () => {
    const path = await webhook({ auth: { type: 'github', secretName: 'shared' } });
    const call = (text: string) =>
      post(path, text, { 'x-github-delivery': 'd1', 'x-hub-signature-256': `sha256=${hmac(text).digest('hex')}` });
    expect((await call('{"a":1}')).status).toBe(202);
    expect((await call('{"a":2}')).code).toBe('CONFLICT');
  });
});

describe('a webhook with a dedupeKey', () => {
  const keyed = (dedupeKey: string, more: object = {}) => webhook({ dedupeKey, ...more });
  const startedBy = async (path: string, calls: readonly [body: string, headers?: Record<string, string>][]) => {
    const ids: (string | undefined)[] = [];
    for (const [body, headers] of calls) {
      const { status, data, message } = await post(path, body, headers);
      expect([status, message]).toEqual([202, undefined]);
      ids.push(data?.executionId);
    }
    return ids.map((id) => ids.indexOf(id));
  };

  test('starts once for a value, whatever else the calls contain', async () => {
    const path = await keyed('{{triggerData.id}}');
    const calls: [string][] = [['{"id":5,"try":1}'], ['{"id":5,"try":2}'], ['{"id":"5"}'], ['{"id":6}']];
    expect(await startedBy(path, calls)).toEqual([0, 0, 0, 3]);
  });

  test('starts once for calls at the same time', async () => {
    const path = await keyed('{{triggerData.id}}');
    const answers = await Promise.all([1, 2, 3, 4].map((n) => post(path, JSON.stringify({ id: 'x', n }))));
    expect(new Set(answers.map(({ data }) => data?.executionId)).size).toBe(1);
  });

  test.each([
    ['null', '{{triggerData.id}}', '{}'],
    ['an empty text', '{{triggerData.id}}', '{"id":""}'],
    ['a text with a part that has no value', '{{triggerData.a}}-{{triggerData.id}}', '{"a":1}'],
    ['what cannot be evaluated', '{{triggerData.id / 0}}', '{"id":1}'],
  ])('starts for each call by %s', async (_what, dedupeKey, body) => {
    expect(await startedBy(await keyed(dedupeKey), [[body], [body]])).toEqual([0, 1]);
  });

  test('reads headers as they were sent, also those that are never shown', async () => {
    const path = await keyed('{{request.headers["x-session-token"]}}');
    const calls = ['a', 'b', 'a'].map((token): [string, Record<string, string>] => [
      '{}',
      { 'x-session-token': token },
    ]);
    expect(await startedBy(path, calls)).toEqual([0, 1, 0]);
  });

  test('decides instead of Idempotency-Key, which counts for calls without a value', async () => {
    const path = await keyed('{{triggerData.id}}');
    const key = { 'idempotency-key': 'k1' };
    expect(
      await startedBy(path, [
        ['{"id":1}', key],
        ['{"id":2}', key],
        ['{}', key],
        ['{}', key],
      ]),
    ).toEqual([0, 1, 2, 2]);
  });

  test('answers a repetition with the result of the first', async () => {
    const path = await keyed('{{triggerData.id}}', resultOf);
    const first = await post(path, '{"id":1,"n":1}');
    const again = await post(path, '{"id":1,"n":2}');
    expect([first.data?.output, again]).toEqual([{ got: { id: 1, n: 1 } }, first]);
  });

  test('must contain an expression: a text alone is the same for every call', async () => {
    await expect(keyed('triggerData.id')).rejects.toThrow('must contain an expression');
  });
});

describe('a webhook that waits for the result', () => {
  test('answers with the output of the run once it has ended', async () => {
    const answer = await post(await webhook(resultOf, 'Hello {{ triggerData.name }}'), '{"name":"Ann"}');
    expect(answer).toMatchObject({ status: 200, data: { status: 'completed', output: { got: 'Hello Ann' } } });
    expect(Object.keys(answer.data ?? {})).toEqual(['executionId', 'status', 'output']);
    const seen = await reached(app, owner, answer.data?.executionId as string);
    expect(seen.status).toBe('completed');
  });

  test('tells why a run failed', async () => {
    const { status, data } = await post(await webhook(resultOf, '{{ 1 / 0 }}'), '{}');
    expect([status, data?.status]).toEqual([200, 'failed']);
    expect(data?.error).toMatchObject({ code: 'EXPRESSION_FAILED', nodeId: 'out' });
  });

  test('has no secret in it: nothing that a flow puts together accepts one', async () => {
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
      as: owner.token,
      body: { name: 'result', value: 'a secret in the result' },
    });
    await expect(webhook(resultOf, 'It is {{ boveda.result }}')).rejects.toThrow('SECRET_SINK');
  });

  test('answers many callers at once, each with his own', async () => {
    const path = await webhook(resultOf);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => post(path, JSON.stringify({ n }))));
    expect(answers.map(({ data }) => data?.output)).toEqual(answers.map((_, n) => ({ got: { n } })));
  });
});
