import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { endPause, reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

const token = 'at-4f8Zk2QmXw71-token';

let app: TestApp;
let owner: Owner;
let worker: TestWorker;
let server: Server;
let url: string;
let arrived: { path: string; headers: Record<string, unknown>; body: string }[] = [];

const answers: Record<string, { type: string; body: string }> = {
  '/token': { type: 'application/json', body: JSON.stringify({ access_token: token, expires_in: 60, scope: 'all' }) },
  '/form': { type: 'application/x-www-form-urlencoded', body: `access_token=${token}&scope=all` },
  '/text': { type: 'text/plain', body: JSON.stringify({ access_token: token, scope: 'all' }) },
  '/bytes': { type: 'application/octet-stream', body: JSON.stringify({ access_token: token, scope: 'all' }) },
  '/untyped': { type: '', body: JSON.stringify({ access_token: token, scope: 'all' }) },
  '/own': { type: 'application/json', body: JSON.stringify({ session: { keys: ['plain', token], user: 'ana' } }) },
};

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  worker = await startTestWorker(app);
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      arrived.push({ path: request.url ?? '', headers: request.headers, body });
      const known = answers[request.url ?? ''];
      if (known?.type !== '') response.setHeader('content-type', known?.type ?? 'application/json');
      response.end(known?.body ?? JSON.stringify({ got: request.headers.authorization ?? '', body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await worker.stop();
  server.closeAllConnections();
  server.close();
  await app.stop();
});

type Node = ReturnType<typeof node>;

const start = node('start', 'trigger.manual');
const get = (id: string, path: string, more: object = {}) =>
  node(id, 'http.request', { method: 'POST', url: `${url}${path}`, ...more });
const keep = (value: string) => node('keep', 'data.set', { assignments: [{ name: 'kept', value }] });

async function begin(nodes: Node[], ...edges: string[]): Promise<string> {
  arrived = [];
  const { id } = await app.seed.flow(owner, graph([start, ...nodes], ...edges));
  return trigger(app, owner, id);
}

async function run(nodes: Node[], ...edges: string[]): Promise<SeenExecution> {
  return reached(app, owner, await begin(nodes, ...edges));
}

async function storedTexts(id: string): Promise<string> {
  const { rows } = await app.services.db.pool.query<{ text: string }>(
    `select (select string_agg(s::text, '') from execution_steps s where execution_id = e.id)
       || (select string_agg(v::text, '') from execution_events v where execution_id = e.id) || e::text as text
     from executions e where e.id = $1`,
    [id],
  );
  return rows[0]?.text ?? '';
}

const outputOf = (seen: SeenExecution, id: string) => seen.steps.find(({ nodeId }) => nodeId === id)?.output;
const inputOf = (seen: SeenExecution, id: string) => seen.steps.find(({ nodeId }) => nodeId === id)?.input;

describe('a token that a flow fetches', () => {
  test('is masked in every record, and the real one where a later request sends it', async () => {
    const bearer = { auth: { type: 'bearer', token: '{{steps.token.body.access_token}}' } };
    const header = { headers: { 'x-key': 'Key {{steps.token.body.access_token}}' } };
    const seen = await run(
      [get('token', '/token'), get('api', '/api', bearer), get('other', '/other', header)],
      'start>token',
      'token:out>api',
      'api:out>other',
    );
    expect(seen.status).toBe('completed');
    expect(arrived.map(({ headers }) => headers.authorization ?? headers['x-key'])).toEqual([
      undefined,
      `Bearer ${token}`,
      `Key ${token}`,
    ]);
    expect(outputOf(seen, 'token')).toMatchObject({ body: { access_token: '••••', expires_in: 60, scope: 'all' } });
    expect(outputOf(seen, 'api')).toMatchObject({ body: { got: 'Bearer ••••' } });
    expect(inputOf(seen, 'other')).toMatchObject({ headers: { 'x-key': 'Key ••••' } });
    expect(await storedTexts(seen.id)).not.toContain(token);
  });

  test('stays usable and masked when another process goes on with the execution', async () => {
    const bearer = { auth: { type: 'bearer', token: '{{steps.token.body.access_token}}' } };
    const id = await begin(
      [
        get('token', '/token'),
        node('both', 'logic.merge'),
        node('wait', 'logic.delay', { minutes: 60 }),
        get('api', '/api', bearer),
        get('merged', '/merged', { body: '{{steps.both.inputs.token.body}}' }),
        keep('{{steps.both.inputs.token.body.access_token}}'),
      ],
      'start>token',
      'token:out>both',
      'both>wait',
      'wait>api',
      'api:out>merged',
      'merged:out>keep',
    );
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    await worker.stop();
    worker = await startTestWorker(app);
    await endPause(app, id);
    const seen = await reached(app, owner, id);
    expect(arrived.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/token', undefined],
      ['/api', `Bearer ${token}`],
      ['/merged', undefined],
    ]);
    expect(JSON.parse(arrived[2]?.body ?? '')).toMatchObject({ access_token: token });
    expect(seen.error).toMatchObject({ code: 'SECRET_SINK', nodeId: 'keep' });
    expect(await storedTexts(id)).not.toContain(token);
  });

  test.each([
    ['in a variable', '{{steps.token.body.access_token}}'],
    ['as a part', '{{steps.token.body.access_token.size()}}'],
    ['in the whole body', '{{steps.token.body}}'],
  ])('is refused %s', async (_where, value) => {
    const seen = await run([get('token', '/token'), keep(value)], 'start>token', 'token:out>keep');
    expect(seen.error).toMatchObject({ code: 'SECRET_SINK', nodeId: 'keep' });
  });

  test('leaves the rest of the response as it is', async () => {
    const seen = await run(
      [get('token', '/token'), keep('{{steps.token.body.scope}}')],
      'start>token',
      'token:out>keep',
    );
    expect([seen.status, outputOf(seen, 'keep')]).toEqual(['completed', { kept: 'all' }]);
  });

  test('is found in the fields of a form', async () => {
    const seen = await run(
      [get('form', '/form'), get('api', '/api', { body: '{{steps.form.body}}' })],
      'start>form',
      'form:out>api',
    );
    expect(outputOf(seen, 'form')).toMatchObject({ body: '••••' });
    expect(arrived[1]?.body).toBe(answers['/form']?.body);
    expect(await storedTexts(seen.id)).not.toContain(token);
  });

  test.each(['/text', '/bytes', '/untyped'])('is found in JSON that is not called so: %s', async (path) => {
    const seen = await run([get('answer', path)], 'start>answer');
    expect(outputOf(seen, 'answer')).toMatchObject({ body: '••••' });
    const texts = await storedTexts(seen.id);
    expect(texts).not.toContain(token);
    expect(texts).not.toContain(Buffer.from(answers[path]?.body ?? '').toString('base64'));
  });

  test('is found in a text by any name of a path', async () => {
    const paths = ['body.access_token[0]', 'body.scope.key'];
    for (const sensitive of paths) {
      const seen = await run([get('answer', '/text', { sensitive: [sensitive] })], 'start>answer');
      expect(outputOf(seen, 'answer')).toMatchObject({ body: '••••' });
    }
    const form = await run([get('answer', '/form', { sensitive: ['body.access_token.key'] })], 'start>answer');
    expect(outputOf(form, 'answer')).toMatchObject({ body: '••••' });
  });

  test('is what `sensitive` names, instead of the usual names', async () => {
    const own = get('own', '/own', { sensitive: ['body.session.keys[1]', 'headers.date'] });
    const seen = await run([own, get('plain', '/token', { sensitive: [] })], 'start>own', 'own:out>plain');
    expect(outputOf(seen, 'own')).toMatchObject({
      body: { session: { keys: ['plain', '••••'], user: 'ana' } },
      headers: { date: '••••' },
    });
    expect(outputOf(seen, 'plain')).toMatchObject({ body: { access_token: token } });
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/validate`, {
      as: owner.token,
      body: graph([start, get('n', '/own', { sensitive: ['access_token'] })], 'start>n'),
    });
    expect((body.data as { issues: object[] }).issues).toMatchObject([
      { ruleId: 'FIELD_INVALID', field: 'sensitive[0]' },
    ]);
  });

  test('is masked in mocks of simulations too, so that these show what a run would', async () => {
    const content = graph(
      [start, get('token', '/token'), keep('{{steps.token.body.access_token}}')],
      'start>token',
      'token:out>keep',
    );
    const mocks = { token: { body: { access_token: 'mocked', other: 'mocked' } } };
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/simulate`, {
      as: owner.token,
      body: { ...content, mocks },
    });
    const seen = await reached(app, owner, (body.data as { executionId: string }).executionId);
    expect(outputOf(seen, 'token')).toEqual({ body: { access_token: '••••', other: 'mocked' } });
    expect(seen.error?.code).toBe('SECRET_SINK');
  });
});

test('credentials of a request are masked in its record, whether they are secrets or not', async () => {
  const auths = [
    { type: 'bearer', token: 'written-in-the-flow' },
    { type: 'basic', username: 'key-as-user', password: '{{ "pass" + "word" }}' },
    { type: 'header', name: 'x-api-key', value: '{{ triggerData.none }}x' },
    '{{ {"type": "bearer", "token": "by expression"} }}',
  ];
  const nodes = auths.map((auth, index) => get(`n${index}`, '/api', { auth }));
  const seen = await run(nodes, ...nodes.map(({ id }) => `start>${id}`));
  expect(seen.status).toBe('completed');
  expect(nodes.map(({ id }) => (inputOf(seen, id) as { auth: object }).auth)).toEqual([
    { type: 'bearer', token: '••••' },
    { type: 'basic', username: '••••', password: '••••' },
    { type: 'header', name: 'x-api-key', value: '••••' },
    { type: 'bearer', token: '••••' },
  ]);
});
