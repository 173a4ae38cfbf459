import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { fireEvent, startQuota } from '../../../../src/contexts/automation/executions/index.js';
import type { AnyData, DefinedEvent, Occurrence } from '../../../../src/platform/events/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { publicEvent } from '../../../support/public-event.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

let app: TestApp;
let worker: TestWorker;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  worker = await startTestWorker(app);
  owner = await app.seed.owner();
});

afterAll(async () => {
  await worker.stop();
  await app.stop();
});

const event = (type: string, data: object, more: Partial<Occurrence<AnyData>> = {}) =>
  publicEvent(type, { workspaceId: owner.workspaceId, data: { ...data }, ...more });

const fire = (fired: DefinedEvent) =>
  app.services.db
    .within(fired.workspaceId)
    .transaction((sql) => fireEvent(sql, fired, app.services.get(startQuota), app.services.log));

/** A flow that waits by `data`, and says what ended its wait. */
async function waitingFlow(data: Record<string, unknown>): Promise<string> {
  const set = (id: string, value: unknown) => node(id, 'data.set', { assignments: [{ name: 'got', value }] });
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('wait', 'wait.event', data),
      set('came', '{{steps.wait}}'),
      set('late', 'late'),
    ],
    'start>wait',
    'wait:event>came',
    'wait:timeout>late',
  );
  return (await app.seed.flow(owner, content)).id;
}

async function waiting(data: Record<string, unknown>, triggerData: object = {}): Promise<string> {
  const id = await trigger(app, owner, await waitingFlow(data), { triggerData });
  await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  return id;
}

const gotOf = async (id: string) => ((await reached(app, owner, id)).output as { got: { data: object } }).got;

const waitsOf = async (id: string) =>
  (
    await app.services.db.pool.query(
      'select event_type as type, key, conditions from event_waits where execution_id = $1 order by event_type',
      [id],
    )
  ).rows as { type: string; key: string; conditions: object | null }[];

const above = { left: '{{event.data.total}}', operator: 'gt', right: '{{triggerData.limit}}' };
const ofContact = { left: '{{event.data.id}}', operator: 'eq', right: '{{triggerData.id}}' };

describe('the conditions of a wait', () => {
  test('compare the event with what the execution knew when the wait began', async () => {
    const id = await waiting({ eventType: 'custom.paid', conditions: [ofContact, above] }, { id: 'a', limit: 10 });
    await fire(event('custom.paid', { id: 'a', total: 10 }));
    await fire(event('custom.paid', { id: 'b', total: 11 }));
    expect(await waitsOf(id)).toMatchObject([
      { key: 'data.id=a', conditions: { conditions: [above], scope: { triggerData: { limit: 10 } } } },
    ]);
    await fire(event('custom.paid', { id: 'a', total: 11 }));
    expect((await gotOf(id)).data).toEqual({ id: 'a', total: 11 });
  });

  test('read the former state and the type, and an expression that fails for an event does not hold', async () => {
    const risen = { left: '{{event.data.score > event.previous.score}}', operator: 'isTrue' };
    const isContact = { left: '{{event.type}}', operator: 'startsWith', right: 'contact.' };
    const id = await waiting({ eventType: 'contact.updated', conditions: [risen, isContact] });
    await fire(event('contact.updated', { score: 3 }));
    await fire(event('contact.updated', { score: 2 }, { previous: { score: 5 } }));
    await fire(event('contact.updated', { score: 6 }, { previous: { score: 5 } }));
    expect((await gotOf(id)).data).toEqual({ score: 6 });
  });

  test('hold beside match and key, also on the same path', async () => {
    const id = await waiting(
      { eventType: 'custom.both', match: { 'data.id': 'a' }, key: 'k', conditions: [ofContact] },
      { id: 'b' },
    );
    await fire(event('custom.both', { id: 'a' }, { key: 'k' }));
    await fire(event('custom.both', { id: 'b' }, { key: 'k' }));
    expect(await reached(app, owner, id, () => true)).toMatchObject({ phase: 'waiting' });
  });

  test('that need too much work do not end the wait, and the step that caused the event says so', async () => {
    const heavy = { left: '{{event.data.text}}', operator: 'matches', right: '(.*a){100}$' };
    const id = await waiting({ eventType: 'custom.heavy', conditions: [heavy] });
    const lines: string[] = [];
    const log = (_level: string, line: string) => lines.push(line);
    const causedBy = { executionId: uuidv7(), flowId: uuidv7(), stepId: uuidv7(), chain: [], log };
    const { wokenIds } = await fire(event('custom.heavy', { text: 'a'.repeat(5_900) }, { causedBy }));
    expect(wokenIds).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(/^WORK_LIMIT: custom\.heavy did not continue waiting executions/)]);
    expect(lines[0]).toContain(id);
    await fire(event('custom.heavy', { text: `${'a'.repeat(100)}` }));
    await gotOf(id);
  });

  test('may not read secrets, nor more than 64 KiB of the execution', async () => {
    await app.graphql(
      'mutation ($w: ID!) { createSecret(workspaceId: $w, input: { name: "hook", value: "s3cr3t-value" }) { id } }',
      { w: owner.workspaceId },
      owner.token,
    );
    const secret = { left: '{{event.data.id}}', operator: 'eq', right: '{{boveda.hook}}' };
    await expect(waitingFlow({ eventType: 'custom.x', conditions: [secret] })).rejects.toThrow('SECRET_SINK');
    const large = { left: '{{event.data.id}}', operator: 'in', right: '{{triggerData.ids}}' };
    const flowId = await waitingFlow({ eventType: 'custom.x', conditions: [large] });
    const ids = Array.from({ length: 10_000 }, (_, n) => `id-${n}`);
    const ended = await reached(app, owner, await trigger(app, owner, flowId, { triggerData: { ids } }));
    expect(ended).toMatchObject({
      status: 'failed',
      error: { code: 'FIELD_INVALID', message: expect.stringContaining('at most 65536 bytes') },
    });
  });
});

