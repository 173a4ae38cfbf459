import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type EchoServer, startEchoServer } from '../../../support/echo-server.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

const secret = 'Sk_Live_9f8e7d6c5b4a3210ZZtop';

let app: TestApp;
let owner: Owner;
let echo: EchoServer;
let contactId: string;
beforeAll(async () => {
  app = await startTestApp({ worker: true, codeNode: true });
  owner = await app.seed.owner();
  echo = await startEchoServer();
  await call('POST', '/flows/secrets', { name: 'api_key', value: secret, allowedHosts: ['127.0.0.1'] });
  contactId = (await call('POST', '/contacts', { name: 'Loot', email: 'loot@example.com' })).data.id;
});
afterAll(async () => {
  echo.close();
  await app.stop();
});
beforeEach(() => void echo.arrived.splice(0));

async function call(method: string, path: string, body?: object) {
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body && { body }),
  });
  return { status: answer.status, data: answer.body.data as { id: string }, error: answer.body.error };
}

const start = node('start', 'trigger.manual');
const send = (id: string, more: object) =>
  node(id, 'http.request', { method: 'POST', url: `${echo.url}/${id}`, ...more });

type Node = ReturnType<typeof node>;

async function run(nodes: Node[], ...edges: string[]): Promise<SeenExecution> {
  return runWith({}, nodes, ...edges);
}

async function runWith(triggerData: object, nodes: Node[], ...edges: string[]): Promise<SeenExecution> {
  const { id } = await app.seed.flow(owner, graph([start, ...nodes], ...edges));
  return reached(app, owner, await trigger(app, owner, id, { triggerData }));
}

/** Every place that received a secret in the trial that this file repeats, with the secret as `value`. */
const leaks: [string, string, (value: string) => Node][] = [
  [
    'a contact',
    'fields.company',
    (value) => node('n', 'crm.upsertContact', { email: 'loot@example.com', fields: { company: value } }),
  ],
  ['tags', 'tags[0]', (value) => node('n', 'crm.tagContact', { contactId, tags: [value] })],
  [
    'a message',
    'text',
    (value) => node('n', 'message.waitReply', { contactId, channel: 'email', text: `hi ${value}` }),
  ],
  [
    'an event',
    'match.data.name',
    (value) => node('n', 'wait.event', { eventType: 'contact.updated', match: { 'data.name': value } }),
  ],
  ['loop items', 'items', (value) => node('n', 'logic.loop', { items: value.replace('}}', '.split("")}}') })],
  ['cases', 'value', (value) => node('n', 'logic.switch', { value, cases: [{ id: 'a', equals: 'a' }] })],
  [
    'conditions',
    'conditions[0].left',
    (value) => node('n', 'logic.if', { conditions: [{ left: value, operator: 'startsWith', right: 'S' }] }),
  ],
  [
    'booleans',
    'expression',
    (value) => node('n', 'data.transform', { expression: `[${value.slice(2, -2)}.startsWith("S")]` }),
  ],
  [
    'code',
    'input',
    (value) => node('n', 'data.code', { source: 'return [...input].reverse().join("|")', input: value }),
  ],
  ['a host', 'url', (value) => node('n', 'http.request', { method: 'GET', url: `https://${value}.invalid/` })],
  ['a variable', 'assignments[0].value', (value) => node('n', 'data.set', { assignments: [{ name: 'a', value }] })],
  ['a prompt', 'prompt', (value) => node('n', 'ai.generate', { prompt: value })],
  ['the reason of an end', 'message', (value) => node('n', 'logic.stop', { status: 'failed', message: value })],
];

