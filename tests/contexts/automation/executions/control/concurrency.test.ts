import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { graph, node } from '../../../../support/graphs.js';
import { reached, trigger } from '../../../../support/run.js';
import { ControlStage } from './stage.js';

let app: TestApp;
let stage: ControlStage;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
});

afterAll(() => app.stop());

beforeEach(async () => {
  stage = new ControlStage(app, await app.seed.owner());
});

const byKey = { key: '{{triggerData.key}}', concurrency: 1 };

describe('executions with a key', () => {
  test('run one after the other, and beside those of other keys', async () => {
    const flowId = await stage.flow(byKey);
    const [a1, a2, a3] = [
      await stage.start(flowId, { key: 'a' }),
      await stage.start(flowId, { key: 'a' }),
      await stage.start(flowId, { key: 'a' }),
    ];
    const b = await stage.start(flowId, { key: 'b' });
    await stage.running(a1, b);
    expect(await stage.phases(a1, a2, a3, b)).toEqual([
      'waiting',
      'queued for control',
      'queued for control',
      'waiting',
    ]);
    await stage.finish(a1);
    await stage.running(a2);
    expect(await stage.phases(a3)).toEqual(['queued for control']);
    await stage.cancel(a2);
    await stage.running(a3);
  });

  test('leave the line when they are cancelled', async () => {
    const flowId = await stage.flow(byKey);
    const ids = [await stage.start(flowId), await stage.start(flowId), await stage.start(flowId)] as const;
    await stage.running(ids[0]);
    await stage.cancel(ids[1]);
    await stage.settled();
    expect(await stage.phases(ids[2])).toEqual(['queued for control']);
    await stage.finish(ids[0]);
    await stage.running(ids[2]);
  });

  test('start by their priority, and in order of arrival where it is the same', async () => {
    const flowId = await stage.flow({ concurrency: 1, priority: '{{triggerData.priority}}' });
    const first = await stage.start(flowId, { priority: 0 });
    await stage.running(first);
    const ids: string[] = [];
    for (const priority of [0, 5, null, 5, 5_000, -1]) ids.push(await stage.start(flowId, { priority }));
    const [none, five, missing, five2, most, last] = ids as [string, string, string, string, string, string];
    let before = first;
    for (const id of [most, five, five2, none, missing, last]) {
      await stage.finish(before);
      await stage.running(id);
      before = id;
    }
  });

  test('share the limit where their key has no value', async () => {
    const flowId = await stage.flow(byKey);
    const first = await stage.start(flowId, {});
    await stage.running(first);
    const others = [await stage.start(flowId, { key: '' }), await stage.start(flowId, { key: null })];
    const other = await stage.start(flowId, { key: 0 });
    await stage.running(other);
    expect(await stage.phases(...others)).toEqual(['queued for control', 'queued for control']);
  });

  test('start when the limit is raised, and when the flow has no control any more', async () => {
    const flowId = await stage.flow(byKey);
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) ids.push(await stage.start(flowId, { key: 'a' }));
    const [first, second, third, fourth] = ids as [string, string, string, string];
    await stage.running(first);
    const change = (control: object | null) => stage.call('PATCH', `/flows/${flowId}`, { settings: { control } });
    expect(await change({ ...byKey, concurrency: 2 })).toMatchObject({ status: 200 });
    await stage.running(second);
    await stage.settled();
    expect(await stage.phases(third)).toEqual(['queued for control']);
    expect(await change(null)).toMatchObject({ status: 200 });
    await stage.running(third, fourth);
  });

  test('start when their flow is deleted', async () => {
    const flowId = await stage.flow(byKey);
    const ids = [await stage.start(flowId), await stage.start(flowId)] as const;
    await stage.running(ids[0]);
    expect(await stage.call('DELETE', `/flows/${flowId}`)).toMatchObject({ status: 200 });
    await stage.running(ids[1]);
  });

  test('are started once with an Idempotency-Key, also while they wait', async () => {
    const flowId = await stage.flow(byKey);
    await stage.running(await stage.start(flowId));
    const again = () =>
      app.rest(`POST ${stage.path(`/flows/${flowId}/trigger`)}`, {
        as: stage.owner.token,
        body: {},
        headers: { 'idempotency-key': 'once' },
      });
    const [one, other] = [await again(), await again()];
    expect(one.body.data).toEqual(other.body.data);
    expect(await stage.all(flowId)).toHaveLength(2);
  });

  test('are not held if they are simulations', async () => {
    const flowId = await stage.flow(byKey);
    await stage.running(await stage.start(flowId));
    const { body } = await stage.call('POST', `/flows/${flowId}/simulate`, {});
    const { executionId } = body.data as { executionId: string };
    expect(await reached(app, stage.owner, executionId)).toMatchObject({ status: 'completed' });
  });

  test('wait as retries, and as calls of other flows, whatever happens to others', async () => {
    const flowId = await stage.flow({ ...byKey, overlap: 'skip' });
    const first = await stage.start(flowId, { key: 'a' });
    await stage.running(first);
    await stage.finish(first);
    const second = await stage.start(flowId, { key: 'a' });
    await stage.running(second);
    const call = node('call', 'flow.call', { flowId, input: { key: 'a' } });
    const { id: caller } = await app.seed.flow(
      stage.owner,
      graph([node('start', 'trigger.manual'), call], 'start>call'),
    );
    const calling = await trigger(app, stage.owner, caller);
    await reached(app, stage.owner, calling, ({ phase }) => phase === 'waiting');
    const { body } = await stage.call('POST', `/flows/executions/${first}/retry`, { from: 'start' });
    const { executionId: retry } = body.data as { executionId: string };
    await stage.settled();
    const called = (await stage.all(flowId)).find(({ id }) => ![first, second, retry].includes(id))?.id as string;
    expect(await stage.phases(called, retry)).toEqual(['queued for control', 'queued for control']);
    await stage.finish(second);
    await stage.running(called);
    await stage.finish(called);
    expect(await reached(app, stage.owner, calling)).toMatchObject({ status: 'completed' });
    await stage.running(retry);
  });
});