describe('a wait for several types of events', () => {
  test('ends at the first event of any of them, and forgets the others', async () => {
    const id = await waiting({
      eventTypes: ['custom.paid', 'custom.cancelled', 'custom.paid'],
      match: { 'data.id': 'm' },
    });
    expect((await waitsOf(id)).map(({ type }) => type)).toEqual(['custom.cancelled', 'custom.paid']);
    await fire(event('custom.cancelled', { id: 'm' }));
    expect(await gotOf(id)).toMatchObject({ type: 'custom.cancelled' });
    expect(await waitsOf(id)).toEqual([]);
  });

  test('takes its timeout where none comes', async () => {
    const flowId = await waitingFlow({ eventTypes: ['custom.never', 'contact.deleted'], timeoutMinutes: 0.002 });
    const ended = await reached(app, owner, await trigger(app, owner, flowId, {}));
    expect(ended).toMatchObject({ status: 'completed', output: { got: 'late' } });
  });
});

describe('a wait that looks back', () => {
  test('finds an event that occurred before it began, the oldest first, and each once', async () => {
    const flowId = await waitingFlow({
      eventType: 'contact.updated',
      match: { 'data.id': 'l1' },
      lookbackSeconds: 600,
    });
    await fire(event('contact.updated', { id: 'l2', n: 0 }));
    await fire(event('contact.updated', { id: 'l1', n: 1 }));
    await fire(event('contact.updated', { id: 'l1', n: 2 }));
    expect((await gotOf(await trigger(app, owner, flowId, {}))).data).toEqual({ id: 'l1', n: 1 });
    // Another execution finds it, too.
    expect((await gotOf(await trigger(app, owner, flowId, {}))).data).toEqual({ id: 'l1', n: 1 });
  });

  test('compares its conditions, and finds nothing that is older', async () => {
    const flowId = await waitingFlow({
      eventType: 'custom.old',
      conditions: [above],
      lookbackSeconds: 60,
      timeoutMinutes: 0.05,
    });
    await fire(event('custom.old', { total: 20 }));
    await app.services.db.pool.query(
      `update kept_events set created_at = now() - interval '61 seconds' where type = 'custom.old'`,
    );
    await fire(event('custom.old', { total: 5 }));
    const id = await trigger(app, owner, flowId, { triggerData: { limit: 10 } });
    expect(await reached(app, owner, id)).toMatchObject({ output: { got: 'late' } });
  });

  test('does not find the event that started its execution', async () => {
    const content = graph(
      [
        node('start', 'trigger.crmEvent', { eventType: 'custom.first' }),
        node('wait', 'wait.event', { eventType: 'custom.first', lookbackSeconds: 600 }),
      ],
      'start>wait',
    );
    await app.seed.flow(owner, content);
    const { executionIds } = await fire(event('custom.first', { n: 1 }));
    const id = executionIds[0] as string;
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    const { wokenIds } = await fire(event('custom.first', { n: 2 }));
    expect(wokenIds).toEqual([id]);
    const { steps } = await reached(app, owner, id);
    expect(steps?.at(-1)?.output).toMatchObject({ data: { n: 2 } });
  });

  test('keeps events only of types on which a flow looks back, and for as long as it does', async () => {
    const other = await app.seed.owner();
    await fire(event('custom.unkept', {}));
    await fire({ ...event('contact.updated', {}), workspaceId: other.workspaceId });
    const { rows } = await app.services.db.pool.query<{ n: number }>(
      `select count(*)::int as n from kept_events where type = 'custom.unkept' or workspace_id = $1`,
      [other.workspaceId],
    );
    expect(rows).toEqual([{ n: 0 }]);
    const { rows: kept } = await app.services.db.pool.query<{ hours: number }>(
      `select round(extract(epoch from forget_at - created_at) / 60)::int as minutes from kept_events
       where type = 'contact.updated' limit 1`,
    );
    expect(kept).toEqual([{ minutes: 70 }]);
  });
});
