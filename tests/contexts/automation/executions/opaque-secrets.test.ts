import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { environment } from '../../../../src/engine/expressions/functions.js';
import { nodeTypes } from '../../../../src/nodes/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type EchoServer, startEchoServer } from '../../../support/echo-server.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let echo: EchoServer;
/** Two workspaces, which differ only in the value of their secret `key`. */
let pair: { owner: Owner }[];

const secrets = ['pk-live-Q7x9ZeBra4mK2pTw', 'AB-test-ZZZZZZZZZZZZ2pTw'] as const;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  echo = await startEchoServer();
  pair = await Promise.all(
    secrets.map(async (value) => {
      const owner = await app.seed.owner();
      await store(owner, 'unsent', value);
      await store(owner, 'key', value, ['127.0.0.1']);
      return { owner };
    }),
  );
});
afterAll(async () => {
  echo.close();
  await app.stop();
});

async function store(owner: Owner, name: string, value: string, allowedHosts?: string[]): Promise<void> {
  await rest(owner, 'POST', '/flows/secrets', { name, value, ...(allowedHosts && { allowedHosts }) });
}

/** The owner of the first of them. */
function firstOwner(): Owner {
  return (pair[0] as { owner: Owner }).owner;
}

function rest(owner: Owner, method: string, path: string, body?: object) {
  return app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as: owner.token, ...(body && { body }) });
}

type Node = ReturnType<typeof node>;

const start = node('start', 'trigger.manual');
const send = (more: object, id = 'call') =>
  node(id, 'http.request', { method: 'POST', url: `${echo.url}/${id}`, onError: 'continue', ...more });
const note = (value: unknown, id = 'note') => node(id, 'data.set', { assignments: [{ name: 'list', value }] });

async function run(owner: Owner, nodes: Node[], edges: string[], triggerData: object = {}): Promise<SeenExecution> {
  const { id } = await app.seed.flow(owner, graph([start, ...nodes], ...edges));
  return reached(app, owner, await trigger(app, owner, id, { triggerData }));
}

