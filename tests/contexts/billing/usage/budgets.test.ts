import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type CreditReserve,
  createCreditReserve,
  createOperationMeter,
  credits,
} from '../../../../src/contexts/billing/usage/index.js';
import { type Database, openDatabase } from '../../../../src/platform/database/database.js';
import { newId } from '../../../../src/platform/new-id.js';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { ledgerAccountsOf } from './ledger-accounts.js';

let app: TestApp;
/** A second process on the same database. */
let other: Database;
let outside: LoopbackServer;

beforeAll(async () => {
  outside = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': (_request, response) =>
      void response.writeHead(201, { 'content-type': 'application/json' }).end(`{"sid":"SM${randomUUID()}"}`),
    '/site': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Acme</title><p>hello@acme.example</p>'),
  });
  const twilio = { baseUrl: outside.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' };
  app = await startTestApp({ worker: true, providers: { twilio } });
  other = await openDatabase({ url: app.database.url, entities: [], poolSize: 8 });
});

afterAll(async () => {
  await other.close();
  await app.stop();
  await outside.close();
});

const micros = (amount: number) => BigInt(amount) * 1_000_000n;
const query = async (text: string, values: unknown[]) => (await other.pool.query(text, values)).rows;

const setBudgets = (owner: Owner, body: object, as = owner.token) =>
  app.rest(`PATCH /workspaces/${owner.workspaceId}`, { as, body });

/** A flow that sends one SMS to +1, which costs a credit. */
const smsFlow = (owner: Owner, settings: object = {}) =>
  app.seed.flow(owner, {
    ...graph(
      [node('start', 'trigger.manual'), node('sms', 'message.sms', { to: '+15550100200', text: 'Hi' })],
      'start>sms',
    ),
    settings: { maxConcurrent: 100, ...settings },
  });

/** A flow that returns the event that started it. */
const listener = (owner: Owner) =>
  app.seed.flow(owner, {
    ...graph([node('start', 'trigger.crmEvent', { eventType: 'budget.exceeded' })]),
    settings: { triggerType: 'crm_event', triggerConfig: { eventType: 'budget.exceeded' } },
  });

const runsOf = async (owner: Owner, flowId: string): Promise<{ triggerData: { data: object } }[]> =>
  query('select trigger_data as "triggerData" from executions where workspace_id = $1 and flow_id = $2 order by id', [
    owner.workspaceId,
    flowId,
  ]);

async function run(owner: Owner, flowId: string): Promise<string> {
  const { status, error } = await reached(app, owner, await trigger(app, owner, flowId));
  return error?.code ?? status;
}

const smsSent = (cost: bigint) => ({
  id: newId(),
  eventType: 'sms_sent' as const,
  app: 'twilio',
  country: null,
  source: 'platform' as const,
  quantity: 1,
  unit: 'segment',
  micros: cost,
});

const analyze = (owner: Owner) =>
  app.rest(`POST /workspaces/${owner.workspaceId}/company-contexts/analyze-site`, {
    as: owner.token,
    body: { websiteUrl: `${outside.origin}/site` },
  });

