import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { fireEvent, fireVoiceCall, startQuota } from '../../../../src/contexts/automation/executions/index.js';
import {
  type AnyData,
  type DefinedEvent,
  type Occurrence,
  publicEventOf,
} from '../../../../src/platform/events/index.js';
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

const set = (value: unknown) => node('set', 'data.set', { assignments: [{ name: 'got', value }] });

async function subscribed(type: string, config: Record<string, unknown>, of = owner): Promise<string> {
  const start = node('start', type, config);
  return (await app.seed.flow(of, graph([start, set('{{triggerData}}')], 'start>set'))).id;
}

/** A record that flows may name. */
async function made(path: string, body: object): Promise<string> {
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/${path}`, { as: owner.token, body });
  return (answer.body as { data: { id: string } }).data.id;
}

const event = (type: string, data: object, more: Partial<Occurrence<AnyData>> = {}) =>
  publicEvent(type, { workspaceId: owner.workspaceId, data: { ...data }, ...more });

const quota = () => app.services.get(startQuota);

/** As a use case fires it: within the wall, in the transaction of a change. */
const fire = (fired: DefinedEvent) =>
  app.services.db.within(fired.workspaceId).transaction((sql) => fireEvent(sql, fired, quota()));

async function runsOf(flowId: string) {
  const { rows } = await app.services.db.pool.query<{ id: string; chain: string[]; trigger: string }>(
    'select id, chain, trigger from executions where flow_id = $1 order by id',
    [flowId],
  );
  return rows;
}

describe('an event of a workspace', () => {
  test('starts each flow that is subscribed to it and whose conditions hold, once', async () => {
    const other = await app.seed.owner();
    const any = await subscribed('trigger.crmEvent', { eventType: 'contact.created' });
    const leads = await subscribed('trigger.crmEvent', {
      eventType: 'contact.created',
      conditions: [{ left: '{{triggerData.data.status}}', operator: 'eq', right: 'lead' }],
    });
    const elsewhere = await subscribed('trigger.crmEvent', { eventType: 'contact.created' }, other);
    const updates = await subscribed('trigger.crmEvent', { eventType: 'contact.updated' });

    const first = event('contact.created', { id: 'c1', status: 'customer' });
    const started = await fire(first);
    expect(started.executionIds).toHaveLength(1);
    expect(await fire(first)).toEqual({ executionIds: [], loopedFlowIds: [], overworkedFlowIds: [], wokenIds: [] });
    await fire(event('contact.created', { id: 'c2', status: 'lead' }));

    expect(await runsOf(any)).toHaveLength(2);
    expect(await runsOf(leads)).toMatchObject([{ trigger: 'crm_event', chain: [] }]);
    expect(await runsOf(elsewhere)).toEqual([]);
    expect(await runsOf(updates)).toEqual([]);
    expect(await reached(app, owner, started.executionIds[0] as string)).toMatchObject({
      status: 'completed',
      output: { got: publicEventOf(first) },
    });
  });

  test('starts nothing where the change is not kept, where the flow is paused, or in another pipeline', async () => {
    const p1 = await made('pipelines', { name: 'Sales' });
    const flowId = await subscribed('trigger.crmEvent', { eventType: 'opportunity.created', pipelineId: p1 });
    const undone = app.services.db.within(owner.workspaceId).transaction(async (sql) => {
      expect(
        (await fireEvent(sql, event('opportunity.created', { pipelineId: p1 }), quota())).executionIds,
      ).toHaveLength(1);
      throw new Error('not kept');
    });
    await expect(undone).rejects.toThrow('not kept');
    await fire(event('opportunity.created', { pipelineId: 'p2' }));
    await app.graphql(
      'mutation ($w: ID!, $f: ID!) { updateFlow(workspaceId: $w, flowId: $f, input: { isActive: false }) { id } }',
      { w: owner.workspaceId, f: flowId },
      owner.token,
    );
    await fire(event('opportunity.created', { pipelineId: p1 }));
    expect(await runsOf(flowId)).toEqual([]);
  });

  test('starts no flow that led to it three times, and its execution says so', async () => {
    const flowId = await subscribed('trigger.crmEvent', { eventType: 'message.sent' });
    const cause = async (chain: string[]) => {
      const { executionIds } = await fire(event('message.sent', {}));
      const ended = await reached(app, owner, executionIds[0] as string);
      return { executionId: ended.id, flowId, stepId: ended.steps?.[1]?.id as string, chain };
    };
    const second = await fire(event('message.sent', {}, { causedBy: await cause([flowId, flowId]) }));
    expect(second.executionIds).toHaveLength(1);
    const [started] = (await runsOf(flowId)).filter(({ id }) => id === second.executionIds[0]);
    expect(started?.chain).toEqual([flowId, flowId]);

    const third = await cause([flowId, flowId, flowId]);
    expect(await fire(event('message.sent', {}, { causedBy: third }))).toEqual({
      executionIds: [],
      loopedFlowIds: [flowId],
      overworkedFlowIds: [],
      wokenIds: [],
    });
    const causing = await reached(app, owner, third.executionId);
    expect(causing.steps?.[1]?.logs).toMatchObject([{ level: 'warn', message: expect.stringContaining('EVENT_LOOP') }]);

    const lines: string[] = [];
    await fire(event('message.sent', {}, { causedBy: { ...third, log: (_level, line) => lines.push(line) } }));
    expect(lines).toEqual([expect.stringContaining('EVENT_LOOP: message.sent')]);
  });

  test('starts no flow whose conditions need too much work, and its execution says so', async () => {
    const heavy = { left: '{{triggerData.data.text}}', operator: 'matches', right: '(.*a){100}$' };
    const ids: string[] = [];
    for (let n = 0; n < 8; n++)
      ids.push(await subscribed('trigger.crmEvent', { eventType: 'contact.tag_added', conditions: [heavy] }));
    const plain = await subscribed('trigger.crmEvent', { eventType: 'contact.tag_added' });
    const lines: string[] = [];
    const cause = { executionId: uuidv7(), flowId: uuidv7(), stepId: uuidv7(), chain: [] };
    const log = (_level: string, line: string) => lines.push(line);
    const found = await fire(event('contact.tag_added', { text: 'a'.repeat(400) }, { causedBy: { ...cause, log } }));
    // Each may do as much as this, but not all of them together.
    expect(found.executionIds).toHaveLength(6);
    expect(await runsOf(plain)).toHaveLength(1);
    expect(found.overworkedFlowIds).toEqual(ids.slice(5));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^WORK_LIMIT: contact.tag_added did not start the flow/);

    const refused = await fire(event('contact.tag_added', { text: 'a'.repeat(5_900) }));
    expect(refused.overworkedFlowIds).toEqual(ids);
    expect(refused.executionIds).toHaveLength(1);
  });

  test('wakes the steps that wait for it and what they match, and no others', async () => {
    const waiting = graph(
      [
        node('start', 'trigger.manual'),
        node('wait', 'wait.event', {
          eventType: 'contact.updated',
          match: { 'data.id': '{{triggerData.id}}', 'data.score': 2 },
          timeoutMinutes: 60,
        }),
        set('{{steps.wait.data.score}}'),
      ],
      'start>wait',
      'wait:event>set',
    );
    const flowId = (await app.seed.flow(owner, waiting)).id;
    const ids = ['w1', 'w2'];
    const [one, two] = (await Promise.all(
      ids.map(async (id) => trigger(app, owner, flowId, { triggerData: { id } })),
    )) as [string, string];
    for (const id of [one, two]) await reached(app, owner, id, ({ phase }) => phase === 'waiting');

    await fire(event('contact.updated', { id: 'w1', score: 1 }));
    await fire(event('contact.created', { id: 'w1', score: 2 }));
    const undone = app.services.db.within(owner.workspaceId).transaction(async (sql) => {
      await fireEvent(sql, event('contact.updated', { id: 'w1', score: 2 }), quota());
      throw new Error('not kept');
    });
    await expect(undone).rejects.toThrow('not kept');
    await fire(event('contact.updated', { id: 'w1', score: '2.0' }));
    expect(await reached(app, owner, one)).toMatchObject({ status: 'completed', output: { got: '2.0' } });
    expect(await reached(app, owner, two, () => true)).toMatchObject({ status: 'running', phase: 'waiting' });

    const waits = async () =>
      (await app.services.db.pool.query('select execution_id as id, key from event_waits')).rows as object[];
    expect(await waits()).toEqual([{ id: two, key: 'data.id=w2' }]);
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${two}/cancel`, { as: owner.token });
    expect(await waits()).toEqual([]);
  });

  test('forgets a wait whose time is over', async () => {
    const wait = node('wait', 'wait.event', { eventType: 'contact.deleted', timeoutMinutes: 0.002 });
    const content = graph([node('start', 'trigger.manual'), wait, set('late')], 'start>wait', 'wait:timeout>set');
    const ended = await reached(app, owner, await trigger(app, owner, (await app.seed.flow(owner, content)).id, {}));
    expect(ended).toMatchObject({ status: 'completed', output: { got: 'late' } });
    const { rows } = await app.services.db.pool.query('select from event_waits where execution_id = $1', [ended.id]);
    expect(rows).toEqual([]);
  });
});

describe('a voice call', () => {
  test('starts the flows that wait for its state and its agent, once', async () => {
    const a1 = await made('voice-agents', { name: 'Reception' });
    const completed = await subscribed('trigger.voiceCall', {});
    const busy = await subscribed('trigger.voiceCall', { event: 'busy', voiceAgentId: a1 });
    const call = (status: string, voiceAgentId: string) =>
      app.services.db
        .within(owner.workspaceId)
        .transaction((sql) =>
          fireVoiceCall(sql, owner.workspaceId, { id: 'call', status, voiceAgentId }, { quota: quota() }),
        );
    await call('ringing', a1);
    const { executionIds } = await call('completed', a1);
    await call('completed', a1);
    await call('busy', 'a2');
    await call('busy', a1);
    expect(await runsOf(completed)).toMatchObject([{ trigger: 'voice_call' }]);
    expect(await runsOf(busy)).toHaveLength(1);
    expect(await reached(app, owner, executionIds[0] as string)).toMatchObject({
      output: { got: { id: 'call', status: 'completed', voiceAgentId: a1 } },
    });
  });
});
