import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner, SeededFlow } from '../../../support/seed.js';

let app: TestApp;
let other: TestApp;
let owner: Owner;
let flow: SeededFlow;

beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
  owner = await app.seed.owner();
  const content = graph([node('start', 'trigger.webhook'), node('a', 'logic.merge')], 'start>a');
  flow = await app.seed.flow(owner, { ...content, settings: { triggerType: 'webhook' } });
});

afterAll(async () => {
  await other.stop();
  await app.stop();
});

function ask(by: TestApp, verb: string, key: string, body: object = {}, flowId = flow.id) {
  const path =
    verb === 'webhook' ? `POST ${flow.webhookPath}` : `POST /workspaces/${owner.workspaceId}/flows/${flowId}/${verb}`;
  return by.rest(path, { as: owner.token, body, headers: { 'idempotency-key': key } });
}

const idOf = ({ body }: Awaited<ReturnType<typeof ask>>) => (body.data as { executionId: string }).executionId;

async function count(): Promise<number> {
  const { rows } = await app.services.db.pool.query<{ n: number }>(
    `select count(*)::int as n from executions where flow_id = $1`,
    [flow.id],
  );
  return rows[0]?.n ?? 0;
}

describe('an Idempotency-Key', () => {
  test.each(['trigger', 'simulate', 'webhook'])('starts one run by %s however often it comes', async (verb) => {
    const before = await count();
    const body = verb === 'webhook' ? { n: 1 } : { triggerData: { n: 1 } };
    const first = await ask(app, verb, `again ${verb}`, body);
    const second = await ask(other, verb, `again ${verb}`, body);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(idOf(second)).toBe(idOf(first));
    expect(await count()).toBe(before + 1);
  });

  test('starts one run of many that come at once to several processes', async () => {
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(index % 2 ? app : other, 'trigger', `storm-${index % 3}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(new Set(answers.map(idOf)).size).toBe(3);
    expect(await count()).toBe(before + 3);
  });

  test('refuses another body, and another way to start', async () => {
    await ask(app, 'trigger', 'mine', { triggerData: { n: 1 } });
    const changed = await ask(app, 'trigger', 'mine', { triggerData: { n: 2 } });
    expect([changed.status, changed.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await ask(app, 'simulate', 'mine', { triggerData: { n: 1 } })).status).toBe(409);
  });

  test('belongs to its flow, and is free again after a day', async () => {
    const content = graph([node('start', 'trigger.manual'), node('a', 'logic.merge')], 'start>a');
    const second = await app.seed.flow(owner, content);
    const one = await ask(app, 'trigger', 'shared');
    expect(idOf(await ask(app, 'trigger', 'shared', {}, second.id))).not.toBe(idOf(one));
    await app.services.db.pool.query(`update idempotency_keys set created_at = now() - interval '25 hours'`);
    const later = await ask(app, 'trigger', 'shared', { triggerData: { n: 3 } });
    expect(later.status).toBe(202);
    expect(idOf(later)).not.toBe(idOf(one));
  });

  test('is printable text', async () => {
    const refused = await ask(app, 'trigger', 'x'.repeat(256));
    expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('is an argument in GraphQL', async () => {
    const query = `mutation ($w: ID!, $f: ID!) { triggerFlow(workspaceId: $w, flowId: $f, idempotencyKey: "g") { executionId } }`;
    const variables = { w: owner.workspaceId, f: flow.id };
    const first = await app.graphql(query, variables, owner.token);
    expect(first.errors).toBeUndefined();
    // The cursor is the position at the time of each answer.
    const second = await app.graphql(query, variables, owner.token);
    expect([second.errors, second.data]).toEqual([undefined, first.data]);
  });
});
