import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { crmEventNames } from '../../../../src/nodes/index.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { eventValidator } from '../../../support/defined-events.js';
import { graph, node } from '../../../support/graphs.js';
import { nobody } from '../../../support/sample-args.js';
import type { Owner } from '../../../support/seed.js';
import { stages } from './record-samples.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
}, 60_000);

afterAll(() => app.stop());

async function call(owner: Owner, route: string, body?: unknown): Promise<Record<string, unknown> & { id: string }> {
  const [method, path] = route.split(' ');
  const at = `${method} /workspaces/${owner.workspaceId}${path}`;
  const answer = await app.rest(at, { as: owner.token, ...(body !== undefined && { body }) });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

interface Run {
  trigger: string;
  data: { type: string; data: Record<string, unknown>; previous?: Record<string, unknown> };
}

async function runsOf(flowId: string): Promise<Run[]> {
  const { rows } = await app.services.db.pool.query<Run>(
    'select trigger, trigger_data as data from executions where flow_id = $1 order by created_at, id',
    [flowId],
  );
  return rows;
}

/** A flow that an event starts. */
async function subscribed(owner: Owner, eventType: string, config: object = {}): Promise<string> {
  const start = node('start', 'trigger.crmEvent', { eventType, ...config });
  return (await app.seed.flow(owner, graph([start, node('end', 'logic.stop')], 'start>end'))).id;
}

describe('changes of records', () => {
  test('start the flows of their events once each, with the record and its former values', async () => {
    const owner = await app.seed.owner();
    const other = await app.seed.owner();
    const pipeline = await call(owner, 'POST /pipelines', { name: 'Sales', stages });
    const foreign = await subscribed(other, 'contact.created');
    const isDefined = await eventValidator();
    const flows = new Map<string, string>();
    for (const type of crmEventNames) {
      const config = type === 'opportunity.created' ? { pipelineId: pipeline.id } : {};
      flows.set(type, await subscribed(owner, type, config));
    }
    const members = (await call(owner, 'GET /members')) as unknown as { userId: string }[];
    const assignedTo = members[0]?.userId;

    const contact = await call(owner, 'POST /contacts', { name: 'Ana', phone: '+34600000001', tags: ['a'] });
    await call(owner, `PATCH /contacts/${contact.id}`, { tags: ['b'], status: 'customer' });
    await call(owner, `PATCH /contacts/${contact.id}`, { status: 'customer' });
    const order = { name: 'Order', pipelineId: pipeline.id, stageId: 'first', contactId: contact.id, value: 5 };
    const opportunity = await call(owner, 'POST /opportunities', order);
    const patch = { stageId: 'offer', status: 'won', assignedTo, value: '6.50' };
    await call(owner, `PATCH /opportunities/${opportunity.id}`, patch);
    await call(owner, `DELETE /opportunities/${opportunity.id}`);
    const conversation = await call(owner, 'POST /conversations', { contactId: contact.id, channel: 'sms' });
    await call(owner, `PATCH /conversations/${conversation.id}`, { status: 'resolved', assignedTo });
    await call(owner, `POST /conversations/${conversation.id}/messages`, { direction: 'inbound', body: 'Hello?' });
    const out = { direction: 'outbound', body: 'Hello!', status: 'sent' };
    await call(owner, `POST /conversations/${conversation.id}/messages`, out);
    const times = { startsAt: '2027-01-01T10:00:00Z', endsAt: '2027-01-01T11:00:00Z' };
    const appointment = await call(owner, 'POST /calendar-events', { title: 'Talk', ...times });
    await call(owner, `PATCH /calendar-events/${appointment.id}`, { status: 'completed' });
    await call(owner, `DELETE /calendar-events/${appointment.id}`);
    await call(owner, `DELETE /contacts/${contact.id}`);

    for (const [type, flowId] of flows) {
      const runs = await runsOf(flowId);
      // No record changes when a budget is exceeded, a source fails, a connection is refused, or a flow is held.
      const ofServer = ['budget.exceeded', 'source.failed', 'connection.disconnected', 'flow.held', 'flow.released'];
      if (ofServer.includes(type)) continue;
      expect([type, runs.length]).toEqual([type, 1]);
      expect(runs[0]).toMatchObject({ trigger: 'crm_event', data: { type, workspaceId: owner.workspaceId } });
      expect(isDefined(runs[0]?.data as Run['data']) || isDefined.reason()).toBe(true);
    }
    const eventOf = async (type: string) => (await runsOf(flows.get(type) as string))[0]?.data;
    expect(await eventOf('contact.created')).toMatchObject({ data: contact });
    expect(await eventOf('contact.updated')).toMatchObject({
      data: { id: contact.id, tags: ['b'], status: 'customer' },
      previous: { tags: ['a'], status: 'lead' },
    });
    expect(await eventOf('contact.tag_added')).toMatchObject({ tag: 'b', data: { tags: ['b'] } });
    expect(await eventOf('contact.tag_removed')).toMatchObject({ tag: 'a', data: { tags: ['b'] } });
    expect(await eventOf('opportunity.stage_changed')).toMatchObject({
      data: { stageId: 'offer', value: '6.50' },
      previous: { stageId: 'first', value: '5.00', status: 'open', assignedTo: null },
    });
    expect(await eventOf('message.received')).toMatchObject({
      data: { body: 'Hello?' },
      conversation: { contactId: contact.id, channel: 'sms' },
    });
    expect(await runsOf(foreign)).toEqual([]);
  });

  test('start no flow of another pipeline, and none with unmet conditions', async () => {
    const owner = await app.seed.owner();
    const [mine, another] = [
      await call(owner, 'POST /pipelines', { name: 'Mine', stages }),
      await call(owner, 'POST /pipelines', { name: 'Another', stages }),
    ];
    const left = '{{triggerData.data.value}}';
    const big = { pipelineId: mine.id, conditions: [{ left, operator: 'gt', right: 100 }] };
    const flow = await subscribed(owner, 'opportunity.created', big);
    const orders = [
      { pipelineId: another.id, value: 500 },
      { pipelineId: mine.id, value: 50 },
      { pipelineId: mine.id, value: 500 },
    ];
    for (const order of orders) await call(owner, 'POST /opportunities', { name: 'Order', stageId: 'first', ...order });
    expect((await runsOf(flow)).map(({ data }) => data.data.value)).toEqual(['500.00']);
  });
});

const subscribe: OwnOperation = ['POST P/crm-events/flows/:flowId/subscribe', documents.SubscribeFlowDocument];
const unsubscribe: OwnOperation = ['DELETE P/crm-events/flows/:flowId/subscribe', documents.UnsubscribeFlowDocument];
const listTypes: OwnOperation = ['GET P/crm-events/types', documents.ListCrmEventTypesDocument];

describe.each(surfaces)('subscriptions over %s', (surface) => {
  test('are written into the trigger node as a new version, replace each other and end', async () => {
    const owner = await app.seed.owner();
    const by = { as: owner.token, workspaceId: owner.workspaceId };
    const content = graph([node('start', 'trigger.manual'), node('end', 'logic.stop')], 'start>end');
    const ids = { flowId: (await app.seed.flow(owner, content)).id };
    const pipeline = await call(owner, 'POST /pipelines', { name: 'Sales', stages });
    const run = async (operation: OwnOperation, input?: unknown) =>
      payloadOf<{ version: number; settings: object; nodes: object[]; edges: object[]; isActive: boolean }>(
        surface,
        await ask(app, surface, operation, { ...by, ids, ...(input !== undefined && { input }) }),
      );
    const conditions = [{ left: '{{triggerData.data.status}}', operator: 'eq', right: 'lead' }];
    const first = await run(subscribe, { eventType: 'contact.created', conditions });
    expect(first).toMatchObject({
      version: 2,
      isActive: true,
      settings: { triggerType: 'crm_event', triggerConfig: { eventType: 'contact.created', conditions } },
      nodes: [{ id: 'start', type: 'trigger.crmEvent', data: { eventType: 'contact.created', conditions } }, {}],
      edges: content.edges,
    });
    const second = await run(subscribe, { eventType: 'opportunity.created', pipelineId: pipeline.id });
    expect(second.settings).toMatchObject({
      triggerConfig: { eventType: 'opportunity.created', pipelineId: pipeline.id },
    });
    expect((await run(subscribe, { eventType: 'contact.deleted' })).settings).toMatchObject({
      triggerConfig: { eventType: 'contact.deleted' },
    });
    const ended = await run(unsubscribe);
    expect(ended).toMatchObject({ version: 5, settings: { triggerType: 'manual', triggerConfig: {} } });
    expect(ended.nodes[0]).toMatchObject({ id: 'start', type: 'trigger.manual', data: {} });
    expect(await run(unsubscribe)).toMatchObject({ version: 5 });
  });

  test('are rejected by field if the event or the pipeline is wrong', async () => {
    const owner = await app.seed.owner();
    const stranger = await app.seed.owner();
    const by = { as: owner.token, workspaceId: owner.workspaceId };
    const ids = { flowId: (await app.seed.flow(owner, graph([node('start', 'trigger.manual')]), false)).id };
    const foreign = await call(stranger, 'POST /pipelines', { name: 'Theirs', stages });
    const cases: [object, string][] = [
      [{}, 'eventType'],
      [{ eventType: 'contact.sneezed' }, 'eventType'],
      [{ eventType: 'opportunity.created' }, 'pipelineId'],
      [{ eventType: 'opportunity.created', pipelineId: foreign.id }, 'pipelineId'],
      [{ eventType: 'opportunity.updated', pipelineId: 'x' }, 'pipelineId'],
      [{ eventType: 'contact.created', pipelineId: nobody }, 'pipelineId'],
    ];
    for (const [input, field] of cases) {
      const answer = await ask(app, surface, subscribe, { ...by, ids, input });
      expect([input, answer.status, answer.details.map((one) => one.field)]).toEqual([input, 400, [field]]);
    }
    const misspelled = await ask(app, surface, subscribe, { ...by, ids, input: { eventType: 'contact.craeted' } });
    expect(misspelled.details[0]?.message).toContain('Did you mean "contact.created"?');
    const input = { eventType: 'contact.created' };
    const unknown = await ask(app, surface, subscribe, { ...by, ids: { flowId: nobody }, input });
    expect(unknown.status).toBe(404);
    const types = payloadOf<{ type: string; requiresPipeline: boolean }[]>(
      surface,
      await ask(app, surface, listTypes, by),
    );
    expect(types.map(({ type }) => type)).toEqual(crmEventNames);
    expect(types.filter((one) => one.requiresPipeline)).toMatchObject([{ type: 'opportunity.created' }]);
  });
});
