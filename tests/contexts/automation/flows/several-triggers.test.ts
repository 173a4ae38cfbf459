import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fireDueSchedules } from '../../../../src/contexts/automation/schedules/fire-due-schedules.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
}, 60_000);
beforeEach(async () => {
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

interface Trigger {
  nodeId: string;
  type: string;
  isActive: boolean;
  webhookToken: string | null;
  webhookUrl: string | null;
  nextAt: string | null;
}

interface FlowBody {
  id: string;
  webhookToken: string | null;
  settings: { triggerType: string; triggerConfig: object };
  nodes: { id: string; type: string; data: object }[];
  triggers: Trigger[];
}

interface ExecutionBody {
  id: string;
  trigger: string;
  triggerNodeId: string | null;
  startNodeId?: string | null;
  status: string;
  output: unknown;
}

async function api<T = FlowBody>(route: string, body?: object, status = 200): Promise<T> {
  const path = route.replace(' ', ` /workspaces/${owner.workspaceId}/flows`);
  const answer = await app.rest(path, { as: owner.token, ...(body && { body }) });
  expect([answer.status, answer.body.error]).toEqual([status, undefined]);
  return answer.body.data as T;
}

const echo = (id: string, text: string) => node(id, 'data.transform', { expression: `"${text}"` });

/** Two webhooks, two schedules and a manual start, each with a step of its own before a common one. */
const several = () =>
  graph(
    [
      node('orders', 'trigger.webhook', { dedupeKey: '{{triggerData.id}}' }),
      node('refunds', 'trigger.webhook', { responseMode: 'result', methods: ['PUT'] }),
      node('daily', 'trigger.schedule', { cron: '0 3 * * *' }),
      node('hourly', 'trigger.schedule', { everyMinutes: 60 }),
      node('hand', 'trigger.manual'),
      ...['orders', 'refunds', 'daily', 'hourly', 'hand'].map((id) => echo(`of_${id}`, id)),
      node('common', 'logic.merge'),
    ],
    ...['orders', 'refunds', 'daily', 'hourly', 'hand'].flatMap((id) => [`${id}>of_${id}`, `of_${id}>common`]),
  );

const create = async (body: object, active = true) => {
  const { id } = await app.seed.flow(owner, { ...body }, active);
  return api(`GET /${id}`);
};

const byNode = ({ triggers }: FlowBody) => new Map(triggers.map((one) => [one.nodeId, one]));

async function call(flow: FlowBody, nodeId: string, body: object, method = 'POST') {
  const url = new URL(byNode(flow).get(nodeId)?.webhookUrl as string);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(app.url + url.pathname + url.search, { method, headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    ...((await response.json()) as { data?: { executionId: string; output?: unknown } }),
  };
}

const executionsOf = (flowId: string) => api<ExecutionBody[]>(`GET /${flowId}/executions`);

describe('a flow with several triggers', () => {
  test('shows each with its URL or its next time, and the first webhook as its own', async () => {
    const flow = await create(several());
    expect(flow.triggers.map(({ nodeId, type, isActive }) => [nodeId, type, isActive])).toEqual([
      ['orders', 'webhook', true],
      ['refunds', 'webhook', true],
      ['daily', 'schedule', true],
      ['hourly', 'schedule', true],
      ['hand', 'manual', true],
    ]);
    const tokens = flow.triggers.map(({ webhookToken }) => webhookToken);
    expect(tokens).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
      null,
      null,
      null,
    ]);
    expect(tokens[0]).not.toBe(tokens[1]);
    expect(flow.webhookToken).toBe(tokens[0]);
    expect(flow.triggers.map(({ nextAt }) => nextAt !== null)).toEqual([false, false, true, true, false]);
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    const shown = await app.rest(`GET /workspaces/${owner.workspaceId}/flows/${flow.id}`, { as: reader });
    expect((shown.body.data as FlowBody).triggers.map(({ webhookUrl }) => webhookUrl)).toEqual(Array(5).fill(null));
  });

  test('starts at the webhook that is called, by its own rules, and waits for no branch of another trigger', async () => {
    const flow = await create(several());
    expect((await call(flow, 'refunds', {})).status).toBe(405);
    expect(await call(flow, 'refunds', {}, 'PUT')).toMatchObject({
      status: 200,
      data: { status: 'completed', output: { inputs: { of_refunds: 'refunds' } } },
    });
    const first = await call(flow, 'orders', { id: 7 });
    const again = await call(flow, 'orders', { id: 7 });
    expect([first.status, again.data?.executionId]).toEqual([202, first.data?.executionId]);
    const ended = await reached(app, owner, first.data?.executionId as string);
    expect(ended).toMatchObject({ status: 'completed', triggerNodeId: 'orders' });
    expect(ended.steps.map(({ nodeId }) => nodeId)).toEqual(['orders', 'of_orders', 'common']);
    const list = await executionsOf(flow.id);
    expect(list.map(({ trigger: how, triggerNodeId }) => [how, triggerNodeId])).toEqual([
      ['webhook', 'orders'],
      ['webhook', 'refunds'],
    ]);
    const filtered = await api<ExecutionBody[]>(`GET /${flow.id}/executions?filter[triggerNodeId][eq]=refunds`);
    expect(filtered.map(({ triggerNodeId }) => triggerNodeId)).toEqual(['refunds']);
  });

  test('fires each schedule at its own time', async () => {
    const flow = await create(several());
    const due = `update flow_triggers set due_at = now() - interval '1 second' where flow_id = $1 and node_id = 'hourly'`;
    await app.services.db.pool.query(due, [flow.id]);
    await fireDueSchedules(app.services);
    const [only, ...others] = await executionsOf(flow.id);
    expect([only?.trigger, only?.triggerNodeId, others]).toEqual(['schedule', 'hourly', []]);
    const after = await api(`GET /${flow.id}`);
    expect(byNode(after).get('daily')).toEqual(byNode(flow).get('daily'));
    expect(Date.parse(byNode(after).get('hourly')?.nextAt as string)).toBeGreaterThan(Date.now());
  });

  test('starts by hand at its manual trigger, or where the caller says', async () => {
    const { id } = await create(several());
    const byHand = await reached(app, owner, await trigger(app, owner, id));
    expect(byHand).toMatchObject({ triggerNodeId: 'hand', output: { inputs: { of_hand: 'hand' } } });
    const there = await reached(app, owner, await trigger(app, owner, id, { startNodeId: 'daily' }));
    expect(there).toMatchObject({ triggerNodeId: 'daily', output: { inputs: { of_daily: 'daily' } } });
    const inside = await reached(app, owner, await trigger(app, owner, id, { startNodeId: 'of_daily' }));
    expect(inside).toMatchObject({ startNodeId: 'of_daily', triggerNodeId: null });
  });

  test('retries an execution by the trigger that started it', async () => {
    const flow = await create(several());
    const first = await call(flow, 'refunds', { n: 1 }, 'PUT');
    const retried = await api<{ executionId: string }>(
      `POST /executions/${first.data?.executionId}/retry`,
      { from: 'start' },
      202,
    );
    const ended = await reached(app, owner, retried.executionId);
    expect(ended).toMatchObject({ triggerNodeId: 'refunds', output: { inputs: { of_refunds: 'refunds' } } });
  });

  test('is found by the type of each of its triggers', async () => {
    const { id } = await create(several(), false);
    for (const type of ['webhook', 'schedule', 'manual'])
      expect((await api<FlowBody[]>(`GET ?triggerType=${type}`)).map((flow) => flow.id)).toEqual([id]);
    expect(await api<FlowBody[]>('GET ?triggerType=ai_tool')).toEqual([]);
    expect((await api<FlowBody[]>('GET ?filter[triggerType][in]=schedule,crm_event')).map((flow) => flow.id)).toEqual([
      id,
    ]);
  });
});

describe('the webhooks of a flow', () => {
  test('get a new token one by one', async () => {
    const flow = await create(several());
    const [before, after] = [byNode(flow), byNode(await api(`POST /${flow.id}/regenerate-token?nodeId=refunds`))];
    expect(after.get('orders')?.webhookToken).toBe(before.get('orders')?.webhookToken);
    expect(after.get('refunds')?.webhookToken).not.toBe(before.get('refunds')?.webhookToken);
    expect((await call(flow, 'refunds', {}, 'PUT')).status).toBe(401);
    const path = `POST /workspaces/${owner.workspaceId}/flows/${flow.id}/regenerate-token?nodeId=daily`;
    const { status, body } = await app.rest(path, { as: owner.token });
    expect([status, body.error.details?.[0]]).toMatchObject([
      400,
      { field: 'nodeId', message: 'nodeId must be one of the webhook and form triggers of the flow: orders, refunds.' },
    ]);
  });

  test('keep their token where the node gets another ID, and lose it with their trigger', async () => {
    const flow = await create(several());
    const renamed = JSON.parse(JSON.stringify(several()).replaceAll('refunds', 'returns')) as object;
    const changed = byNode(await api(`PATCH /${flow.id}`, renamed));
    const [orders, refunds] = flow.triggers.map(({ webhookToken }) => webhookToken);
    expect([changed.get('orders')?.webhookToken, changed.get('returns')?.webhookToken]).toEqual([orders, refunds]);
    const hand = several();
    const nodes = hand.nodes.map((one) => (one.id === 'orders' ? node('orders', 'trigger.manual') : one));
    const less = await api(`PATCH /${flow.id}`, { ...hand, nodes });
    expect(byNode(less).get('orders')).toMatchObject({ type: 'manual', webhookToken: null });
    const back = byNode(await api(`PATCH /${flow.id}`, several()));
    expect(back.get('orders')?.webhookToken).not.toBe(orders);
  });
});

test('a disabled trigger starts nothing', async () => {
  const content = several();
  for (const one of content.nodes)
    if (['refunds', 'hourly'].includes(one.id)) Object.assign(one.data, { disabled: true });
  const flow = await create(content);
  expect(byNode(flow).get('hourly')).toMatchObject({ isActive: false, nextAt: null });
  const refused = (await call(flow, 'refunds', {}, 'PUT')) as {
    status: number;
    error?: { code: string; message: string };
  };
  expect([refused.status, refused.error]).toMatchObject([
    409,
    { code: 'FLOW_PAUSED', message: 'The webhook is disabled in its flow. Enable its trigger.' },
  ]);
  expect((await call(flow, 'orders', { id: 1 })).status).toBe(202);
});

test('an event starts a flow once, by the first trigger whose conditions it meets', async () => {
  const on = (id: string, right: string) =>
    node(id, 'trigger.crmEvent', {
      eventType: 'custom.paid',
      conditions: [{ left: '{{triggerData.data.kind}}', operator: 'startsWith', right }],
    });
  const { id } = await create(graph([on('a', 'gift'), on('b', 'g'), echo('end', 'x')], 'a>end', 'b>end'));
  for (const kind of ['gift', 'goods', 'other'])
    await app.rest(`POST /workspaces/${owner.workspaceId}/events`, {
      as: owner.token,
      body: { type: 'custom.paid', data: { kind } },
    });
  expect((await executionsOf(id)).map(({ triggerNodeId }) => triggerNodeId)).toEqual(['b', 'a']);
});

test('a flow with two tools is two tools', async () => {
  const tool = (id: string, toolName: string) =>
    node(id, 'trigger.aiTool', {
      toolName,
      description: `${toolName} it`,
      parameters: { properties: { [id]: { type: 'string' } } },
    });
  const { id } = await create(
    graph(
      [tool('a', 'find'), tool('b', 'book'), echo('found', 'found'), echo('booked', 'booked')],
      'a>found',
      'b>booked',
    ),
  );
  const tools = await api<{ flowId: string; nodeId: string; name: string }[]>('GET /tools?sortBy=name&sortOrder=desc');
  expect(tools.map(({ flowId, nodeId, name }) => [flowId, nodeId, name])).toEqual([
    [id, 'a', 'find'],
    [id, 'b', 'book'],
  ]);
  expect(await api(`POST /${id}/call`, { arguments: { a: 'x' } })).toMatchObject({ output: 'found' });
  expect(await api(`POST /${id}/call`, { nodeId: 'b', arguments: { b: 'x' } })).toMatchObject({ output: 'booked' });
  const wrong = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${id}/call`, {
    as: owner.token,
    body: { nodeId: 'found' },
  });
  expect(wrong.body.error.details?.[0]?.message).toBe('nodeId must be one of the ai_tool triggers of the flow: a, b.');
});

describe('the settings of a flow with several triggers', () => {
  test('mirror the trigger that they name, also after other changes', async () => {
    const flow = await create({ ...several(), settings: { triggerType: 'schedule' } }, false);
    expect(flow.settings).toMatchObject({ triggerType: 'schedule', triggerConfig: { cron: '0 3 * * *' } });
    const renamed = await api(`PATCH /${flow.id}`, { name: 'Renamed' });
    expect(renamed.settings).toEqual(flow.settings);
    const changed = await api(`PATCH /${flow.id}`, { settings: { triggerConfig: { cron: '0 4 * * *' } } });
    expect(changed.nodes.find(({ id }) => id === 'daily')?.data).toEqual({ cron: '0 4 * * *' });
    expect(changed.triggers.map(({ nodeId }) => nodeId)).toEqual(flow.triggers.map(({ nodeId }) => nodeId));
  });
});
