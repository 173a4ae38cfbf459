import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encryptedColumns } from '../../../../src/app/collect-modules.js';
import { createVault, rotateDataKeys } from '../../../../src/platform/vault/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { edge, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { addMember } from '../members/people.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

interface SecretBody {
  id: string;
  name: string;
  maskedValue: string;
  preview: string | null;
  flowId: string | null;
}

function call(method: string, path: string, body?: unknown, as = owner.token) {
  return app.rest(`${method} /workspaces/${owner.workspaceId}/flows${path}`, { as, body });
}

async function create(name: string, value: string, more: object = {}): Promise<SecretBody> {
  const { status, body } = await call('POST', '/secrets', { name, value, ...more });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

/** A flow that uses a secret; stored, not active. */
function using(text: string) {
  return {
    nodes: [
      node('t', 'trigger.manual'),
      node('s', 'http.request', { label: 'Prepare', method: 'GET', url: 'https://example.com', headers: { x: text } }),
    ],
    edges: [edge('t>s')],
  };
}

describe('secrets', () => {
  test('show their last 4 characters, short ones none', async () => {
    expect(await create('long', 'twelve-chars')).toEqual({
      id: expect.any(String),
      workspaceId: owner.workspaceId,
      name: 'long',
      maskedValue: '••••hars',
      preview: 'hars',
      description: '',
      allowedHosts: [],
      flowId: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await create('short', 'elevenchars')).toMatchObject({ maskedValue: '••••', preview: null });
    const { id } = await create('changed', 'a long value at first');
    const { body } = await call('PATCH', `/secrets/${id}`, { value: 'short' });
    expect(body.data).toMatchObject({ maskedValue: '••••', preview: null });
  });

  test('hold up to 64 KiB, counted in bytes', async () => {
    expect(await create('large', 'é'.repeat(32 * 1024))).toMatchObject({ name: 'large' });
    const { body } = await call('POST', '/secrets', { name: 'larger', value: 'é'.repeat(32 * 1024 + 1) });
    expect(body.error.code).toBe('VALIDATION_FAILED');
  });

  test('can be listed by every member and changed by members with boveda:manage', async () => {
    const { id } = await create('guarded', 'the value of the guarded one');
    for (const [role, capabilities, status] of [
      ['VIEWER', [], 403],
      ['EDITOR', [], 403],
      ['ADMIN', [], 403],
      ['VIEWER', ['boveda:manage'], 200],
    ] as const) {
      const { token } = await addMember(app, owner.workspaceId, owner.token, role, [...capabilities]);
      const list = await call('GET', '/secrets?search=guarded', undefined, token);
      expect([role, list.status, (list.body.data as SecretBody[]).map(({ maskedValue }) => maskedValue)]).toEqual([
        role,
        200,
        ['•••• one'],
      ]);
      const change = await call('PATCH', `/secrets/${id}`, { description: role }, token);
      expect([role, change.status]).toEqual([role, status]);
    }
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    expect((await call('GET', '/secrets', undefined, reader)).status).toBe(200);
    expect((await call('POST', '/secrets', { name: 'k', value: 'v' }, reader)).body.error.code).toBe('FORBIDDEN');
    const stranger = await app.seed.apiKey(owner, ['contacts:read']);
    expect((await call('GET', '/secrets', undefined, stranger)).body.error.code).toBe('FORBIDDEN');
  });

  test('of one flow are refused for an unknown flow, and deleted with theirs', async () => {
    const stranger = await app.seed.owner();
    const foreign = await app.seed.flow(stranger, {}, false);
    for (const flowId of [foreign.id, 'nonsense']) {
      const { status, body } = await call('POST', '/secrets', { name: 'scoped', value: 'x', flowId });
      expect([status, body.error.details?.[0]?.field]).toEqual([400, 'flowId']);
    }
    const flow = await app.seed.flow(owner, {}, false);
    const { id } = await create('scoped', 'x', { flowId: flow.id });
    const listed = await call('GET', `/secrets?flowId=${flow.id}`);
    expect(listed.body.data).toEqual([expect.objectContaining({ id, flowId: flow.id })]);
    await call('DELETE', `/${flow.id}`);
    expect((await call('GET', `/secrets/${id}`)).status).toBe(404);
  });

  test('are stored encrypted, each bound to its record, and can be read after a rotation of keys', async () => {
    const value = 'a value that must not stand in the table';
    const { id } = await create('sealed', value);
    const pool = app.services.db.pool;
    const stored = async () =>
      (await pool.query('select encrypted_value from secrets where id = $1', [id])).rows[0].encrypted_value as string;
    const before = await stored();
    expect(before).toMatch(/^v1:/);
    const context = { kind: 'secret', id, flowId: null };
    expect(await app.services.vault.open(owner.workspaceId, before, context)).toBe(value);
    await expect(
      app.services.vault.open(owner.workspaceId, before, {
        ...context,
        flowId: '01890000-0000-7000-8000-000000000000',
      }),
    ).rejects.toThrow('could not be decrypted');
    const keys = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
    await rotateDataKeys({
      pool,
      readKeys: async () => keys,
      columns: encryptedColumns,
      workspaceId: owner.workspaceId,
      graceMs: 0,
    });
    expect(await stored()).not.toBe(before);
    expect(await createVault({ sql: pool, keys }).open(owner.workspaceId, await stored(), context)).toBe(value);
  });
});

describe('a flow that uses a secret or a global variable', () => {
  async function activate(flowId: string) {
    const { status, body } = await call('PATCH', `/${flowId}`, { isActive: true });
    const issues = body.error?.details?.map(({ rule, message }) => `${rule}: ${message}`) ?? [];
    return { status, issues };
  }

  test('is a draft until they exist', async () => {
    const flow = await app.seed.flow(owner, using('{{ boveda.absent }} {{ globalVars.region }}'), false);
    expect(await activate(flow.id)).toEqual({
      status: 400,
      issues: [
        'SECRET_MISSING: "Prepare": headers.x refers to the secret "absent", which is not found in the workspace. Create it, or correct the name.',
        'GLOBAL_VAR_MISSING: "Prepare": headers.x reads the global variable "region", which is not found in the workspace. Create it, or correct the name.',
      ],
    });
    expect((await call('POST', `/${flow.id}/trigger`, {})).body.error.code).toBe('FLOW_INVALID');
    await create('absent', 'is there now');
    await call('POST', '/global-vars', { name: 'region', value: 'eu' });
    expect((await call('GET', `/${flow.id}/validate`)).body.data).toMatchObject({ valid: true });
    expect(await activate(flow.id)).toEqual({ status: 200, issues: [] });
  });

  test("cannot use another flow's secret", async () => {
    const theirs = await app.seed.flow(owner, {}, false);
    await create('theirs_alone', 'x', { flowId: theirs.id });
    const flow = await app.seed.flow(owner, using('{{ boveda.theirs_alone }}'), false);
    expect((await activate(flow.id)).issues).toEqual([
      `SECRET_OUT_OF_SCOPE: "Prepare": headers.x refers to the secret "theirs_alone", which belongs to another flow only. Create one for this flow, or for the whole workspace.`,
    ]);
    await call('PATCH', `/${theirs.id}`, using('{{ boveda.theirs_alone }}'));
    expect((await activate(theirs.id)).status).toBe(200);
  });

  test('stays active when a secret is deleted, and validation reports it', async () => {
    const { id } = await create('leaving', 'soon gone');
    const flow = await app.seed.flow(owner, using('{{ boveda.leaving }}'));
    await call('DELETE', `/secrets/${id}`);
    const { data } = (await call('GET', `/${flow.id}/validate`)).body;
    expect(data).toMatchObject({ valid: false, issues: [{ ruleId: 'SECRET_MISSING', nodeId: 's' }] });
  });
});
