import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let other: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  other = await app.seed.owner();
});
afterAll(() => app.stop());

interface Body {
  id: string;
  [field: string]: unknown;
}

async function call(method: string, path: string, body?: unknown, as = owner) {
  return app.rest(`${method} /workspaces/${as.workspaceId}/flows${path}`, { as: as.token, body });
}

const send = (value: string) =>
  node('s', 'http.request', { method: 'GET', url: 'https://example.com', headers: { a: value } });
const hook = (value = '1') => graph([node('t', 'trigger.webhook'), send(value)], 't>s');

async function create(body: object = {}): Promise<Body> {
  const answer = await call('POST', '', { name: 'Original', ...hook(), ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as Body;
}

const exported = async (id: string) => (await call('GET', `/${id}/export`)).body.data as Body;

describe('a duplicate', () => {
  test('is a paused copy at version 1 with a new webhook token', async () => {
    const folder = (await call('POST', '/folders', { name: 'F' })).body.data as Body;
    const flow = await create({ tags: ['x'], folderId: folder.id, settings: { timeout: 7 } });
    await call('PATCH', `/${flow.id}`, { isActive: true, description: 'Now' });
    const { status, body } = await call('POST', `/${flow.id}/duplicate`);
    expect(status).toBe(201);
    const { id, createdAt, updatedAt, webhookToken, webhookUrl, triggers, ...same } = flow;
    const copy = { ...same, name: 'Original (copy)', description: 'Now', isActive: false, version: 1 };
    expect(body.data).toMatchObject(copy);
    expect((body.data as Body).id).not.toBe(id);
    expect((body.data as Body).webhookToken).toMatch(/^[0-9a-f]{64}$/);
    expect((body.data as Body).webhookToken).not.toBe(webhookToken);
    expect((await call('GET', `/${(body.data as Body).id}`)).body.data).toEqual(body.data);
  });

  test('has the given name and folder; invalid ones are refused', async () => {
    const flow = await create();
    const { body } = await call('POST', `/${flow.id}/duplicate`, { name: 'Another', folderId: null });
    expect(body.data).toMatchObject({ name: 'Another', folderId: null });
    const refused = await call('POST', `/${flow.id}/duplicate`, { name: '', folderId: 'nonsense' });
    expect(refused.body.error.details?.map(({ field }) => field)).toContain('name');
    expect((await call('POST', `/${flow.id}/duplicate`, { folderId: 'nonsense' })).body.error.details).toEqual([
      expect.objectContaining({ field: 'folderId' }),
    ]);
    expect((await call('POST', `/${flow.id}/duplicate`, { folderId: '' })).body.error.details).toEqual([
      expect.objectContaining({ field: 'folderId' }),
    ]);
    expect((await call('POST', '/nonsense/duplicate', { name: '' })).status).toBe(404);
  });

  test('of a flow with a long name has a name within the limit', async () => {
    const flow = await create({ name: 'n'.repeat(200) });
    const { body } = await call('POST', `/${flow.id}/duplicate`);
    expect((body.data as Body).name).toBe(`${'n'.repeat(193)} (copy)`);
    const cats = await create({ name: '🐈'.repeat(200) });
    const copy = await call('POST', `/${cats.id}/duplicate`);
    expect((copy.body.data as Body).name).toBe(`${'🐈'.repeat(193)} (copy)`);
  });
});

describe('an exported file', () => {
  test('contains the content of the flow and the names that it requires', async () => {
    const content = hook('{{ boveda.key }} {{ globalVars.region }} {{ boveda.other }}');
    const flow = await create({ ...content, description: 'D', tags: ['x'], variables: [{ name: 'v', value: 1 }] });
    const { status, body } = await call('GET', `/${flow.id}/export`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      format: 'workspace-automation/flow',
      formatVersion: 1,
      exportedAt: expect.any(String),
      name: 'Original',
      description: 'D',
      ...content,
      variables: [{ name: 'v', value: 1, type: 'number', scope: 'flow' }],
      settings: { triggerType: 'webhook', triggerConfig: {}, timeout: 300, maxConcurrent: 10 },
      tags: ['x'],
      requires: { secrets: ['key', 'other'], globalVars: ['region'], flows: [], records: [], values: [] },
    });
    expect(JSON.stringify(body)).not.toContain(flow.webhookToken as string);
    expect(JSON.stringify(body)).not.toContain(flow.id);
  });

  test('omits values that look like plain-text secrets, and lists their places', async () => {
    const request = node('s', 'http.request', {
      method: 'GET',
      url: 'https://example.com',
      auth: { type: 'bearer', token: 'not-for-others' },
      headers: { 'x-api-key': 'nor-this-one' },
    });
    const content = graph([node('t', 'trigger.manual'), request], 't>s');
    const flow = await create({ ...content, variables: [{ name: 'password', value: 'nor-that-one' }] });
    const file = await exported(flow.id);
    expect(JSON.stringify(file)).not.toMatch(/not-for-others|nor-this-one|nor-that-one/);
    expect(file.requires).toMatchObject({
      values: [
        { nodeId: 's', field: 'auth.token' },
        { nodeId: 's', field: 'headers.x-api-key' },
        { field: 'variables[0].value' },
      ],
    });
    expect((await call('POST', '/import', { file }, other)).status).toBe(201);
    expect((await call('GET', `/${flow.id}`)).body.data).toMatchObject({ nodes: content.nodes });
  });
});

describe('an import', () => {
  test('creates the same flow in another workspace, and returns what that workspace lacks', async () => {
    const flow = await create(hook('{{ boveda.key }} {{ globalVars.region }}'));
    const { status, body } = await call('POST', '/import', { file: await exported(flow.id) }, other);
    expect(status).toBe(201);
    const { flow: copy, issues } = body.data as unknown as { flow: Body; issues: Body[] };
    const { id, createdAt, updatedAt, webhookToken, webhookUrl, triggers, ...same } = flow;
    expect(copy).toMatchObject({ ...same, workspaceId: other.workspaceId });
    expect(copy.webhookToken).not.toBe(webhookToken);
    expect(issues.map(({ ruleId, nodeId, severity }) => [ruleId, nodeId, severity])).toEqual([
      ['SECRET_MISSING', 's', 'error'],
      ['GLOBAL_VAR_MISSING', 's', 'error'],
    ]);
    const { exportedAt: _, ...file } = await exported(flow.id);
    const again = (await call('GET', `/${copy.id}/export`, undefined, other)).body.data as Body;
    expect(again).toEqual({ ...file, exportedAt: expect.any(String) });
  });

  test('uses the given name and folder', async () => {
    const folder = (await call('POST', '/folders', { name: 'F' })).body.data as Body;
    const file = await exported((await create()).id);
    const { body } = await call('POST', '/import', { file, name: 'Here', folderId: folder.id });
    expect(body.data).toMatchObject({ flow: { name: 'Here', folderId: folder.id, isActive: false }, issues: [] });
    const refused = await call('POST', '/import', { file, folderId: '0197a1b2-0000-7000-8000-000000000000' });
    expect(refused.body.error.details).toEqual([expect.objectContaining({ field: 'folderId' })]);
  });

  test.each([
    [{ name: 'Foreign', nodes: [], connections: {} }, 'file.format', 'format must be "workspace-automation/flow"'],
    [
      { format: 'workspace-automation/flow', formatVersion: 2, name: 'New' },
      'file.formatVersion',
      'formatVersion must be 1',
    ],
    [{ format: 'workspace-automation/flow', formatVersion: 1 }, 'file.name', 'required'],
    [
      { format: 'workspace-automation/flow', formatVersion: 1, name: 'A', nodes: [node('a', 'no.such')] },
      undefined,
      'no.such',
    ],
  ])('refuses %j', async (file, field, says) => {
    const { status, body } = await call('POST', '/import', { file });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    const reported = body.error.details?.find((detail) => detail.field === field);
    expect(reported?.message).toContain(says);
  });

  test('refuses a body without a file', async () => {
    const { status, body } = await call('POST', '/import', { name: 'A' });
    expect([status, body.error.details]).toEqual([400, [expect.objectContaining({ field: 'file' })]]);
  });
});