describe('a field that does not accept secrets', () => {
  test.each(leaks)('refuses one that would get into %s when the flow is activated', async (_what, field, leak) => {
    const flow = await app.seed.flow(owner, graph([start, leak('{{boveda.api_key}}')], 'start>n'), false);
    const answer = await call('PATCH', `/flows/${flow.id}`, { isActive: true });
    expect([answer.status, answer.error?.code]).toEqual([400, 'FLOW_INVALID']);
    expect(answer.error?.details).toContainEqual(expect.objectContaining({ rule: 'SECRET_SINK', nodeId: 'n', field }));
  });

  test.each(leaks)('refuses one that another flow handed on, before it gets into %s', async (_what, field, leak) => {
    const child = await app.seed.flow(owner, graph([start, leak('{{triggerData.token}}')], 'start>n'));
    const input = { token: '{{boveda.api_key}}' };
    const named = node('call', 'flow.call', { flowId: child.id, input });
    await expect(run([named], 'start>call')).rejects.toThrow(
      /SECRET_SINK.*input.token hands on a secret that .* of \\?"n\\?" in the flow/,
    );
    // A flow that is chosen at run time cannot be looked through before.
    const chosen = node('call', 'flow.call', { flowId: '{{triggerData.flowId}}', input });
    const seen = await runWith({ flowId: child.id }, [chosen], 'start>call');
    expect(seen).toMatchObject({ status: 'failed', error: { code: 'CALL_FAILED' } });
    expect(seen.error?.message).toContain('SECRET_SINK');
    const { rows } = await app.services.db.pool.query(
      `select s.error, (select string_agg(x::text, '') from execution_steps x where x.execution_id = e.id) as text
       from executions e join execution_steps s on s.execution_id = e.id and s.node_id = 'n'
       where e.parent_execution_id = $1`,
      [seen.id],
    );
    expect(rows[0].error.code).toBe('SECRET_SINK');
    expect(rows[0].error.message).toContain(field);
    expect(rows[0].text.toLowerCase()).not.toContain(secret.toLowerCase());
  });

  test('refuses what a server returned of one, plain and encoded', async () => {
    const body = { plain: '{{boveda.api_key}}', encoded: '{{base64Encode(boveda.api_key)}}' };
    for (const read of ['body.body', 'body.encoded', 'body', 'body.all.upperAscii()']) {
      const kept = node('n', 'data.set', { assignments: [{ name: 'a', value: `{{ steps.call.${read} }}` }] });
      const seen = await run([send('call', { body }), kept], 'start>call', 'call:out>n');
      expect([read, seen.error]).toMatchObject([read, { code: 'SECRET_SINK', nodeId: 'n' }]);
    }
    const status = node('n', 'data.set', { assignments: [{ name: 'a', value: '{{ steps.call.status }}' }] });
    expect(await run([send('call', { body }), status], 'start>call', 'call:out>n')).toMatchObject({
      status: 'completed',
    });
  });
});

describe('a secret that a flow hands on', () => {
  const use = '{{ "Bearer " + triggerData.auth.token }}';

  test('is the real value in credentials of the other flow, also two flows further, and masked in every record', async () => {
    const last = await app.seed.flow(
      owner,
      graph([start, send('last', { headers: { authorization: use } })], 'start>last'),
    );
    const onwards = node('on', 'flow.call', { flowId: last.id, input: '{{ triggerData }}' });
    const middle = await app.seed.flow(owner, graph([start, onwards], 'start>on'));
    const calling = node('call', 'flow.call', { flowId: middle.id, input: { auth: { token: '{{boveda.api_key}}' } } });
    const seen = await run([calling], 'start>call');
    expect(seen.status).toBe('completed');
    expect(echo.arrived.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${secret}`]);
    expect(JSON.stringify(seen).toLowerCase()).not.toContain(secret.toLowerCase());
  });

  test('has a field of its own, in an object, by which it is recognized where it arrives', async () => {
    const child = await app.seed.flow(owner, graph([start, node('end', 'logic.stop')], 'start>end'));
    for (const input of ['{{ boveda.api_key }}', 'x {{ boveda.api_key }}']) {
      const calling = node('call', 'flow.call', { flowId: child.id, input });
      await expect(run([calling], 'start>call')).rejects.toThrow(/SECRET_SINK.*input must hand on a secret in a field/);
    }
    const calling = node('call', 'flow.call', { flowId: child.id, input: '{{ steps.echoed.body.body }}' });
    const echoed = send('echoed', { body: '{{ boveda.api_key }}' });
    const seen = await run([echoed, calling], 'start>echoed', 'echoed:out>call');
    expect(seen.error).toMatchObject({ code: 'SECRET_SINK', nodeId: 'call' });
    expect(seen.error?.message).toContain('input must hand on a secret in a field of an object');
  });

  test('stays confined to its hosts', async () => {
    const elsewhere = send('elsewhere', {
      url: echo.url.replace('127.0.0.1', 'localhost'),
      body: '{{triggerData.token}}',
    });
    const child = await app.seed.flow(owner, graph([start, elsewhere], 'start>elsewhere'));
    const calling = node('call', 'flow.call', { flowId: child.id, input: { token: '{{boveda.api_key}}' } });
    expect((await run([calling], 'start>call')).error?.message).toContain('SECRET_HOST_NOT_ALLOWED');
    expect(echo.arrived).toEqual([]);
  });
});
