import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
const agentId = '01890000-0000-7000-8000-00000000000a';
const flowId = '01890000-0000-7000-8000-00000000000f';
/** Half past five in the morning in Kathmandu, on 21 March; 20 March in UTC. */
const now = '2026-03-20T23:45:00Z';

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now), production: false });
  owner = await app.seed.owner();
  const { pool } = app.services.db;
  await pool.query(`update workspaces set timezone = 'Asia/Kathmandu' where id = $1`, [owner.workspaceId]);
  const insert = (text: string, ...values: unknown[]) => pool.query(text, [owner.workspaceId, ...values]);
  // Four contacts on 21 March, local time, and two in the month before.
  for (const [at, status, source] of [
    ['2026-03-20T18:15:00Z', 'lead', 'web'],
    ['2026-03-20T19:00:00Z', 'lead', 'web'],
    ['2026-03-20T20:00:00Z', 'customer', null],
    ['2026-03-20T23:00:00Z', 'qualified', 'fair'],
    ['2026-02-01T00:00:00Z', 'lead', 'web'],
    ['2026-02-02T00:00:00Z', 'lost', 'web'],
  ]) {
    await insert(
      `insert into contacts (workspace_id, id, status, source, tags, do_not_contact, custom_fields, created_at, updated_at)
       values ($1, uuidv7(), $3, $4, '{}', false, '{}', $2, $2)`,
      at,
      status,
      source,
    );
  }
  await insert(
    `insert into agents (workspace_id, id, name, tools, is_active, created_at, updated_at) values ($1, $2, 'Ada', '{}', true, now(), now())`,
    agentId,
  );
  for (const [at, channel, resolved, agent] of [
    ['2026-03-19T10:00:00Z', 'sms', '2026-03-19T10:30:00Z', agentId],
    ['2026-03-19T10:00:00Z', 'email', '2026-03-20T20:00:00Z', null],
    ['2026-03-20T10:00:00Z', 'email', null, agentId],
  ]) {
    await insert(
      `insert into conversations (workspace_id, id, contact_id, channel, status, agent_id, resolved_at, created_at, updated_at)
       select $1, uuidv7(), c.id, $3, case when $4::timestamptz is null then 'open' else 'resolved' end, $5::uuid, $4, $2, $2
       from contacts c where c.workspace_id = $1 limit 1`,
      at,
      channel,
      resolved,
      agent,
    );
  }
  for (const [status, ms, trigger, node] of [
    ['completed', 50, 'manual', 'start'],
    ['completed', 50, 'ai_tool', 'tool:a'],
    ['completed', 1_000, 'ai_tool', 'tool:a'],
    ['failed', 90, 'manual', 'start'],
    ['running', null, 'manual', 'start'],
    ['completed', 5, 'simulation', 'start'],
  ]) {
    await insert(
      `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, trigger_node_id, started_at, created_at)
       values (uuidv7(), $1, $2, 'Gone flow', 1, $3, $4, '2026-03-20T12:00:00Z', '2026-03-20T12:00:00Z')`,
      flowId,
      trigger,
      node,
    );
    if (status === 'running') continue;
    await insert(
      `update executions set status = $2, finished_at = started_at + make_interval(secs => $3 / 1000.0)
       where workspace_id = $1 and id = (select max(id::text)::uuid from executions where workspace_id = $1)`,
      status,
      ms,
    );
  }
  for (const [status, code] of [
    ['sent', null],
    ['sent', null],
    ['sent', null],
    ['failed', 'PROVIDER_REFUSED'],
  ]) {
    await insert(
      `insert into outbox_messages (workspace_id, id, execution_id, node_id, idempotency_key, channel, recipient, body, source,
         status, error, created_at)
       values ($1, uuidv7(), uuidv7(), 'n', uuidv7()::text, 'sms', 'x', 'x', 'platform', $2,
         case when $3::text is not null then json_build_object('code', $3::text) end, '2026-03-20T12:00:00Z')`,
      status,
      code,
    );
  }
  await insert(
    `insert into calendar_events (workspace_id, id, title, starts_at, ends_at, timezone, status, created_at, updated_at)
     select $1, uuidv7(), 'T', at, at + interval '1 hour', 'UTC', status, '2026-03-01', '2026-03-01'
     from (values ('2026-03-20T10:00:00Z'::timestamptz, 'scheduled'), ('2026-03-21T10:00:00Z', 'scheduled'),
       ('2026-03-21T10:00:00Z', 'cancelled')) as e(at, status)`,
  );
});

afterAll(() => app.stop());

const get = async (path: string, as = owner.token) =>
  app.rest(`GET /workspaces/${owner.workspaceId}/analytics/${path}`, { as });
/** What an answer says beside its period. */
const data = async (path: string): Promise<never> => {
  const { period: _, from: __, to: ___, ...numbers } = (await get(path)).body.data as Record<string, unknown>;
  return numbers as never;
};

