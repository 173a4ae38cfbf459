import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { requestContext } from '../../../../src/app/request-context.js';
import { CreateFlowInput } from '../../../../src/contexts/automation/flows/flow.input.js';
import { createFlow } from '../../../../src/contexts/automation/flows/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { recordStatements } from '../../../support/statements.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

const runnable = () =>
  graph([node('t', 'trigger.manual'), node('s', 'data.set', { assignments: [{ name: 'a', value: '1' }] })], 't>s');

interface FlowBody {
  id: string;
  version: number;
  isActive: boolean;
  [field: string]: unknown;
}

function call(method: string, path: string, body?: unknown, as = owner.token) {
  return app.rest(`${method} /workspaces/${owner.workspaceId}/flows${path}`, { as, body });
}

async function create(body: Record<string, unknown> = {}): Promise<FlowBody> {
  const answer = await call('POST', '', { name: 'Flow', ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as FlowBody;
}

const patch = (id: string, body: unknown) => call('PATCH', `/${id}`, body);
const read = async (id: string) => (await call('GET', `/${id}`)).body.data as FlowBody;

describe('a new flow', () => {
  test('is paused, at version 1 and complete', async () => {
    const { status, body } = await call('POST', '', { name: 'Welcome', tags: ['mail'], ...runnable() });
    expect(status).toBe(201);
    const { nodes, edges } = runnable();
    const flow = {
      id: expect.any(String),
      workspaceId: owner.workspaceId,
      name: 'Welcome',
      description: '',
      nodes,
      edges,
      variables: [],
      settings: { triggerType: 'manual', triggerConfig: {}, timeout: 300, maxConcurrent: 10 },
      tags: ['mail'],
      folderId: null,
      isActive: false,
      version: 1,
      webhookToken: null,
      webhookUrl: null,
      triggers: [
        {
          nodeId: 't',
          type: 'manual',
          isActive: false,
          webhookToken: null,
          webhookUrl: null,
          formUrl: null,
          nextAt: null,
          polledAt: null,
          failureCode: null,
          failureMessage: null,
          failingSince: null,
        },
      ],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.any(String),
    };
    expect(body).toEqual({ success: true, data: flow });
    expect(await read((body.data as FlowBody).id)).toEqual(body.data);
  });

  test('requires only a name', async () => {
    expect(await create({ name: 'Bare' })).toMatchObject({ name: 'Bare', nodes: [], edges: [] });
  });

  test('is refused with every broken rule of its fields', async () => {
    const { status, body } = await call('POST', '', {
      name: ' ',
      description: 'd'.repeat(5001),
      tags: [''],
      settings: { timeout: 0, maxConcurrent: 1001, triggerType: 'telepathy' },
      variables: [{ name: '1st', scope: 'galaxy' }],
    });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(new Set(body.error.details?.map(({ field }) => field))).toEqual(
      new Set([
        'name',
        'description',
        'tags',
        'settings.timeout',
        'settings.maxConcurrent',
        'settings.triggerType',
        'variables[0].name',
        'variables[0].scope',
      ]),
    );
  });

  test.each([
    [{ name: 'A', colour: 'red' }, 'colour'],
    [{ name: 'A', settings: { retries: 3 } }, 'retries'],
    [{ name: 'A', isActive: true }, 'isActive'],
    [{ name: 'A', nodes: {} }, 'nodes'],
    [{ name: 'A', nodes: 'all' }, 'nodes'],
    [{ name: null }, 'name'],
    [{ name: 'A\u0000B' }, 'name'],
    [{}, 'name'],
  ])('is refused with the name of the field: %j', async (body, field) => {
    const answer = await call('POST', '', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(JSON.stringify(answer.body.error.details)).toContain(field);
  });

  test('is refused if it breaks a rule of class `save`, with the rule', async () => {
    const { status, body } = await call('POST', '', {
      name: 'Broken',
      ...graph([node('a', 'http.requst'), node('t', 'trigger.manual')], 't>b'),
    });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.details?.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['NODE_TYPE_UNKNOWN', 'EDGE_TARGET_UNKNOWN']),
    );
    expect(JSON.stringify(body.error.details)).toContain('Did you mean \\"http.request\\"?');
  });

  test('is refused if its folder belongs to another workspace', async () => {
    const stranger = await app.seed.owner();
    const folder = await app.rest(`POST /workspaces/${stranger.workspaceId}/flows/folders`, {
      as: stranger.token,
      body: { name: 'Theirs' },
    });
    const { id } = folder.body.data as { id: string };
    for (const folderId of [id, 'no-uuid']) {
      const { status, body } = await call('POST', '', { name: 'A', folderId });
      expect([status, body.error.details?.[0]?.field]).toEqual([400, 'folderId']);
    }
  });

  test('is one transaction between the credential and the audit log', async () => {
    const as = await app.seed.apiKey(owner);
    const body = { name: 'Counted', ...runnable() };
    expect((await call('POST', '', body, as)).status).toBe(201);
    // The first use of a key is recorded in the background, once a minute.
    await waitFor(async () => {
      const { body: answer } = await app.rest(`GET /workspaces/${owner.workspaceId}/api-keys`, { as: owner.token });
      return (answer.data as { lastUsedAt: string | null }[]).every(({ lastUsedAt }) => lastUsedAt !== null);
    });
    const sent = await recordStatements(app)(() => call('POST', '', body, as));
    const shown = sent.map((text) => /^"(begin|commit|insert into \\"\w+)/.exec(text)?.[1] ?? text);
    expect(shown).toEqual([
      'begin',
      'commit',
      'insert into \\"flow_triggers',
      'insert into \\"flow_versions',
      'insert into \\"flows',
      'append_audit',
      'commit_position',
      'find_api_keys',
      'write_search_documents',
    ]);
  });

  test('succeeds beside others of the same moment that are refused', async () => {
    const context = await requestContext(app.services, `Bearer ${owner.token}`, { id: 'r', log: app.services.log });
    const scope = await context.authorize({ capability: 'flows:write' }, owner.workspaceId);
    const createAll = (...inputs: Record<string, unknown>[]) =>
      Promise.allSettled(
        inputs.map((input) => createFlow(scope, Object.assign(new CreateFlowInput(), { name: 'Together' }, input))),
      );
    const made = await createAll(runnable(), { tags: ['a,"b"', 'ü'] }, { folderId: crypto.randomUUID() });
    for (const one of made.slice(0, 2)) {
      if (one.status === 'rejected') throw one.reason;
      expect((await read(one.value.id)).tags).toEqual(one.value.tags);
    }
    expect(made[2]).toMatchObject({ reason: { code: 'VALIDATION_FAILED', details: [{ field: 'folderId' }] } });
  });

  test('accepts graphs of more than 1 MiB and refuses bodies of more than 3 MiB', async () => {
    const large = (size: number) => ({
      name: 'Large',
      nodes: [node('t', 'trigger.manual', { note: 'x'.repeat(size) })],
    });
    expect((await call('POST', '', large(1_500_000))).status).toBe(201);
    const { status, body } = await call('POST', '', large(3_200_000));
    expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('a PATCH', () => {
  test('changes only the sent fields and increases the version', async () => {
    const flow = await create({ tags: ['a'], ...runnable() });
    const { status, body } = await patch(flow.id, { name: 'New name' });
    expect(status).toBe(200);
    const { updatedAt: _, ...before } = flow;
    expect(body.data).toMatchObject({ ...before, name: 'New name', version: 2 });
    expect(await read(flow.id)).toEqual(body.data);
  });

  test('without effect keeps version and time', async () => {
    const flow = await create(runnable());
    const { nodes, edges, name, settings, variables, tags, folderId, description } = flow;
    const same = { nodes, edges, name, settings, variables, tags, folderId, description, expectedVersion: 1 };
    expect((await patch(flow.id, same)).body.data).toEqual(flow);
    expect((await patch(flow.id, {})).body.data).toEqual(flow);
  });

  test('refuses null for required fields', async () => {
    const { id } = await create();
    for (const field of ['name', 'nodes', 'edges', 'variables', 'settings', 'tags', 'isActive', 'expectedVersion']) {
      const { status, body } = await patch(id, { [field]: null });
      expect([status, body.error?.details]).toEqual([400, [{ field, message: `${field} must not be null.` }]]);
    }
    expect((await patch(id, { description: null, folderId: null })).status).toBe(200);
  });

  test('with an outdated expectedVersion is 409 with the current version and changes nothing', async () => {
    const { id } = await create();
    await patch(id, { name: 'Second' });
    const { status, body } = await patch(id, { name: 'Third', expectedVersion: 1 });
    expect([status, body.error.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(body.error.details).toEqual([{ message: expect.stringContaining('version 2'), currentVersion: 2 }]);
    expect(await read(id)).toMatchObject({ name: 'Second', version: 2 });
  });

  test('with the same expectedVersion succeeds once among concurrent requests', async () => {
    const { id } = await create();
    const names = Array.from({ length: 20 }, (_, index) => `Name ${index}`);
    const answers = await Promise.all(names.map((name) => patch(id, { name, expectedVersion: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const succeeded = answers.find(({ status }) => status === 200)?.body.data as unknown as FlowBody;
    expect(await read(id)).toMatchObject({ version: 2, name: succeeded.name });
  });

  test('stores every version, also of concurrent changes', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => patch(id, { settings: { timeout: 100 + index } })),
    );
    const versions = answers.map(({ body }) => (body.data as FlowBody).version).sort((a, b) => a - b);
    expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    const stored = await app.services.db.pool.query(
      'select version, settings from flow_versions where flow_id = $1 order by version',
      [id],
    );
    expect(stored.rows.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect((await read(id)).settings).toEqual(stored.rows.at(-1)?.settings);
  });

  test('of an unknown flow is 404 before its body is validated', async () => {
    for (const id of ['0197a1b2-0000-7000-8000-000000000000', 'nonsense']) {
      expect((await patch(id, { name: 7 })).status).toBe(404);
      expect((await patch(id, { name: '' })).status).toBe(404);
      expect((await call('GET', `/${id}`)).status).toBe(404);
      expect((await call('DELETE', `/${id}`)).status).toBe(404);
    }
  });
});

describe('activation', () => {
  test('and pausing do not create a version', async () => {
    const { id } = await create(runnable());
    expect((await patch(id, { isActive: true })).body.data).toMatchObject({ isActive: true, version: 1 });
    expect((await patch(id, { isActive: false })).body.data).toMatchObject({ isActive: false, version: 1 });
  });

  test('of an incomplete flow is refused with the rules that it breaks', async () => {
    const { id } = await create(graph([node('s', 'data.set', { assignments: [] })]));
    const { status, body } = await patch(id, { isActive: true });
    expect([status, body.error.code]).toEqual([400, 'FLOW_INVALID']);
    expect(body.error.details).toEqual(expect.arrayContaining([expect.objectContaining({ rule: 'TRIGGER_MISSING' })]));
    expect(await read(id)).toMatchObject({ isActive: false });
    expect((await patch(id, { isActive: false })).status).toBe(200);
  });

  test('prevents changes that make an active flow invalid', async () => {
    const { id } = await create(runnable());
    await patch(id, { isActive: true });
    const { status, body } = await patch(id, { name: 'Changed', edges: [] });
    expect([status, body.error.code]).toEqual([400, 'FLOW_INVALID']);
    expect(await read(id)).toMatchObject({ name: 'Flow', version: 1, isActive: true });
    expect((await patch(id, { edges: [], isActive: false })).body.data).toMatchObject({ version: 2, isActive: false });
  });
});

describe('validation', () => {
  test('returns all issues and changes nothing', async () => {
    const flow = await create(graph([node('s', 'data.set')]));
    const { status, body } = await call('GET', `/${flow.id}/validate`);
    expect(status).toBe(200);
    const report = body.data as { valid: boolean; issues: { ruleId: string; severity: string }[] };
    expect(report.valid).toBe(false);
    expect(report.issues).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ruleId: 'TRIGGER_MISSING', severity: 'error' }),
        expect.objectContaining({ ruleId: 'FIELD_REQUIRED', severity: 'error', nodeId: 's' }),
      ]),
    );
    expect(await read(flow.id)).toEqual(flow);
  });

  test('reports a correct flow as valid', async () => {
    const { id } = await create(runnable());
    expect((await call('GET', `/${id}/validate`)).body.data).toMatchObject({ valid: true });
  });
});

describe('a deleted flow', () => {
  test('is not found, and its versions stay for the executions', async () => {
    const { id } = await create();
    const { status, body } = await call('DELETE', `/${id}`);
    expect([status, body]).toEqual([200, { success: true, data: { id } }]);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    const { rowCount } = await app.services.db.pool.query('select 1 from flow_versions where flow_id = $1', [id]);
    expect(rowCount).toBe(1);
  });
});

describe('access', () => {
  test('is by capability, and another workspace is not found', async () => {
    const { id } = await create(runnable());
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    expect((await call('GET', `/${id}`, undefined, reader)).status).toBe(200);
    for (const answer of [
      await call('POST', '', { name: 5 }, reader),
      await call('PATCH', `/${id}`, { name: 'A' }, reader),
      await call('DELETE', `/${id}`, undefined, reader),
      await call('POST', `/${id}/regenerate-token`, undefined, reader),
    ]) {
      expect([answer.status, answer.body.error.message]).toEqual([403, expect.stringContaining('flows:write')]);
    }
    const stranger = await app.seed.owner();
    expect((await call('GET', `/${id}`, undefined, stranger.token)).status).toBe(404);
    expect((await call('POST', '', { name: 5 }, stranger.token)).status).toBe(404);
    const elsewhere = `PATCH /workspaces/${stranger.workspaceId}/flows/${id}`;
    expect((await app.rest(elsewhere, { as: stranger.token, body: { name: 'Mine' } })).status).toBe(404);
  });
});
