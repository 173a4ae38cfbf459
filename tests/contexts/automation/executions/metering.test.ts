import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bookTransfer } from '../../../../src/contexts/billing/usage/index.js';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let twilio: LoopbackServer;
let answer: [number, object];

beforeAll(async () => {
  answer = [201, { sid: 'SM1' }];
  twilio = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': (_request, response) => {
      response.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1]));
    },
  });
  const settings = { baseUrl: twilio.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' };
  app = await startTestApp({ worker: true, sandbox: false, providers: { twilio: settings } });
}, 60_000);

afterAll(async () => {
  await app.stop();
  await twilio.close();
});

const sms = (to = '+34600000001', text = 'Hi') =>
  graph([node('start', 'trigger.manual'), node('sms', 'message.sms', { to, text })], 'start>sms');

async function run(
  owner: Owner,
  input: Record<string, unknown> = sms(),
): Promise<SeenExecution & { creditsUsed: string }> {
  const flow = await app.seed.flow(owner, input);
  const id = await trigger(app, owner, flow.id);
  return (await reached(app, owner, id)) as SeenExecution & { creditsUsed: string };
}

async function usage(owner: Owner, path: string): Promise<never> {
  return (await app.rest(`GET /workspaces/${owner.workspaceId}/usage/${path}`, { as: owner.token })).body.data;
}

const wallet = (owner: Owner): Promise<{ balance: string; reserved: string; accountId: string }> =>
  usage(owner, 'wallet');

/** Leaves so many micro-credits in the wallet. */
async function release(owner: Owner, micros: bigint): Promise<void> {
  const { accountId } = await wallet(owner);
  const left = { accountId, kind: 'adjustment' as const, micros: micros - 1_000_000_000n, reference: 'test' };
  await bookTransfer(app.services.db.pool, left);
}