/** Everything that is stored of an execution, without what differs between any two. */
async function rowsOf(id: string): Promise<string> {
  const { rows } = await app.services.db.pool.query<{ text: string }>(
    `select (select json_agg(json_build_array(node_id, iteration, attempt, status, handle, input, output, variables, logs, error,
         truncated, progress, attempts, encrypted is not null) order by seq, node_id) from execution_steps where execution_id = e.id)::text
       || (select json_agg(json_build_array(steps, execution) order by fence, n) from execution_events where execution_id = e.id)::text
       || json_build_array(e.status, e.output, e.error, e.trigger_data)::text as text
     from executions e where e.id = $1`,
    [id],
  );
  return (rows[0]?.text ?? '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.+Z]+/g, 'TIME')
    .replaceAll(/"(durationMs|content-length|date|x-request-id|traceparent|content-md5)":\s?("[^"]*"|\d+)/g, '"$1":0');
}

/** What both workspaces store of the same flow. */
async function bothStore(nodes: Node[], edges: string[], triggerData: object = {}): Promise<[string, string]> {
  const [one, other] = await Promise.all(
    pair.map(async ({ owner }) => {
      try {
        return await rowsOf((await run(owner, nodes, edges, triggerData)).id);
      } catch (error) {
        return (error as Error).message;
      }
    }),
  );
  return [one as string, other as string];
}

/** Expressions over a secret, one for each function, operator and macro. */
function usesOf(secret: string): string[] {
  const plain = '"a"';
  const calls = functionNames().flatMap((name) => [
    `${name}(${secret})`,
    `${name}(${secret}, ${plain})`,
    `${name}(${plain}, ${secret})`,
    `${secret}.${name}()`,
    `${secret}.${name}(${plain})`,
    `${plain}.${name}(${secret})`,
    `${secret}.${name}(0, 1)`,
    `${secret}.${name}(${plain}, "b")`,
  ]);
  const operators = ['==', '!=', '<', '<=', '>', '>=', '-', '*', '/', '%', '&&', '||', 'in', '+'];
  return [
    ...calls,
    ...operators.flatMap((one) => [`${secret} ${one} ${plain}`, `${plain} ${one} ${secret}`]),
    `${secret} == ${plain} ? "yes" : "no"`,
    `true ? ${secret} : ""`,
    `!(${secret} == ${plain})`,
    `has(${secret})`,
    `[${secret}][0]`,
    `[${secret}].exists(s, s.startsWith("a"))`,
    `[1].map(n, ${secret})`,
    `[1].filter(n, ${secret} != "")`,
    `{"a": ${secret}}.a`,
    `{${secret}: 1}`,
    `[${secret}, "b"].join("")`,
    `variables[${secret}]`,
    `${secret}[0]`,
    `${secret} + 1`,
    `string(${secret})`,
    `strings.quote(${secret})`,
    `(${secret} + "b").substring(0, 1)`,
    `hmac("a", "b", ${secret})`,
    `hmac(${plain}, ${secret}).substring(0, 1)`,
    `urlEncode(${secret}).size() > 3 ? "a" : "b"`,
    `base64Encode(${secret}).startsWith("a") ? "AAAA" : "!!"`,
  ];
}

/** Whether an expression returns all of the secret, or a digest of it; its types are right. */
function isWhole(expression: string): boolean {
  const accepted = ['boveda.key + "a"', '"a" + boveda.key', 'boveda.key + 1'];
  for (const name of ['base64Encode', 'urlEncode']) accepted.push(`${name}(boveda.key)`, `boveda.key.${name}()`);
  // Which algorithms there are is known only when it runs.
  accepted.push('boveda.key.hmac("a", "b")');
  accepted.push('hash(boveda.key)', 'hash(boveda.key, "a")', 'boveda.key.hash()', 'boveda.key.hash("a")');
  accepted.push('boveda.key.hash("a", "b")');
  accepted.push('hmac(boveda.key, "a")', 'hmac("a", boveda.key)', 'boveda.key.hmac("a")', '"a".hmac(boveda.key)');
  return accepted.includes(expression);
}

function functionNames(): string[] {
  return [...new Set([...environment.funcs].map(({ name }) => name))].filter((name) => /^[a-z]\w*$/i.test(name));
}

const whole: [string, (secret: string) => string][] = [
  ['key', (secret) => secret],
  ['"Bearer " + key', (secret) => `Bearer ${secret}`],
  ['key + "!" + key', (secret) => `${secret}!${secret}`],
  ['base64Encode("user:" + key)', (secret) => Buffer.from(`user:${secret}`).toString('base64')],
  ['("user:" + key).base64Encode()', (secret) => Buffer.from(`user:${secret}`).toString('base64')],
  ['urlEncode(key)', encodeURIComponent],
  ['key.urlEncode()', encodeURIComponent],
];

/** Nodes behind the trigger, in flows that are not too large. */
function flowsOf(nodes: readonly Node[]): ReturnType<typeof graph>[] {
  const parts = Array.from({ length: Math.ceil(nodes.length / 400) }, (_, n) => nodes.slice(n * 400, (n + 1) * 400));
  return parts.map((part) => graph([start, ...part], ...part.map(({ id }) => `start>${id}`)));
}

interface Issue {
  ruleId: string;
  nodeId: string;
  severity: string;
  message: string;
}

/** What validation says of nodes. */
async function issuesOf(owner: Owner, nodes: readonly Node[]): Promise<Issue[]> {
  const answers = flowsOf(nodes).map((content) => rest(owner, 'POST', '/flows/validate', content));
  return (await Promise.all(answers)).flatMap(({ body }) => (body.data as { issues: Issue[] }).issues);
}

describe('a secret in an expression', () => {
  test('is accepted by whole operations only: every other one is refused when the flow is activated', async () => {
    const owner = firstOwner();
    const expressions = usesOf('boveda.key');
    const nodes = expressions.map((expression, index) => send({ body: `{{ ${expression} }}` }, `n${index}`));
    const issues = await issuesOf(owner, nodes);
    const refused = issues.filter(({ ruleId }) => ruleId === 'SECRET_SINK' || ruleId === 'EXPR_CALL_INVALID');
    const places = new Set(refused.map(({ nodeId }) => nodeId));
    expect(expressions.filter((_, index) => !places.has(`n${index}`)).filter((one) => !isWhole(one))).toEqual([]);
    expect(expressions.filter((_, index) => places.has(`n${index}`)).filter(isWhole)).toEqual([]);
    for (const { ruleId, message } of refused)
      if (ruleId === 'SECRET_SINK') expect(message).toContain('base64Encode, urlEncode, hash, hmac');
  });

  test.each(whole)('is sent whole by %s, and masked where it is recorded', async (expression, expected) => {
    const owner = firstOwner();
    echo.arrived.splice(0);
    const text = expression.replaceAll('key', 'boveda.key');
    const seen = await run(owner, [send({ headers: { 'x-sent': `{{ ${text} }}` } })], ['start>call']);
    expect([seen.status, echo.arrived[0]?.headers['x-sent']]).toEqual(['completed', expected(secrets[0])]);
    expect(JSON.stringify(seen)).not.toContain(secrets[0]);
    expect(JSON.stringify(seen)).not.toContain(expected(secrets[0]));
  });

  test('signs a body, as functions and as methods, with each algorithm and encoding', async () => {
    const owner = firstOwner();
    echo.arrived.splice(0);
    const { createHmac } = await import('node:crypto');
    const headers = {
      'x-a': '{{ hmac(triggerData.body, boveda.key) }}',
      'x-b': 'sha512={{ triggerData.body.hmac(boveda.key, "sha512", "base64") }}',
      'x-c': '{{ hmac(boveda.key, triggerData.body, "sha1", "base64url") }}',
    };
    const seen = await run(owner, [send({ headers })], ['start>call'], { body: '{"a":1}' });
    const { 'x-a': a, 'x-b': b, 'x-c': c } = echo.arrived[0]?.headers ?? {};
    const digest = (algorithm: string, key: string, text: string) => createHmac(algorithm, key).update(text);
    expect([a, b, c]).toEqual([
      digest('sha256', secrets[0], '{"a":1}').digest('hex'),
      `sha512=${digest('sha512', secrets[0], '{"a":1}').digest('base64')}`,
      digest('sha1', '{"a":1}', secrets[0]).digest('base64url'),
    ]);
    expect(seen.steps[1]?.input).toMatchObject({ headers: { 'x-a': '••••', 'x-b': 'sha512=••••', 'x-c': '••••' } });
    for (const sent of [a, b, c]) expect(JSON.stringify(seen)).not.toContain(String(sent));
  });
});

describe('two secrets of one length', () => {
  test('leave the same rows for every function and operator, in every field of every node', async () => {
    for (const type of nodeTypes.filter(({ trigger: isTrigger }) => !isTrigger)) {
      const names = Object.keys(type.fields.shape).filter((name) => !type.verbatim?.[name]);
      const data = Object.fromEntries(names.map((name) => [name, '{{ triggerData.secret }}']));
      const child = await Promise.all(
        pair.map(async ({ owner }) => {
          const one = await app.seed
            .flow(owner, graph([start, node('n', type.type, data)], 'start>n'))
            .catch(() => null);
          if (!one) return 'not valid';
          const calling = node('call', 'flow.call', {
            flowId: '{{ triggerData.id }}',
            input: { secret: '{{ boveda.key }}' },
          });
          const seen = await run(owner, [calling], ['start>call'], { id: one.id });
          const { rows } = await app.services.db.pool.query(
            'select id from executions where parent_execution_id = $1',
            [seen.id],
          );
          return (await rowsOf(seen.id)) + (await rowsOf(rows[0]?.id));
        }),
      );
      expect([type.type, child[0]]).toEqual([type.type, child[1]]);
    }
  }, 180_000);

  test('leave the same rows when a value that only a run knows is used in any way', async () => {
    const first = firstOwner();
    const all = usesOf('triggerData.secret').map((expression, index) =>
      send({ headers: { 'x-x': `{{ ${expression} }}` } }, `n${index}`),
    );
    const issues = await issuesOf(first, all);
    const refused = new Set(issues.flatMap(({ severity, nodeId }) => (severity === 'error' ? [nodeId] : [])));
    const nodes = all.filter(({ id }) => !refused.has(id));
    const stored = await Promise.all(
      pair.map(async ({ owner }) => {
        const made = flowsOf(nodes).map((content) => app.seed.flow(owner, content));
        const input = { secret: '{{ boveda.key }}' };
        const calling = node('call', 'flow.call', { flowId: '{{ triggerData.id }}', input });
        const seen = await Promise.all(
          (await Promise.all(made)).map(({ id }) => run(owner, [calling], ['start>call'], { id })),
        );
        const { rows } = await app.services.db.pool.query<{ node: string; error: object }>(
          `select s.node_id as node, s.input, s.error from executions e join execution_steps s on s.execution_id = e.id
           where e.parent_execution_id = any($1) and s.node_type = 'http.request' order by 1`,
          [seen.map(({ id }) => id)],
        );
        return rows;
      }),
    );
    const sent = stored[0]?.filter(({ error }) => error === null) ?? [];
    const expressions = sent.map(({ node: id }) => usesOf('triggerData.secret')[Number(id.slice(1))]);
    const partial = expressions.filter((one) => !isWhole(one?.replace('triggerData.secret', 'boveda.key') ?? ''));
    // A text has no entries: a path that does not exist is nothing.
    expect(partial).toEqual(['triggerData.secret[0]']);
    expect(stored[0]?.length).toBeGreaterThan(40);
    expect(stored[0]).toEqual(stored[1]);
  }, 120_000);

  test('leave the same rows whatever an author writes beside them', async () => {
    const candidates = [...secrets, ...secrets.map((secret) => secret.slice(0, 8)), 'pk-l', '2pTw', 'nonsense'];
    const literals = candidates.flatMap((text) => [text, text.toUpperCase(), Buffer.from(text).toString('base64')]);
    const refused = { url: 'https://elsewhere.example.com/', headers: { 'x-a': '{{ boveda.unsent }}' } };
    const sent = { auth: { type: 'bearer', token: '{{ boveda.key }}' } };
    const stored = await bothStore(
      [
        send(refused, 'refused'),
        send(sent, 'sent'),
        note(literals),
        node('merged', 'logic.merge'),
        node('off', 'data.set', { assignments: [{ name: 'x', value: 1 }], disabled: true }),
        note('{{ triggerData.guesses }}', 'again'),
        node('stop', 'logic.stop', { status: 'failed', message: literals.join(' ') }),
      ],
      [
        'start>refused',
        'refused:out>sent',
        'sent:out>note',
        'sent:out>merged',
        'note>merged',
        'merged>off',
        'off>again',
        'again>stop',
      ],
      { guesses: literals },
    );
    expect(stored[0]).toEqual(stored[1]);
    for (const text of literals) expect(stored[0]).toContain(JSON.stringify(text).slice(1, -1));
  });

  test('leave the same rows where a text or a body would have to have a form', async () => {
    const bodies = [
      { bodyType: 'base64', body: '{{ boveda.key }}' },
      { bodyType: 'base64', body: '{{ base64Encode(boveda.key) }}' },
      { bodyType: 'json', body: '{{ boveda.key }}' },
      { bodyType: 'json', body: '{"a": {{ boveda.key }} }' },
      { bodyType: 'form', body: '{{ boveda.key }}' },
      { body: '{{ boveda.key }}' },
      { query: { a: '{{ boveda.key }}', b: ['{{ boveda.key }}'] } },
      { auth: { type: '{{ boveda.key }}' } },
      { auth: { type: 'header', name: '{{ boveda.key }}', value: 'x' } },
      { auth: { type: 'basic', username: '{{ boveda.key }}', password: '' } },
      { headers: { a: '{{ [boveda.key] }}' } },
      { body: { deep: ['{{ {"a": [boveda.key, 1], "b": "c"} }}'] } },
    ];
    const nodes = bodies.map((body, index) => send(body, `n${index}`));
    const edges = nodes.map(({ id }, index) => (index === 0 ? `start>${id}` : `n${index - 1}:out>${id}`));
    const stored = await bothStore(nodes, edges);
    expect(stored[0]).toEqual(stored[1]);
    expect(stored[0]).toContain('n11');
  });

  test('leave the same rows of what a server returns of them', async () => {
    const nodes = [
      send({ auth: { type: 'bearer', token: '{{ boveda.key }}' }, body: 'user:{{ boveda.key }}' }),
      send({ auth: { type: 'basic', username: 'me', password: '{{ boveda.key }}' } }, 'basic'),
      send({ body: '{{ steps.call.body.headers.authorization }} again' }, 'later'),
    ];
    const stored = await bothStore(nodes, ['start>call', 'call:out>basic', 'basic:out>later']);
    expect(stored[0]).toEqual(stored[1]);
    expect(stored[0]).toContain('Bearer ••••2pTw');
  });

  test('are answered alike by simulations and by evaluations', async () => {
    const guesses = secrets.flatMap((secret) => [secret, secret.slice(0, 6)]);
    const nodes = [
      start,
      send({ headers: { 'x-a': '{{ boveda.key }}' } }),
      note(guesses),
      send({ headers: { 'x-a': '{{ boveda.unsent }}' } }, 'mocked'),
    ];
    const content = graph(nodes, 'start>call', 'call:out>note', 'note>mocked');
    const answers = await Promise.all(
      pair.map(async ({ owner }) => {
        const mocks = { call: { status: 200, body: guesses }, mocked: { body: guesses.join() } };
        const started = await rest(owner, 'POST', '/flows/simulate', { ...content, mocks, triggerData: { guesses } });
        const { executionId } = started.body.data as { executionId: string };
        await reached(app, owner, executionId);
        return rowsOf(executionId);
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toContain(guesses[0]);
    const pinned = await Promise.all(
      pair.map(async ({ owner }) => {
        const pins = nodes.map((one) => (one.id === 'note' ? { ...one, pinnedData: { guesses } } : one));
        const saved = await rest(owner, 'POST', '/flows', { name: 'Pins', ...content, nodes: pins });
        return [saved.status, saved.body.error?.details];
      }),
    );
    expect(pinned[0]).toEqual(pinned[1]);
    expect(pinned[0]?.[0]).toBe(201);
  });

  test('are masked alike in answers, for any secrets of letters and digits', async () => {
    const { Taint } = await import('../../../../src/engine/index.js');
    const text = fc.stringMatching(/^[a-z0-9]{12,20}$/);
    fc.assert(
      fc.property(text, text, fc.string(), fc.string(), (first, second, before, after) => {
        const length = Math.min(first.length, second.length) - 4;
        const [one, other] = [first, second].map((secret) => `${secret.slice(0, length)}same`);
        const shown = [one, other].map((secret = '') => {
          const around = `${before}${secret}${after}`;
          const forms = [around, encodeURIComponent(secret), Buffer.from(`me:${secret}`).toString('base64')];
          return new Taint([secret]).redact({ forms, list: [Buffer.from(around.toWellFormed()).toString('base64')] });
        });
        fc.pre(![one, other].some((secret = '') => `${before} ${after}`.toLowerCase().includes(secret)));
        expect(shown[0]).toEqual(shown[1]);
      }),
      { numRuns: 200 },
    );
  });
});
