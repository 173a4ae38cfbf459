import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { stages } from './record-samples.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
}, 60_000);

afterAll(() => app.stop());

interface Answer {
  status: number;
  code: string | undefined;
  fields: (string | undefined)[];
  message: string;
  data: Record<string, unknown> & { id: string };
}

async function call(route: string, body?: unknown): Promise<Answer> {
  const [method, path] = route.split(' ');
  const at = `${method} /workspaces/${owner.workspaceId}${path}`;
  const answer = await app.rest(at, { as: owner.token, ...(body !== undefined && { body }) });
  const { error, data } = answer.body;
  const { code, details = [], message = '' } = error ?? {};
  return { status: answer.status, code, message, fields: details.map(({ field }) => field), data };
}

test('an email and a phone are unique in a workspace, regardless of case', async () => {
  const { data } = await call('POST /contacts', { email: 'one@example.com', phone: '+34600000001' });
  expect(await call('POST /contacts', { email: 'ONE@example.com' })).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    fields: ['email'],
  });
  const other = await call('POST /contacts', { name: 'Other' });
  const taken = await call(`PATCH /contacts/${other.data.id}`, { phone: '+34600000001' });
  expect(taken).toMatchObject({ status: 409, code: 'CONFLICT', fields: ['phone'] });
  const emptied = await call(`PATCH /contacts/${data.id}`, { email: null, phone: null });
  expect(emptied).toMatchObject({ status: 400, fields: ['name'] });
  const same = await Promise.all([1, 2, 3].map(() => call('POST /contacts', { email: 'race@example.com' })));
  expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('free objects have keys of any name', async () => {
  for (const name of ['toString', 'valueOf', 'toJSON', 'constructor', 'then', 'length']) {
    const customFields = { [name]: 'x', inner: { [name]: null } };
    const { status, data } = await call('POST /contacts', { name: 'Ana', customFields });
    expect([status, data?.customFields]).toEqual([201, customFields]);
    expect((await call(`GET /contacts/${data.id}`)).data.customFields).toEqual(customFields);
  }
});

test('a stage or a pipeline with opportunities cannot be deleted', async () => {
  const pipeline = await call('POST /pipelines', { name: 'Sales', stages: [...stages, { name: 'Won' }] });
  const all = pipeline.data.stages as { id: string; name: string; order: number }[];
  expect(all.map(({ name, order }) => [name, order])).toEqual([
    ['First talk', 0],
    ['Offer', 1],
    ['Won', 2],
  ]);
  const order = { name: 'Order', pipelineId: pipeline.data.id };
  expect(await call('POST /opportunities', { ...order, stageId: 'nowhere' })).toMatchObject({
    status: 400,
    fields: ['stageId'],
  });
  const { data } = await call('POST /opportunities', { ...order, stageId: 'offer' });
  const without = await call(`PATCH /pipelines/${pipeline.data.id}`, { stages: [all[0]] });
  expect(without).toMatchObject({ status: 400, fields: ['stages'], message: expect.any(String) });
  expect(await call(`DELETE /pipelines/${pipeline.data.id}`)).toMatchObject({ status: 409, code: 'CONFLICT' });
  const another = await call('POST /pipelines', { name: 'Support', stages: [{ id: 'new', name: 'New' }] });
  const moved = { pipelineId: another.data.id };
  expect(await call(`PATCH /opportunities/${data.id}`, moved)).toMatchObject({ status: 400, fields: ['stageId'] });
  expect(await call(`PATCH /opportunities/${data.id}`, { ...moved, stageId: 'new' })).toMatchObject({ status: 200 });
  expect(await call(`PATCH /pipelines/${pipeline.data.id}`, { stages: [all[0]] })).toMatchObject({ status: 200 });
  expect(await call(`DELETE /pipelines/${pipeline.data.id}`)).toMatchObject({ status: 200 });
});

test('a pipeline can be created without stages, and accepts opportunities once it has one', async () => {
  const { data } = await call('POST /pipelines', { name: 'Empty' });
  expect(data.stages).toEqual([]);
  const order = { name: 'Order', pipelineId: data.id, stageId: 'first' };
  const early = await call('POST /opportunities', order);
  expect(early).toMatchObject({ status: 400, fields: ['stageId'] });
  expect(await call(`PATCH /pipelines/${data.id}`, { stages: [stages[0]] })).toMatchObject({ status: 200 });
  expect(await call('POST /opportunities', order)).toMatchObject({ status: 201 });
});

