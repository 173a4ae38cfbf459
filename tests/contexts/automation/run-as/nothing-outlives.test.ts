import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { addMember, type Person } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
}, 60_000);
afterAll(() => app.stop());

type Row = Record<string, unknown>;
interface Paused {
  flows: string[];
  webhooks: string[];
}

async function call<T = Row>(as: string, route: string, body?: unknown): Promise<T> {
  const [method, path] = route.split(' ');
  const options = { as, ...(body !== undefined && { body }) };
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, options);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as T;
}

const writing = graph(
  [node('start', 'trigger.webhook'), node('save', 'crm.upsertContact', { email: 'a@b.co' })],
  'start>save',
);
const scheduled = graph([node('start', 'trigger.schedule', { cron: '0 9 * * *' })]);
const editor = () => addMember(app, owner.workspaceId, owner.token, 'EDITOR');

interface Made {
  member: Person;
  key: { id: string; key: string };
  flow: string;
  schedule: string;
  flowOfKey: string;
  webhook: string;
}

/** A member with two flows, a webhook, and a flow that runs as an API key of theirs. */
async function working(): Promise<Made> {
  const member = await editor();
  const as = { ...owner, token: member.token };
  const key = await call<{ id: string; key: string }>(member.token, 'POST /api-keys', {
    name: 'Deploy',
    capabilities: ['*'],
  });
  const settings = (triggerType: string) => ({ settings: { triggerType } });
  const flow = await app.seed.flow(as, { ...writing, ...settings('webhook') });
  const schedule = await app.seed.flow(as, { ...scheduled, ...settings('schedule') });
  const flowOfKey = await app.seed.flow({ ...owner, token: key.key }, { ...writing, ...settings('webhook') });
  const hook = { url: 'https://receiver.example/h', events: ['contact.created'] };
  await call(owner.token, `PATCH /members/${member.userId}/role`, {
    role: 'EDITOR',
    capabilities: ['webhooks:read', 'webhooks:write'],
  });
  const webhook = await call<{ id: string }>(member.token, 'POST /webhooks', hook);
  return { member, key, flow: flow.id, schedule: schedule.id, flowOfKey: flowOfKey.id, webhook: webhook.id };
}

const sorted = (ids: string[]) => [...ids].sort();
const isActive = async (path: string) => (await call<{ isActive: boolean }>(owner.token, `GET /${path}`)).isActive;
const audited = (targetId: string) =>
  call<Row[]>(owner.token, `GET /audit-log?action=pauseAutomations&targetId=${targetId}`);

async function expectPaused({ flows, webhooks }: Paused, targetId: string): Promise<void> {
  for (const id of flows) expect(await isActive(`flows/${id}`)).toBe(false);
  for (const id of webhooks) expect(await isActive(`webhooks/${id}`)).toBe(false);
  expect(await audited(targetId)).toMatchObject([{ actorKind: 'user', details: { flows, webhooks } }]);
}

describe('what a member owns', () => {
  test('is listed by REST and GraphQL, that of their API keys too', async () => {
    const { member, key, flow, schedule, flowOfKey, webhook } = await working();
    const { owns } = await call<{ owns: Row }>(owner.token, `GET /members/${member.userId}`);
    expect(owns).toMatchObject({
      flows: [
        { id: flow, triggerType: 'webhook', runAs: member.userId },
        { id: schedule, triggerType: 'schedule', name: expect.any(String) },
        { id: flowOfKey, runAs: key.id },
      ],
      webhooks: [{ id: webhook, url: 'https://receiver.example/h', runAs: member.userId }],
      hasMore: false,
    });
    const { data } = await app.graphql<{ workspace: { member: Row; apiKeys: { items: Row[] } } }>(
      `query ($w: ID!, $u: ID!) { workspace(id: $w) { member(userId: $u) { owns { flows { id: flowId } webhooks { id: webhookId } } }
        apiKeys { items { id owns { flows { id: flowId } webhooks { id: webhookId } } } } } }`,
      { w: owner.workspaceId, u: member.userId },
      owner.token,
    );
    expect(data?.workspace.member).toEqual({
      owns: { flows: [{ id: flow }, { id: schedule }, { id: flowOfKey }], webhooks: [{ id: webhook }] },
    });
    expect(data?.workspace.apiKeys.items).toContainEqual({
      id: key.id,
      owns: { flows: [{ id: flowOfKey }], webhooks: [] },
    });
  });

  test('is shown to the member, and to who manages members, without names that they may not read', async () => {
    const { member } = await working();
    const other = await editor();
    expect(await call(other.token, `GET /members/${member.userId}`)).toMatchObject({ owns: null });
    expect(await call(member.token, `GET /members/${member.userId}`)).toMatchObject({ owns: { hasMore: false } });
    const role = { role: 'VIEWER', capabilities: ['members:manage'], deniedCapabilities: ['flows:read'] };
    await call(owner.token, `PATCH /members/${other.userId}/role`, role);
    const { owns } = await call<{ owns: { flows: Row[]; webhooks: Row[] } }>(
      other.token,
      `GET /members/${member.userId}`,
    );
    expect(owns.flows.map(({ name }) => name)).toEqual([null, null, null]);
  });

  test('of which a role would stop, is what needs more than the role has', async () => {
    const { member, flow, flowOfKey } = await working();
    const { owns } = await call<{ owns: { flows: Row[]; webhooks: Row[] } }>(
      owner.token,
      `GET /members/${member.userId}?role=VIEWER`,
    );
    expect(owns.flows.map(({ id }) => id)).toEqual([flow, flowOfKey]);
    expect(owns.webhooks).toEqual([]);
  });
});

