import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { redactChange } from '../../../../src/contexts/accounts/audit/redact-change.js';
import { offers } from '../../../../src/platform/records/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { done, namedIds, oneRecord, operationOf, within } from '../../crm/definitions/record-asks.js';
import { samples } from '../../crm/definitions/record-samples.js';
import { type StoredEntry, storedEntries } from './audit-people.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});

afterAll(() => app.stop());

const last = async () => (await storedEntries(app, owner.workspaceId)).at(-1) as StoredEntry;
const call = async (request: string, body?: unknown) => {
  const [method, path] = request.split(' ');
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as: owner.token, body });
  expect([request, answer.body]).toMatchObject([request, { success: true }]);
  return answer.body.data as Record<string, string>;
};

describe('before and after', () => {
  test.each(samples.map((sample) => [sample.record.plural, sample] as const))('of %s', async (_plural, sample) => {
    const { record } = sample;
    const { token: as, workspaceId } = await app.seed.owner();
    const ids = await namedIds(app, sample, { as, workspaceId });
    const by = within({ as, workspaceId }, record, ids);
    const lastOf = async () => (await storedEntries(app, workspaceId)).at(-1);
    const made = await done(app, 'GraphQL', operationOf(record, 'Create'), { ...by, input: sample.input(1, ids) });
    const created = await lastOf();
    expect(created).toMatchObject({ action: `create${record.name}`, before: null });
    const changed = Object.keys(sample.change);
    expect(Object.keys(created?.after ?? {})).toEqual(expect.arrayContaining(changed));
    const one = oneRecord(by, record, made.id);
    if (offers(record, 'update')) {
      await done(app, 'GraphQL', operationOf(record, 'Update'), { ...one, input: sample.change });
      const updated = await lastOf();
      expect(Object.keys(updated?.after ?? {})).toEqual(expect.arrayContaining(changed));
      expect(Object.keys(updated?.before ?? {})).toEqual(Object.keys(updated?.after ?? {}));
      expect(updated?.before).not.toEqual(updated?.after);
      const names = Object.keys(updated?.before ?? {});
      expect(updated?.before).toEqual(Object.fromEntries(names.map((name) => [name, created?.after?.[name]])));
    }
    if (!offers(record, 'delete')) return;
    await done(app, 'GraphQL', operationOf(record, 'Delete'), one);
    expect(await lastOf()).toMatchObject({ action: `delete${record.name}`, before: expect.anything(), after: null });
  });

  test('of a flow', async () => {
    const flow = await call('POST /flows', { name: 'Orders', settings: { triggerType: 'webhook' } });
    const { before: none, after: made } = await last();
    expect(none).toBeNull();
    expect(made).toMatchObject({ id: flow.id, name: 'Orders', version: 1, isActive: false });
    expect(made).toMatchObject({ settings: { triggerType: 'webhook' } });
    await call(`PATCH /flows/${flow.id}`, { name: 'Sales', tags: ['x'], settings: { maxConcurrent: 3 } });
    const { before, after } = await last();
    expect([before, after]).toEqual([
      { name: 'Orders', tags: [], settings: expect.not.objectContaining({ maxConcurrent: 3 }), version: 1 },
      { name: 'Sales', tags: ['x'], settings: expect.objectContaining({ maxConcurrent: 3 }), version: 2 },
    ]);
    await call(`DELETE /flows/${flow.id}`);
    expect(await last()).toMatchObject({ before: { name: 'Sales', tags: ['x'], version: 2 }, after: null });
  });

  test('of a flow that gets a webhook address with the change', async () => {
    const flow = await call('POST /flows', { name: 'Calls' });
    await call(`PATCH /flows/${flow.id}`, { name: 'Hooks', settings: { triggerType: 'webhook' } });
    const { before, after } = await last();
    expect([before, after]).toMatchObject([
      { name: 'Calls', version: 1, settings: { triggerType: 'manual' } },
      { name: 'Hooks', version: 2, settings: { triggerType: 'webhook' } },
    ]);
  });

  test('of a flow that is created from a template', async () => {
    const { id: templateId } = (await call('GET /flows/templates'))[0] as unknown as { id: string };
    const flow = await call(`POST /flows/templates/${templateId}/use`, {});
    const { before, after } = await last();
    expect([before, after]).toMatchObject([null, { id: flow.id, isActive: false, version: 1 }]);
  });

  test('of a workspace, an invitation, a member and an API key', async () => {
    await call('PATCH ', { name: 'Renamed' });
    expect(await last()).toMatchObject({ before: { name: 'Acme' }, after: { name: 'Renamed' } });
    const { invitationId: id } = await call('POST /members', { email: 'eva@example.com', role: 'VIEWER' });
    expect((await last()).after).toMatchObject({ email: 'eva@example.com', role: 'VIEWER', tokenHash: '[redacted]' });
    await call(`DELETE /members/invitations/${id}`);
    expect((await last()).before).toMatchObject({ email: 'eva@example.com', role: 'VIEWER', tokenHash: '[redacted]' });
    const key = await call('POST /api-keys', { name: 'Key', capabilities: ['flows:read'] });
    expect((await last()).after).toMatchObject({ name: 'Key', keyHash: '[redacted]', capabilities: ['flows:read'] });
    await call(`DELETE /api-keys/${key.id}`);
    expect(await last()).toMatchObject({ before: { revokedAt: null }, after: { revokedAt: expect.any(String) } });
  });

  test('of nothing, if the mutation changes nothing or is refused', async () => {
    const flow = await call('POST /flows', { name: 'Same' });
    await call(`PATCH /flows/${flow.id}`, { name: 'Same' });
    expect(await last()).toMatchObject({ action: 'updateFlow', before: null, after: null });
  });

  test('hold neither a secret nor its end', async () => {
    const value = 'quince-marmalade-wxyz';
    const { id } = await call('POST /flows/secrets', { name: 'first', value });
    await call(`PATCH /flows/secrets/${id}`, { value: `${value}-uvst`, description: 'new' });
    expect((await last()).after).toEqual({ preview: '[redacted]', description: 'new' });
    expect(JSON.stringify(await storedEntries(app, owner.workspaceId))).not.toMatch(/quince|wxyz|uvst/);
  });
});

