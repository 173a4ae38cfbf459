import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { addMember } from '../members/people.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  await made('contacts', { name: 'Ana Private' });
  await made('flows', { name: 'Orders Private' });
  await made('flows/secrets', { name: 'shop_private', value: 'quince-marmalade', description: 'Of the shop' });
  await made('api-keys', { name: 'Key Private', capabilities: ['flows:read'] });
  const { id } = await made('contacts', { name: 'Eva', phone: '+34600112233' });
  await call(`DELETE contacts/${id}`);
  const { rows } = await app.services.db.pool.query<{ id: string }>(
    `insert into unrouted_messages (workspace_id, id, message_id, channel, sender, sender_name, body, received_at, created_at, updated_at)
     values ($1, uuidv7(), uuidv7(), 'sms', '+34600998877', 'Leo Private', 'Hello', now(), now(), now()) returning id`,
    [owner.workspaceId],
  );
  await call(`POST inbox/unrouted/${rows[0]?.id}/assign`, {});
});
afterAll(() => app.stop());

async function call(request: string, body?: object, as = owner.token): Promise<Record<string, string>> {
  const [method, path] = request.split(' ');
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}/${path}`, { as, body });
  expect([request, answer.body]).toMatchObject([request, { success: true }]);
  return answer.body.data as Record<string, string>;
}
const made = (path: string, body: object) => call(`POST ${path}`, body);

/** The actions of entries with values, as each way to read the log shows them. */
async function shown(as: string): Promise<Record<'list' | 'node' | 'export', string[]>> {
  const path = `/workspaces/${owner.workspaceId}/audit-log`;
  const list = (await app.rest(`GET ${path}?limit=100`, { as })).body.data as Entry[];
  const { data } = await app.graphql<{ nodes: Entry[] }>(
    'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on AuditEntry { action before after } } }',
    { ids: list.map(({ id }) => id).slice(0, 50) },
    as,
  );
  const exported = await fetch(`${app.url}${path}/export`, { headers: { authorization: `Bearer ${as}` } });
  const lines = (await exported.text()).split('\n').slice(0, -1);
  return {
    list: withValues(list),
    node: withValues(data?.nodes ?? []),
    export: withValues(lines.map((line) => JSON.parse(line) as Entry)),
  };
}
interface Entry {
  id: string;
  action: string;
  before: object | null;
  after: object | null;
}
const withValues = (entries: readonly Entry[]) =>
  [...new Set(entries.flatMap(({ action, before, after }) => (before || after ? [action] : [])))].sort();

const everywhere = (actions: string[]) => ({ list: actions, node: actions, export: actions });

describe('the audit log shows what was changed', () => {
  const changes: [string[], string[]][] = [
    [[], []],
    [['contacts:read'], ['createContact', 'deleteContact']],
    [['flows:read'], ['createFlow', 'createSecret']],
    // It created a contact.
    [['conversations:read'], []],
    [
      ['conversations:read', 'contacts:read'],
      ['assignUnroutedMessage', 'createContact', 'deleteContact'],
    ],
    [['contacts:write', 'flows:write', 'boveda:manage'], []],
    [['members:manage'], ['createApiKey']],
  ];
  test.each(changes)('to an API key that also has %j: of %j', async (capabilities, actions) => {
    expect(await shown(await app.seed.apiKey(owner, ['audit:read', ...capabilities]))).toEqual(everywhere(actions));
  });

  test('to a member by their role, and no longer when a right of it was taken', async () => {
    const { workspaceId, token } = owner;
    const viewer = await addMember(app, workspaceId, token, 'VIEWER', ['audit:read']);
    const all = ['assignUnroutedMessage', 'createContact', 'createFlow', 'createSecret', 'deleteContact'];
    expect(await shown(viewer.token)).toEqual(everywhere(all));
    await call(`PATCH members/${viewer.userId}/role`, { role: 'VIEWER', deniedCapabilities: ['contacts:read'] });
    const { list } = await shown(viewer.token);
    expect(list).toEqual(['createFlow', 'createSecret']);
  });

  test('of a mutation that this version does not have only to who holds every capability', async () => {
    const text = `select append_audit(json_build_array(json_build_object('id', uuidv7(), 'workspace_id', $1::text,
      'actor_kind', 'operator', 'action', 'createNote', 'fields', '{}'::text[], 'outcome', 'done', 'request_id', 'cli',
      'after', json_build_object('name', 'Former'), 'created_at', now())))`;
    await app.services.db.pool.query(text, [owner.workspaceId]);
    expect((await shown(owner.token)).list).toContain('createNote');
    const most = await app.seed.apiKey(owner, ['audit:read', 'contacts:read', 'flows:read', 'members:manage']);
    expect((await shown(most)).list).not.toContain('createNote');
  });
});