describe('the budgets of a workspace', () => {
  test('are set by owners and admins, as decimals, and removed with null', async () => {
    const owner = await app.seed.owner();
    const set = await setBudgets(owner, { dailyBudget: '12.5', monthlyBudget: '100' });
    expect([set.status, set.body.data]).toEqual([
      200,
      expect.objectContaining({ dailyBudget: '12.500000', monthlyBudget: '100.000000' }),
    ]);
    const { updatedAt } = set.body.data as { updatedAt: string };
    const same = await setBudgets(owner, { dailyBudget: '12.500' });
    expect(same.body.data).toMatchObject({ dailyBudget: '12.500000', updatedAt });
    expect((await setBudgets(owner, { dailyBudget: 12.5 })).body.data).toMatchObject({
      dailyBudget: '12.500000',
      updatedAt,
    });
    const removed = await setBudgets(owner, { dailyBudget: null });
    expect(removed.body.data).toMatchObject({ dailyBudget: null, monthlyBudget: '100.000000' });
    const shown = await app.rest(`GET /workspaces/${owner.workspaceId}`, { as: owner.token });
    expect(shown.body.data).toMatchObject({ dailyBudget: null, monthlyBudget: '100.000000' });
    const listed = await app.rest('GET /workspaces', { as: owner.token });
    expect(listed.body.data).toMatchObject([{ dailyBudget: null, monthlyBudget: '100.000000' }]);
    for (const wrong of ['-1', '1e3', '0.0000001', 'much', '1000000000000000']) {
      const { status, body } = await setBudgets(owner, { monthlyBudget: wrong });
      expect([status, body.error.details]).toEqual([
        400,
        [
          expect.objectContaining({
            field: 'monthlyBudget',
            message: expect.stringMatching(
              /^monthlyBudget must be a decimal (number|with at most 12 digits before and 6 after)/,
            ),
          }),
        ],
      ]);
    }
    const key = await app.seed.apiKey(owner, ['flows:write']);
    expect((await setBudgets(owner, { dailyBudget: '1' }, key)).status).toBe(403);
  });

  test('refuse operations in flows and outside of them, and let free ones through', async () => {
    const owner = await app.seed.owner();
    const flow = await smsFlow(owner);
    await setBudgets(owner, { dailyBudget: '3' });
    expect((await analyze(owner)).status).toBe(200);
    expect(await run(owner, flow.id)).toBe('completed');
    expect(await run(owner, flow.id)).toBe('BUDGET_EXCEEDED');
    const refused = await analyze(owner);
    expect([refused.status, refused.body.error]).toEqual([
      402,
      expect.objectContaining({
        code: 'BUDGET_EXCEEDED',
        message:
          'Over budget: site_analysis costs 2.000000 credits, and the workspace must not spend more than 3.000000 a day. Raise dailyBudget of the workspace, or wait for the next day.',
      }),
    ]);
    const free = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
    expect(await run(owner, free.id)).toBe('completed');
    await setBudgets(owner, { dailyBudget: '4' });
    expect(await run(owner, flow.id)).toBe('completed');
    expect(await ledgerAccountsOf(other.pool, owner.workspaceId)).toMatchObject({ balance: 996e6, reserved: 0 });
  });

  test.each([
    ['dailyBudget', 'today - 1', 200],
    ['dailyBudget', 'today', 402],
    ['monthlyBudget', `date_trunc('month', today)::date - 1`, 200],
    ['monthlyBudget', `date_trunc('month', today)::date`, 402],
  ])('count what was spent in the period: a %s of 3 with 2 credits spent on %s', async (name, day, status) => {
    const owner = await app.seed.owner();
    await query(
      `insert into workspace_spending (workspace_id, day, credits_micros)
       select $1, ${day}, 2000000 from (select (now() at time zone 'UTC')::date as today) t`,
      [owner.workspaceId],
    );
    await setBudgets(owner, { [name]: '3' });
    expect((await analyze(owner)).status).toBe(status);
  });

  test('do not refuse the charge of what was performed already', async () => {
    const owner = await app.seed.owner();
    await setBudgets(owner, { dailyBudget: '0' });
    const meter = createOperationMeter(app.services.get(credits), owner.workspaceId);
    const minutes = { eventType: 'voice_minute' as const, country: 'US', source: 'platform' as const, quantity: 2 };
    await expect(meter.perform(minutes, async () => 'called')).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
    expect(await meter.perform({ ...minutes, isPerformed: true }, async () => 'called')).toBe('called');
    expect(await ledgerAccountsOf(other.pool, owner.workspaceId)).toMatchObject({ balance: 997e6, reserved: 0 });
  });
});

describe('the budgets of a flow', () => {
  test('refuse its steps for a day or a month, from the current settings of the flow', async () => {
    const owner = await app.seed.owner();
    const daily = await smsFlow(owner, { dailyBudget: '1' });
    const monthly = await smsFlow(owner, { monthlyBudget: '1' });
    for (const { id } of [daily, monthly]) expect(await run(owner, id)).toBe('completed');
    for (const { id } of [daily, monthly]) expect(await run(owner, id)).toBe('BUDGET_EXCEEDED');
    const patch = (id: string, settings: object) =>
      app.rest(`PATCH /workspaces/${owner.workspaceId}/flows/${id}`, { as: owner.token, body: { settings } });
    expect((await patch(monthly.id, { monthlyBudget: 'x' })).status).toBe(400);
    expect((await patch(monthly.id, { monthlyBudget: '2' })).body.data).toMatchObject({
      settings: { monthlyBudget: '2' },
    });
    expect(await run(owner, monthly.id)).toBe('completed');
    await patch(daily.id, { dailyBudget: null });
    expect(await run(owner, daily.id)).toBe('completed');
  });
});