describe('a change as it is shown', () => {
  const ids = ['a'];
  const shown = (after: Record<string, unknown>) => redactChange([{ ids, before: null, after }], 'a').after;

  test('has no credentials, by the names of fields and by the form of texts', () => {
    const after = {
      password: 'p',
      settings: { headers: [{ name: 'X-Api-Key', value: 'v' }], authorization: 'Basic x' },
      url: 'https://user:pass@example.com/',
      text: 'with wak_abcDEF123 and Bearer abc.def and eyJhbGciOi.eyJzdWIi.c2ln',
      bytes: Buffer.from('x'),
    };
    expect(shown(after)).toEqual({
      password: '[redacted]',
      settings: { headers: [{ name: 'X-Api-Key', value: '[redacted]' }], authorization: '[redacted]' },
      url: 'https://[redacted]@example.com/',
      text: 'with [redacted] and [redacted] and [redacted]',
      bytes: '[redacted]',
    });
  });

  test('is bounded in text, length, depth and bytes', () => {
    const deep = { a: { b: { c: { d: { e: 1 } } } } };
    const after = { text: 'é'.repeat(1_000_000), list: Array.from({ length: 1000 }, (_, n) => n), deep };
    expect(shown(after)).toEqual({
      text: `${'é'.repeat(256)}… [cut: 1000000 characters]`,
      list: [...Array.from({ length: 20 }, (_, n) => n), '[cut]'],
      deep: { a: { b: { c: { d: '[cut]' } } } },
    });
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, 'x'.repeat(256)]));
    expect(JSON.stringify(shown(many)).length).toBeLessThan(20_000);
    const wide = { wide: Object.fromEntries(Array.from({ length: 1000 }, (_, n) => ['k'.repeat(1000) + n, 'x'])) };
    expect(JSON.stringify(shown(wide)).length).toBeLessThan(20_000);
  });

  test('spans all writes of a record in one mutation, and prefers the target to others', () => {
    const changes = [
      { ids: ['b'], before: { n: 0 }, after: { n: 1 } },
      { ids, before: { n: 1, m: 1 }, after: { n: 2, m: 1 } },
      { ids, before: { n: 2, m: 1 }, after: { n: 3, m: 1 } },
    ];
    expect(redactChange(changes, 'a')).toEqual({ before: { n: 1 }, after: { n: 3 } });
    expect(redactChange(changes, 'none')).toEqual({ before: { n: 0 }, after: { n: 1 } });
    expect(redactChange([], 'a')).toEqual({ before: null, after: null });
  });
});