describe('what runs as somebody is paused', () => {
  test.each(['REST', 'GraphQL'])('when they are removed, by %s', async (surface) => {
    const { member, flow, schedule, flowOfKey, webhook } = await working();
    const { paused } = await remove(surface, member.userId);
    expect({ ...paused, flows: sorted(paused.flows) }).toEqual({
      flows: sorted([flow, schedule, flowOfKey]),
      webhooks: [webhook],
    });
    await expectPaused(paused, member.userId);
    const scheduledRows = await app.services.db.pool.query(
      'select from flow_triggers where flow_id = $1 and due_at is not null',
      [schedule],
    );
    expect(scheduledRows.rowCount).toBe(0);
    await call(owner.token, `PATCH /flows/${flow}`, { isActive: true });
    const { data } = await app.graphql<{ workspace: { flow: Row } }>(
      'query ($w: ID!, $f: ID!) { me { id } workspace(id: $w) { flow(id: $f) { isActive runAs } } }',
      { w: owner.workspaceId, f: flow },
      owner.token,
    );
    const me = (data as unknown as { me: { id: string } }).me.id;
    expect(data?.workspace.flow).toEqual({ isActive: true, runAs: me });
  });

  test('when they leave', async () => {
    const { member, flow } = await working();
    const { paused } = await call<{ paused: Paused }>(member.token, 'POST /members/leave');
    expect(paused.flows).toContain(flow);
    await expectPaused(paused, member.userId);
  });

  test('when a role takes what it needs, and only that', async () => {
    const { member, flow, flowOfKey, schedule, webhook } = await working();
    const { paused } = await call<{ paused: Paused }>(owner.token, `PATCH /members/${member.userId}/role`, {
      role: 'VIEWER',
      capabilities: [],
    });
    expect({ ...paused, flows: sorted(paused.flows) }).toEqual({ flows: sorted([flow, flowOfKey]), webhooks: [] });
    await expectPaused(paused, member.userId);
    expect([await isActive(`flows/${schedule}`), await isActive(`webhooks/${webhook}`)]).toEqual([true, true]);
  });

  test('when one capability is denied that it needs, and not when another is', async () => {
    const { member, flow, webhook } = await working();
    const change = (deniedCapabilities: string[]) =>
      call<{ paused: Paused }>(owner.token, `PATCH /members/${member.userId}/role`, {
        role: 'EDITOR',
        deniedCapabilities,
      });
    expect((await change(['pipelines:write'])).paused).toEqual({ flows: [], webhooks: [] });
    const { paused } = await change(['contacts:read', 'contacts:write']);
    expect(paused).toMatchObject({ flows: expect.arrayContaining([flow]), webhooks: [webhook] });
  });

  test('when the API key that it runs as is revoked, and nothing else of its creator', async () => {
    const { member, key, flow, flowOfKey } = await working();
    const { paused } = await call<{ paused: Paused }>(member.token, `DELETE /api-keys/${key.id}`);
    expect(paused).toEqual({ flows: [flowOfKey], webhooks: [] });
    await expectPaused(paused, key.id);
    expect(await isActive(`flows/${flow}`)).toBe(true);
  });

  test('in that workspace only', async () => {
    const [{ member }, elsewhere] = [await working(), await app.seed.owner()];
    const other = await app.seed.flow(elsewhere, writing);
    await remove('REST', member.userId);
    const answer = await app.rest(`GET /workspaces/${elsewhere.workspaceId}/flows/${other.id}`, {
      as: elsewhere.token,
    });
    expect(answer.body.data).toMatchObject({ isActive: true });
  });
});

async function remove(surface: string, userId: string): Promise<{ paused: Paused }> {
  if (surface === 'REST') return call(owner.token, `DELETE /members/${userId}`);
  const { data } = await app.graphql<{ removeMember: { paused: Paused } }>(
    'mutation ($w: ID!, $u: ID!) { removeMember(workspaceId: $w, userId: $u) { deletedId paused { flows webhooks } } }',
    { w: owner.workspaceId, u: userId },
    owner.token,
  );
  return data?.removeMember as { paused: Paused };
}