describe('executions whose key is busy', () => {
  test('are skipped, and the answer says so', async () => {
    const flowId = await stage.flow({ ...byKey, overlap: 'skip' });
    const first = await stage.start(flowId, { key: 'a' });
    const start = (key: string) => stage.call('POST', `/flows/${flowId}/trigger`, { triggerData: { key } });
    expect(await start('a')).toMatchObject({ status: 200, body: { data: { executionId: first, skipped: true } } });
    expect((await start('b')).body.data).toEqual({ executionId: expect.not.stringMatching(first) });
    expect(await stage.all(flowId)).toHaveLength(2);
    await stage.running(first);
    await stage.finish(first);
    expect(await start('a')).toMatchObject({ status: 202 });
  });

  test('are skipped by webhook with 200, also where the caller waits for the result', async () => {
    for (const data of [{}, { responseMode: 'result' }]) {
      const flow = await stage.made({ ...byKey, overlap: 'skip' }, 'trigger.webhook', data);
      const call = (key: string) => app.rest(`POST ${flow.webhookPath}`, { body: { key } });
      const first = await stage.start(flow.id, { key: 'a' });
      const answer = await call('a');
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.body.data).toEqual({ executionId: first, skipped: true });
    }
  });

  test('are recorded as skipped where a change started them', async () => {
    const flowId = await stage.flow({ concurrency: 1, overlap: 'skip' }, 'trigger.crmEvent', {
      eventType: 'contact.created',
    });
    const contact = (n: number) => stage.call('POST', '/contacts', { name: `Ana ${n}` });
    expect(await contact(1)).toMatchObject({ status: 201 });
    await stage.running((await stage.all(flowId))[0]?.id as string);
    expect(await contact(2)).toMatchObject({ status: 201 });
    await stage.settled();
    expect(await stage.all(flowId)).toMatchObject([
      { status: 'running', code: null },
      { status: 'cancelled', code: 'SKIPPED' },
    ]);
  });

  test('take the place of the oldest one', async () => {
    const flowId = await stage.flow({ ...byKey, concurrency: 2, overlap: 'replace' });
    const ids = [await stage.start(flowId, { key: 'a' }), await stage.start(flowId, { key: 'a' })] as const;
    const other = await stage.start(flowId, { key: 'b' });
    await stage.running(...ids, other);
    const newest = await stage.start(flowId, { key: 'a' });
    expect(await stage.read(ids[0])).toMatchObject({ status: 'cancelled', error: { code: 'REPLACED' } });
    await stage.running(newest);
    expect(await stage.phases(ids[1], other)).toEqual(['waiting', 'waiting']);
  });
});

describe('a control that makes no sense', () => {
  test('is refused with the field', async () => {
    const flowId = await stage.flow(null);
    const refused = async (control: unknown) => {
      const { status, body } = await stage.call('PATCH', `/flows/${flowId}`, { settings: { control } });
      return [status, body.error.details];
    };
    const detail = (field: string, message: string) => [400, [expect.objectContaining({ field, message })]];
    expect(await refused({ overlap: 'skip' })).toEqual(
      detail(
        'settings.control.overlap',
        'overlap is only allowed with concurrency, of which it says what happens beyond.',
      ),
    );
    expect(await refused({ concurrency: 0 })).toEqual(
      detail('settings.control.concurrency', 'concurrency must be at least 1.'),
    );
    expect(await refused({ concurrency: 1, key: '{{steps.a.b}}' })).toEqual(
      detail(
        'settings.control.key',
        'key must not read steps: its expressions read triggerData, flow and workspace only.',
      ),
    );
    const kept = await stage.call('PATCH', `/flows/${flowId}`, {
      settings: { control: { ...byKey, overlap: 'skip' } },
    });
    expect(kept.body.data).toMatchObject({ settings: { control: { ...byKey, overlap: 'skip' } } });
    const exported = await stage.call('GET', `/flows/${flowId}/export`);
    expect(exported.body.data).toMatchObject({ settings: { control: { ...byKey, overlap: 'skip' } } });
    const imported = await stage.call('POST', '/flows/import', { file: exported.body.data });
    expect(imported.body.data).toMatchObject({ flow: { settings: { control: { ...byKey, overlap: 'skip' } } } });
    const removed = await stage.call('PATCH', `/flows/${flowId}`, { settings: { control: null } });
    expect(removed.body.data).not.toMatchObject({ settings: { control: expect.anything() } });
  });
});