describe('a paid step', () => {
  test('costs the rate of its country, is one event, and stands in its run and in the summary', async () => {
    const owner = await app.seed.owner();
    const done = await run(owner);
    expect([done.status, done.creditsUsed]).toEqual(['completed', '6.000000']);
    expect(await wallet(owner)).toMatchObject({ balance: '994.000000', reserved: '0.000000' });
    expect(await usage(owner, `events?executionId=${done.id}&sortOrder=asc`)).toMatchObject([
      { id: done.id, eventType: 'flow_execution', credits: '0.000000', quantity: 1, unit: 'execution' },
      {
        eventType: 'sms_sent',
        source: 'platform',
        country: 'ES',
        app: 'twilio',
        quantity: 1,
        unit: 'segment',
        credits: '6.000000',
        executionId: done.id,
        metadata: { nodeId: 'sms' },
      },
    ]);
    expect(await usage(owner, 'summary')).toMatchObject({ totals: { credits: '6.000000', events: 2 } });
    const far = await run(owner, sms('+85212345678'));
    expect(far.creditsUsed).toBe('8.000000');
  });

  test('is not done where the wallet has too little: the step says why and nothing is sent', async () => {
    const owner = await app.seed.owner();
    await release(owner, 11_999_999n);
    expect((await run(owner)).status).toBe('completed');
    const before = twilio.received.length;
    const refused = await run(owner);
    expect(refused.steps[1]).toMatchObject({ status: 'failed', error: { code: 'INSUFFICIENT_CREDITS' } });
    expect([refused.status, refused.error?.code, refused.creditsUsed]).toEqual([
      'failed',
      'INSUFFICIENT_CREDITS',
      '0.000000',
    ]);
    expect(twilio.received.length).toBe(before);
    expect(await wallet(owner)).toMatchObject({ balance: '5.999999', reserved: '0.000000' });
    // What costs nothing goes on.
    expect((await run(owner, graph([node('start', 'trigger.manual')]))).status).toBe('completed');
  });

  test('that fails gives back what was held for it', async () => {
    const owner = await app.seed.owner();
    answer = [400, { code: 21211, message: 'Not a number.' }];
    const failed = await run(owner);
    answer = [201, { sid: 'SM1' }];
    expect([failed.status, failed.creditsUsed]).toEqual(['failed', '0.000000']);
    expect(await wallet(owner)).toMatchObject({ balance: '1000.000000', reserved: '0.000000' });
    expect(await usage(owner, `events?eventType=sms_sent`)).toEqual([]);
  });

  test('costs nothing with credentials of the workspace, and is recorded all the same', async () => {
    const owner = await app.seed.owner();
    for (const [name, value] of [
      ['TWILIO_ACCOUNT_SID', 'AC1'],
      ['TWILIO_AUTH_TOKEN', 'own'],
      ['TWILIO_FROM_NUMBER', '+15550101'],
      ['TWILIO_BASE_URL', twilio.origin],
    ]) {
      await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, { as: owner.token, body: { name, value } });
    }
    await release(owner, 1n);
    const done = await run(owner);
    expect([done.status, done.creditsUsed]).toEqual(['completed', '0.000000']);
    expect(await usage(owner, 'events?source=byok')).toMatchObject([{ eventType: 'sms_sent', credits: '0.000000' }]);
    expect(await wallet(owner)).toMatchObject({ balance: '0.000001' });
  });

  test('is refused where its flow has spent its budget of the day', async () => {
    const owner = await app.seed.owner();
    const flow = await app.seed.flow(owner, { ...sms(), settings: { dailyBudget: '12' } });
    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 3; time++) {
      codes.push((await reached(app, owner, await trigger(app, owner, flow.id))).error?.code);
    }
    expect(codes).toEqual([undefined, undefined, 'BUDGET_EXCEEDED']);
    expect(await wallet(owner)).toMatchObject({ balance: '988.000000', reserved: '0.000000' });
    const bad = await app.rest(`PATCH /workspaces/${owner.workspaceId}/flows/${flow.id}`, {
      as: owner.token,
      body: { settings: { dailyBudget: '-1' } },
    });
    expect(bad.status).toBe(400);
  });

  test('that is done again in a new run is paid again, and that run is metered too', async () => {
    const owner = await app.seed.owner();
    const done = await run(owner);
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${done.id}/retry`, {
      as: owner.token,
      body: {},
    });
    const { executionId } = body.data as { executionId: string };
    await reached(app, owner, executionId);
    expect(await usage(owner, `events?executionId=${executionId}&sortOrder=asc`)).toMatchObject([
      { id: executionId, eventType: 'flow_execution' },
      { eventType: 'sms_sent', credits: '6.000000' },
    ]);
  });

  test('of a simulation is neither done nor metered, not even its run', async () => {
    const owner = await app.seed.owner();
    const flow = await app.seed.flow(owner, sms());
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flow.id}/simulate`, {
      as: owner.token,
      body: {},
    });
    await reached(app, owner, (body.data as { executionId: string }).executionId);
    expect(await usage(owner, 'events')).toEqual([]);
  });
});

test('validation predicts what a run would cost, by the rates that the account has', async () => {
  const owner = await app.seed.owner();
  const { accountId } = await wallet(owner);
  await app.services.db.pool.query(
    `with r as (insert into credit_rates (account_id, event_type, app, unit, credits_per_unit_micros)
       values ($1, 'ai_call', 'llm', 'call', 250000)) select pg_notify('credit_rates', '')`,
    [accountId],
  );
  const flow = await app.seed.flow(
    owner,
    graph(
      [
        ...sms('+34600000001', 'a'.repeat(161)).nodes,
        node('ai', 'ai.generate', { prompt: 'x' }),
        node('x', 'data.set', { assignments: [] }),
      ],
      'start>sms',
    ),
    false,
  );
  const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/flows/${flow.id}/validate`, {
    as: owner.token,
  });
  expect((body.data as { predictedCost: unknown }).predictedCost).toEqual({
    credits: '12.250000',
    steps: [
      { nodeId: 'sms', eventType: 'sms_sent', unit: 'segment', creditsPerUnit: '6.000000', quantity: 2 },
      { nodeId: 'ai', eventType: 'ai_call', unit: 'call', creditsPerUnit: '0.250000', quantity: 1 },
    ],
  });
});
