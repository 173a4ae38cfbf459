import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { graph, node } from '../../../../support/graphs.js';
import { reached } from '../../../../support/run.js';
import { Listening } from './listening.js';

let app: TestApp;
let editor: Listening;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
});
beforeEach(async () => {
  editor = new Listening(app, await app.seed.owner());
});
afterAll(() => app.stop());

const hook = node('hook', 'trigger.webhook');
const content = graph(
  [
    hook,
    node('set', 'data.set', {
      assignments: [
        { name: 'order', value: '{{triggerData.orderId}}' },
        { name: 'shop', value: '{{request.headers["x-shop"]}}' },
      ],
    }),
  ],
  'hook>set',
);

async function received(flowId: string, body: object): Promise<void> {
  const path = await editor.path(flowId, 'hook');
  const { status } = await app.rest(`POST ${path}`, { body, headers: { 'x-shop': 'Acme' } });
  expect(status).toBe(200);
}

async function simulated(flowId: string, body: object = {}): Promise<unknown> {
  const answer = await editor.rest(`POST ${editor.at(flowId)}/simulate`, body);
  const { executionId } = answer.body.data as { executionId: string };
  return (await reached(app, editor.owner, executionId)).output;
}

describe('the sample of a node', () => {
  test('starts its simulations, with its request', async () => {
    const { id } = await app.seed.flow(editor.owner, content, false);
    expect(await simulated(id)).toEqual({ order: null, shop: null });
    await received(id, { orderId: 'A-7' });
    expect(await simulated(id)).toEqual({ order: 'A-7', shop: 'Acme' });
    expect(await simulated(id, { triggerData: { orderId: 'B-1' } })).toEqual({ order: 'B-1', shop: 'Acme' });
    const nodes = content.nodes.map((one) => (one.id === 'hook' ? { ...one, pinnedData: { orderId: 'P' } } : one));
    expect(await simulated(id, { nodes })).toMatchObject({ order: 'P' });
  });

  test('stays until the next call comes, which replaces it', async () => {
    const flowId = await editor.draft([hook]);
    await received(flowId, { n: 1 });
    await editor.listen(flowId, { nodeId: 'hook' });
    expect(await editor.shown(flowId, 'hook')).toMatchObject({ url: expect.any(String), triggerData: { n: 1 } });
    await received(flowId, { n: 2 });
    expect(await editor.shown(flowId, 'hook')).toMatchObject({ url: null, triggerData: { n: 2 } });
    const { rows } = await app.services.db.pool.query('select from test_calls where flow_id = $1', [flowId]);
    expect(rows).toHaveLength(1);
  });

  test('is deleted on request, with its address', async () => {
    const flowId = await editor.draft([hook]);
    await received(flowId, { n: 1 });
    const path = await editor.path(flowId, 'hook');
    const stop = `DELETE ${editor.at(flowId)}/listen?nodeId=hook`;
    expect((await editor.rest(`${stop}&keepSample=true`)).status).toBe(200);
    expect((await app.rest(`POST ${path}`, { body: {} })).status).toBe(401);
    expect(await editor.shown(flowId, 'hook')).toMatchObject({ url: null, expiresAt: null, triggerData: { n: 1 } });
    expect((await editor.rest(stop)).status).toBe(200);
    expect((await editor.rest(stop)).body.error?.code).toBe('NOT_FOUND');
    expect((await editor.rest(`GET ${editor.at(flowId)}/listen?nodeId=hook`)).status).toBe(404);
  });

  test('is deleted with its flow, and once its node is gone and another one listens', async () => {
    const flowId = await editor.draft([hook]);
    await received(flowId, { n: 1 });
    await editor.save(flowId, [node('other', 'trigger.webhook')]);
    await editor.path(flowId, 'other');
    const stored = async () =>
      (await app.services.db.pool.query('select node_id as id from test_calls where flow_id = $1', [flowId])).rows;
    expect(await stored()).toEqual([{ id: 'other' }]);
    await editor.rest(`DELETE ${editor.at(flowId)}`);
    expect(await stored()).toEqual([]);
  });

  test('is in no file and no copy of the flow', async () => {
    const { id } = await app.seed.flow(editor.owner, content, false);
    await received(id, { orderId: 'secret-order' });
    await editor.path(id, 'hook');
    const file = await editor.rest(`GET ${editor.at(id)}/export`);
    expect(JSON.stringify(file.body)).not.toMatch(/secret-order|test-/);
    const copy = await editor.rest(`POST ${editor.at(id)}/duplicate`, {});
    const copyId = (copy.body.data as { id: string }).id;
    expect((await editor.rest(`GET ${editor.at(copyId)}/listen?nodeId=hook`)).status).toBe(404);
  });
});

