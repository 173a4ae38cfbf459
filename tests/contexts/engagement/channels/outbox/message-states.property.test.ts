import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deliverMessage } from '../../../../../src/contexts/engagement/channels/outbox/deliver-message.js';
import {
  type LastState,
  storeDeliveryState,
} from '../../../../../src/contexts/engagement/channels/outbox/store-delivery-state.js';
import { newId } from '../../../../../src/platform/new-id.js';
import { startTestApp, type TestApp } from '../../../../support/app.js';

let app: TestApp;
let workspaceId: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ workspaceId } = await app.seed.owner());
});

afterAll(() => app.stop());

const delivered: LastState = { status: 'delivered', error: null };
const failed: LastState = { status: 'failed', error: { code: 'UNREACHABLE', message: 'Off.' } };

/** Sends the message and stores its row. */
async function leave(key: string): Promise<void> {
  const content = { channel: 'sms', to: '+34600000001', subject: null, body: 'Hi' } as const;
  const message = {
    workspaceId,
    origin: 'flow' as const,
    executionId: null,
    nodeId: null,
    idempotencyKey: key,
    ...content,
  };
  const send = async () => ({ messageId: `SM-${key}` });
  await deliverMessage({ sql: app.services.db.pool, log: app.services.log }, message, { source: 'platform', send });
}

const receive = (key: string, state: LastState) =>
  app.services.db.within(workspaceId).transaction(async (sql) => {
    await storeDeliveryState(sql, workspaceId, { channel: 'sms', messageId: `SM-${key}`, idempotencyKey: key }, state);
  });

test('a message keeps the first final state that is reported: before its row is written, at the same time, after it, and again', async () => {
  const reported = fc.constantFrom('row', 'delivered', 'failed');
  const story = fc.record({
    before: fc.array(reported, { maxLength: 2 }),
    atOnce: fc.array(reported, { minLength: 1, maxLength: 4 }),
  });
  const property = fc.asyncProperty(fc.array(story, { minLength: 5, maxLength: 15 }), async (stories) => {
    const work = {
      row: leave,
      delivered: (key: string) => receive(key, delivered),
      failed: (key: string) => receive(key, failed),
    };
    const messages = stories.map((one) => ({ ...one, key: newId() }));
    await Promise.all(
      messages.map(async ({ key, before, atOnce }) => {
        for (const step of before) await work[step](key);
        await Promise.all(atOnce.map((step) => work[step](key)));
        await leave(key);
      }),
    );
    for (const { key, before, atOnce } of messages) {
      const { rows } = await app.services.db.pool.query(
        'select status, error from outbox_messages where workspace_id = $1 and idempotency_key = $2',
        [workspaceId, key],
      );
      const states = [...before, ...atOnce].filter((step) => step !== 'row');
      const first = before.find((step) => step !== 'row');
      const possible = first ? [first] : states.length > 0 ? states : ['sent'];
      expect(rows).toHaveLength(1);
      expect(possible).toContain(rows[0].status);
      expect(rows[0].error).toEqual(rows[0].status === 'failed' ? failed.error : null);
    }
    const early = 'select from early_message_states where workspace_id = $1';
    expect((await app.services.db.pool.query(early, [workspaceId])).rowCount).toBe(0);
  });
  await fc.assert(property, { numRuns: 20 });
  const { rows } = await app.services.db.pool.query(
    `select status as dim, count(*)::integer as n from outbox_messages where workspace_id = $1 group by 1 order by 1`,
    [workspaceId],
  );
  const { rows: counted } = await app.services.db.pool.query(
    `select dim, sum(n)::integer as n from (
       select dim, n from analytics_days where workspace_id = $1 and metric = 'sms'
       union all select m.dim, d.n from analytics_deltas d cross join lateral unnest(d.metrics, d.dims) as m(metric, dim)
         where d.workspace_id = $1 and m.metric = 'sms'
     ) c group by 1 having sum(n) <> 0 order by 1`,
    [workspaceId],
  );
  expect(counted).toEqual(rows);
});