describe('concurrent operations of several processes', () => {
  test('never spend more than the budgets of their workspace and flows, nor less', async () => {
    const owner = await app.seed.owner();
    const { workspaceId } = owner;
    await setBudgets(owner, { dailyBudget: '30', monthlyBudget: '1000' });
    const flows = [await smsFlow(owner, { dailyBudget: '10' }), await smsFlow(owner, { monthlyBudget: '10' })];
    const reserves: CreditReserve[] = [app.services.get(credits).reserve, createCreditReserve(other)];
    const outcomes = await Promise.all(
      Array.from({ length: 90 }, async (_, index) => {
        const reserve = reserves[index % 2] as CreditReserve;
        const flowId = flows[index % 3]?.id ?? null;
        const key = { workspaceId, executionId: randomUUID(), operation: 'a', flowId };
        const { kind } = await reserve.reserve({ ...key, micros: micros(1) });
        if (kind === 'granted') await reserve.settle({ ...key, event: smsSent(micros(1)) });
        return { kind, flowId };
      }),
    );
    const granted = outcomes.filter(({ kind }) => kind === 'granted');
    expect(outcomes.filter(({ kind }) => kind === 'overBudget')).toHaveLength(60);
    expect(granted).toHaveLength(30);
    for (const { id } of flows) expect(granted.filter(({ flowId }) => flowId === id).length).toBeLessThanOrEqual(10);
    expect(await ledgerAccountsOf(other.pool, workspaceId)).toMatchObject({ balance: 970e6, reserved: 0, held: 0 });
  });

  test('are granted again after a crash, though the budget is spent by then', async () => {
    const owner = await app.seed.owner();
    await setBudgets(owner, { dailyBudget: '1' });
    const reserve = createCreditReserve(other);
    const key = { workspaceId: owner.workspaceId, executionId: randomUUID(), operation: 'a', flowId: null };
    for (let time = 0; time < 2; time++) {
      expect(await reserve.reserve({ ...key, micros: micros(1) })).toEqual({ kind: 'granted' });
    }
    expect(await reserve.reserve({ ...key, operation: 'b', micros: 1n })).toEqual({
      kind: 'overBudget',
      budget: { flowId: null, period: 'day', limit: micros(1) },
    });
    expect(await ledgerAccountsOf(other.pool, owner.workspaceId)).toMatchObject({ reserved: 1e6, held: 1e6 });
  });
});

describe('an exceeded budget', () => {
  test('is published once for its limit and period, however many operations it refuses', async () => {
    const owner = await app.seed.owner();
    const { id: listenerId } = await listener(owner);
    const flow = await smsFlow(owner, { dailyBudget: '0' });
    await setBudgets(owner, { monthlyBudget: '1.5' });
    expect(await Promise.all(Array.from({ length: 5 }, () => run(owner, flow.id)))).toEqual(
      Array(5).fill('BUDGET_EXCEEDED'),
    );
    for (let time = 0; time < 3; time++) expect((await analyze(owner)).status).toBe(402);
    await waitFor(async () => (await runsOf(owner, listenerId)).length === 2);
    const published = await runsOf(owner, listenerId);
    const begins = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(published.map(({ triggerData }) => triggerData)).toEqual([
      {
        id: expect.any(String),
        type: 'budget.exceeded',
        timestamp: expect.stringMatching(/Z$/),
        workspaceId: owner.workspaceId,
        data: { flowId: flow.id, flowName: 'Flow', period: 'day', limit: '0.000000', begins },
      },
      expect.objectContaining({
        data: {
          flowId: null,
          flowName: null,
          period: 'month',
          limit: '1.500000',
          begins: expect.stringMatching(/-01$/),
        },
      }),
    ]);
    // A new limit is another budget.
    await setBudgets(owner, { monthlyBudget: '1.6' });
    expect((await analyze(owner)).status).toBe(402);
    await waitFor(async () => (await runsOf(owner, listenerId)).length === 3);
    const notices = await query('select due_at as due from budget_notices where workspace_id = $1', [
      owner.workspaceId,
    ]);
    expect(notices).toEqual([{ due: null }, { due: null }, { due: null }]);
  });
});