describe('listening', () => {
  test('is for webhooks and forms of the draft or of the flow', async () => {
    const { id } = await app.seed.flow(editor.owner, content, false);
    await editor.save(id, [node('form', 'trigger.form', { title: 'T', fields: [] }), node('start', 'trigger.manual')]);
    for (const nodeId of ['start', 'nothing']) {
      const { status, body } = await editor.listen(id, { nodeId });
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(body.error?.message).toContain('form, hook');
    }
    expect((await editor.listen(id, { nodeId: 'hook' })).status).toBe(201);
    expect((await editor.listen(id, { nodeId: 'hook', minutes: 61 })).body.error?.code).toBe('VALIDATION_FAILED');
    const broken = await editor.listen(id, { nodeId: 'form' });
    expect([broken.status, broken.body.error?.code]).toEqual([400, 'FLOW_INVALID']);
    expect(broken.body.error?.details).toContainEqual(expect.objectContaining({ nodeId: 'form', field: 'fields' }));
  });

  test('keeps its address while it goes on', async () => {
    const flowId = await editor.draft([hook]);
    const path = await editor.path(flowId, 'hook');
    expect(await editor.path(flowId, 'hook')).toBe(path);
  });

  test('needs flows:write, which the address is shown to, and secrets:use for a node with secrets', async () => {
    const flowId = await editor.draft([hook]);
    const reader = await app.seed.apiKey(editor.owner, ['flows:read']);
    const refused = [
      await editor.listen(flowId, { nodeId: 'hook' }, reader),
      await editor.rest(`DELETE ${editor.at(flowId)}/listen?nodeId=hook`, undefined, reader),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    await editor.path(flowId, 'hook');
    const seen = await editor.rest(`GET ${editor.at(flowId)}/listen?nodeId=hook`, undefined, reader);
    expect(seen.body.data).toMatchObject({ url: null, expiresAt: expect.any(String) });
    await editor.createSecret('a quiet key');
    await editor.save(flowId, [node('hook', 'trigger.webhook', { auth: { type: 'bearer', secretName: 'KEY' } })]);
    const writer = await app.seed.apiKey(editor.owner, ['flows:write']);
    const withoutUse = await editor.listen(flowId, { nodeId: 'hook' }, writer);
    expect([withoutUse.status, withoutUse.body.error?.message]).toEqual([403, expect.stringContaining('secrets:use')]);
  });

  test('is not found from another workspace', async () => {
    const flowId = await editor.draft([hook]);
    await editor.path(flowId, 'hook');
    const other = new Listening(app, await app.seed.owner());
    const answers = [
      await other.listen(flowId, { nodeId: 'hook' }),
      await other.rest(`GET ${other.at(flowId)}/listen?nodeId=hook`),
      await other.rest(`DELETE ${other.at(flowId)}/listen?nodeId=hook`),
      await editor.listen(flowId, { nodeId: 'hook' }, other.owner.token),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await editor.shown(flowId, 'hook')).toMatchObject({ url: expect.any(String) });
  });

  test('is in the audit log, and its token is stored as a hash and encrypted', async () => {
    const flowId = await editor.draft([hook]);
    const path = await editor.path(flowId, 'hook');
    const { rows } = await app.services.db.pool.query('select * from test_calls where flow_id = $1', [flowId]);
    expect(JSON.stringify(rows)).not.toContain(path.slice(-64));
    const { rows: entries } = await app.services.db.pool.query(
      `select action, outcome from audit_log where workspace_id = $1 and action = 'listenForTestCall'`,
      [editor.owner.workspaceId],
    );
    expect(entries).toEqual([{ action: 'listenForTestCall', outcome: 'done' }]);
  });
});