interface Texts {
  leads: { sources: object[] };
  flows: { topFlows: { name: string | null }[] };
  agents: { topAgents: { name: string | null }[] };
}

describe('analytics', () => {
  test('the overview has totals, new records, and the change against the period before', async () => {
    expect(await data('overview?period=30d')).toEqual({
      contacts: { total: 6, new: 4, change: 1 },
      conversations: { total: 3, new: 3, change: null },
      messages: { total: 0, new: 0, change: 0 },
      flows: { total: 0, active: 0, executions: 5 },
      agents: { total: 1, active: 1, sessions: 2 },
      appointments: { total: 3, upcoming: 1 },
    });
    expect(await data('overview?period=7d')).toMatchObject({ contacts: { total: 6, new: 4, change: null } });
    expect(await data('overview?period=yesterday')).toEqual(await data('overview'));
  });

  test('conversations are counted by status, channel and day, with resolution times', async () => {
    const { timeline, ...rest } = (await data('conversations?period=7d')) as { timeline: object[] };
    expect(rest).toEqual({
      byStatus: [
        { status: 'open', count: 1 },
        { status: 'pending', count: 0 },
        { status: 'resolved', count: 2 },
      ],
      byChannel: ['whatsapp', 'sms', 'email', 'webchat', 'voice'].map((channel) => ({
        channel,
        count: { sms: 1, email: 2 }[channel] ?? 0,
      })),
      resolutionTime: { averageMinutes: 1_035, p50Minutes: expect.any(Number), p90Minutes: expect.any(Number) },
    });
    const { p50Minutes, p90Minutes } = (rest as { resolutionTime: { p50Minutes: number; p90Minutes: number } })
      .resolutionTime;
    expect(Math.abs(p50Minutes / 30 - 1)).toBeLessThan(0.0101);
    expect(Math.abs(p90Minutes / 2_040 - 1)).toBeLessThan(0.0101);
    expect(timeline).toHaveLength(7);
    // Days in the time zone of Kathmandu.
    expect(timeline.slice(-3)).toEqual([
      { date: '2026-03-19', opened: 2, resolved: 1 },
      { date: '2026-03-20', opened: 1, resolved: 0 },
      { date: '2026-03-21', opened: 0, resolved: 1 },
    ]);
  });

  test('leads are counted by status, source and day', async () => {
    const { timeline, ...rest } = (await data('leads?period=90d')) as { timeline: { date: string; count: number }[] };
    expect(rest).toEqual({
      funnel: [
        { status: 'lead', count: 3, rate: 0.5 },
        { status: 'qualified', count: 1, rate: 0.1667 },
        { status: 'customer', count: 1, rate: 0.1667 },
        { status: 'lost', count: 1, rate: 0.1667 },
      ],
      sources: [
        { source: 'web', count: 4 },
        { source: null, count: 1 },
        { source: 'fair', count: 1 },
      ],
    });
    expect(timeline).toHaveLength(90);
    expect([timeline[0]?.date, timeline[89]]).toEqual(['2025-12-22', { date: '2026-03-21', count: 4 }]);
  });

  test('flows are counted by outcome and duration of their executions, without simulations', async () => {
    const { timeline, duration, ...rest } = (await data('flows')) as { timeline: object[]; duration: object };
    expect(rest).toEqual({
      executions: { total: 5, completed: 3, failed: 1, cancelled: 0, running: 1 },
      successRate: 0.75,
      topFlows: [{ flowId, name: 'Gone flow', executions: 5, successRate: 0.75 }],
      byTrigger: null,
    });
    expect(duration).toEqual({ averageMs: 298, p50Ms: 50, p95Ms: expect.any(Number) });
    expect(timeline.at(-2)).toEqual({ date: '2026-03-20', total: 5, completed: 3, failed: 1 });
  });

  test('the executions of one flow are counted by the trigger that started them, without simulations', async () => {
    const ofFlow = async (id: string, as = owner.token) =>
      ((await get(`flows?period=7d&flowId=${id}`, as)).body.data as { byTrigger: object[] }).byTrigger;
    const expected = [
      { triggerNodeId: 'start', executions: 3, completed: 1, failed: 1, averageMs: 70 },
      { triggerNodeId: 'tool:a', executions: 2, completed: 2, failed: 0, averageMs: 525 },
    ];
    expect(await ofFlow(flowId)).toEqual(expected);
    expect(await ofFlow(flowId.toUpperCase())).toEqual(expected);
    expect(await ofFlow(agentId)).toEqual([]);
    expect((await get('flows?flowId=start')).body.error).toMatchObject({ details: [{ field: 'flowId' }] });
    expect(await ofFlow(flowId, await app.seed.apiKey(owner, ['analytics:read']))).toEqual([]);
    const other = await app.seed.owner();
    const theirs = await app.rest(`GET /workspaces/${other.workspaceId}/analytics/flows?flowId=${flowId}`, {
      as: other.token,
    });
    expect(theirs.body.data).toMatchObject({ byTrigger: [] });
  });

  test('numbers alone show no texts of contacts, flows and assistants', async () => {
    const numbers = await app.seed.apiKey(owner, ['analytics:read']);
    const all = await app.seed.apiKey(owner, ['analytics:read', 'contacts:read', 'flows:read', 'agents:read']);
    const textsFor = async (as: string) => {
      const { leads, flows, agents } = (await get('dashboard?period=90d', as)).body.data as never as Texts;
      return [leads.sources, flows.topFlows.map(({ name }) => name), agents.topAgents.map(({ name }) => name)];
    };
    expect(await textsFor(numbers)).toEqual([[], [null], [null]]);
    expect(await textsFor(all)).toEqual([
      expect.arrayContaining([{ source: 'web', count: 4 }]),
      ['Gone flow'],
      ['Ada'],
    ]);
  });

  test('agents are counted by sessions and tool calls, SMS by outcome', async () => {
    const { timeline, ...agents } = (await data('agents')) as { timeline: object[] };
    expect(agents).toEqual({ sessions: 2, toolCalls: 2, topAgents: [{ agentId, name: 'Ada', sessions: 2 }] });
    expect(timeline.slice(-3)).toEqual([
      { date: '2026-03-19', sessions: 1, toolCalls: 0 },
      { date: '2026-03-20', sessions: 1, toolCalls: 2 },
      { date: '2026-03-21', sessions: 0, toolCalls: 0 },
    ]);
    const { timeline: days, ...sms } = (await data('sms')) as { timeline: object[] };
    expect(sms).toEqual({
      sent: 3,
      delivered: 0,
      failed: 1,
      errorRate: 0.25,
      failureReasons: [{ reason: 'PROVIDER_REFUSED', count: 1 }],
    });
    expect(days.at(-2)).toEqual({ date: '2026-03-20', sent: 3, delivered: 0, failed: 1 });
  });

  test('the dashboard contains all of that except SMS', async () => {
    const dashboard = (await data('dashboard?period=7d')) as Record<string, unknown>;
    expect(Object.keys(dashboard).sort()).toEqual(['agents', 'conversations', 'flows', 'leads', 'overview']);
    for (const [part, reported] of Object.entries(dashboard)) {
      const whole = part === 'flows' ? { ...(reported as object), byTrigger: null } : reported;
      expect(whole).toEqual(await data(`${part}?period=7d`));
    }
  });

  test.each(['overview', 'conversations', 'leads', 'flows', 'agents', 'sms', 'dashboard'])(
    '%s say of which period they are, also where another one was sent',
    async (part) => {
      const days = { '7d': '2026-03-15', '30d': '2026-02-20', '90d': '2025-12-22' };
      for (const [period, from] of Object.entries(days)) {
        expect((await get(`${part}?period=${period}`)).body.data).toMatchObject({ period, from, to: '2026-03-21' });
      }
      const fallback = { period: '30d', from: days['30d'], to: '2026-03-21' };
      for (const query of ['', '?period=bogus', '?period=toString', '?period=']) {
        expect((await get(`${part}${query}`)).body.data).toMatchObject(fallback);
      }
    },
  );

  test('say the same in GraphQL', async () => {
    const query = `query ($w: ID!) { workspace(id: $w) { analytics(period: "bogus") { period from to sms { period from to } } } }`;
    const { data: found } = await app.graphql<{ workspace: unknown }>(query, { w: owner.workspaceId }, owner.token);
    const days = { period: '30d', from: '2026-02-20', to: '2026-03-21' };
    expect(found?.workspace).toEqual({ analytics: { ...days, sms: days } });
  });

  test('a request for one number reads one number, and none without the capability', async () => {
    const seen: string[] = [];
    const wall = app.services.db.tenantPool;
    const spy = (text: unknown) => seen.push(String((text as { text?: string }).text ?? text));
    const onQuery = wall.connect.bind(wall);
    Object.assign(wall, {
      connect: async (...args: []) => {
        const client = (await onQuery(...args)) as never as { query: (...values: unknown[]) => unknown };
        const query = client.query.bind(client);
        client.query = (...values) => {
          spy(values[0]);
          return query(...values);
        };
        return client;
      },
    });
    const text = `query ($w: ID!) { workspace(id: $w) { analytics(period: "7d") { overview { contacts { new } } } } }`;
    const { data: answer } = await app.graphql(text, { w: owner.workspaceId }, owner.token);
    expect(answer).toEqual({ workspace: { analytics: { overview: { contacts: { new: 4 } } } } });
    const reads = seen.filter((one) => /read_|count_records/.test(one));
    expect(reads.length).toBeLessThanOrEqual(1);
    const key = await app.seed.apiKey(owner, ['flows:read']);
    expect((await get('overview', key)).status).toBe(403);
  });
});