test('an opportunity cannot enter a stage that is removed at the same time, and the other way round', async () => {
  for (let round = 0; round < 5; round++) {
    const { data } = await call('POST /pipelines', { name: 'Race', stages });
    const [entered, left] = await Promise.all([
      call('POST /opportunities', { name: 'Order', pipelineId: data.id, stageId: 'offer' }),
      call(`PATCH /pipelines/${data.id}`, { stages: [stages[0]] }),
    ]);
    expect([entered.status, left.status].sort()).toEqual(entered.status === 201 ? [201, 400] : [200, 400]);
  }
});

test('only flows with the trigger ai_tool can be tools of an assistant', async () => {
  const manual = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]), false);
  const tool = await app.seed.flow(
    owner,
    graph([node('start', 'trigger.aiTool', { toolName: 'look_up', description: 'Looks up' })]),
    false,
  );
  const refused = await call('POST /agents', { name: 'Helper', tools: [manual.id] });
  expect(refused).toMatchObject({ status: 400, fields: ['tools'] });
  expect(await call('POST /agents', { name: 'Helper', tools: [tool.id] })).toMatchObject({ status: 201 });
});

test('a conversation has the times of its resolution and last message; the author of an inbound message is the contact', async () => {
  const contact = await call('POST /contacts', { name: 'Talker' });
  const { data } = await call('POST /conversations', { contactId: contact.data.id, channel: 'sms' });
  const path = `/conversations/${data.id}`;
  const inbound = await call(`POST ${path}/messages`, { direction: 'inbound', author: 'agent', body: 'Hello' });
  expect(inbound.data).toMatchObject({ author: 'contact', status: 'received', sentAt: expect.any(String) });
  const resolved = await call(`PATCH ${path}`, { status: 'resolved' });
  expect(resolved.data).toMatchObject({ resolvedAt: expect.any(String), lastMessageAt: inbound.data.createdAt });
  expect((await call(`PATCH ${path}`, { status: 'open' })).data.resolvedAt).toBeNull();
  expect(await call(`PATCH ${path}`, { resolvedAt: '2027-01-01' })).toMatchObject({
    status: 400,
    fields: ['resolvedAt'],
  });
  await call(`DELETE /contacts/${contact.data.id}`);
  expect(await call(`GET ${path}`)).toMatchObject({ status: 404 });
  expect(await call(`GET ${path}/messages`)).toMatchObject({ status: 404 });
});

test('conversations that nobody is assigned to are listed by assignedTo=none', async () => {
  const me = (await app.rest('GET /auth/me', { as: owner.token })).body.data as { user: { id: string } };
  const contactId = (await call('POST /contacts', { name: 'Waiting' })).data.id;
  const mine = await call('POST /conversations', { contactId, channel: 'webchat', assignedTo: me.user.id });
  const free = await call('POST /conversations', { contactId, channel: 'webchat' });
  const listed = async (assignedTo: string) => {
    const { data } = await call(`GET /conversations?contactId=${contactId}&assignedTo=${assignedTo}`);
    return (data as unknown as { id: string }[]).map(({ id }) => id);
  };
  expect(await listed('none')).toEqual([free.data.id]);
  expect(await listed(me.user.id)).toEqual([mine.data.id]);
  expect(await call('GET /conversations?assignedTo=nobody')).toMatchObject({ status: 400, fields: ['assignedTo'] });
});

test('a member who leaves is unassigned, and a workspace is deleted with all its records', async () => {
  const helper = await app.seed.owner();
  const pool = app.services.db.pool;
  const text = 'select user_id from members where workspace_id = $1';
  const assignedTo = (await pool.query<{ user_id: string }>(text, [helper.workspaceId])).rows[0]?.user_id;
  await pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'EDITOR')`, [
    owner.workspaceId,
    assignedTo,
  ]);
  const contact = await call('POST /contacts', { name: 'Mine', assignedTo });
  const pipeline = await call('POST /pipelines', { name: 'Sales', stages });
  await call('POST /opportunities', {
    name: 'O',
    pipelineId: pipeline.data.id,
    stageId: 'first',
    contactId: contact.data.id,
  });
  await pool.query('delete from members where user_id = $1', [assignedTo]);
  expect((await call(`GET /contacts/${contact.data.id}`)).data).toMatchObject({ name: 'Mine', assignedTo: null });
  await pool.query('delete from workspaces where id = $1', [owner.workspaceId]);
  for (const table of ['contacts', 'opportunities', 'pipelines']) {
    const left = await pool.query(`select 1 from ${table} where workspace_id = $1`, [owner.workspaceId]);
    expect([table, left.rowCount]).toEqual([table, 0]);
  }
});
