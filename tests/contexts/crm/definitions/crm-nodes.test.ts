import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, statuses, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { stages } from './record-samples.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);

afterAll(() => app.stop());

async function call<T = Record<string, unknown> & { id: string }>(route: string, body?: unknown): Promise<T> {
  const [method, path] = route.split(' ');
  const at = `${method} /workspaces/${owner.workspaceId}${path}`;
  const answer = await app.rest(at, { as: owner.token, ...(body !== undefined && { body }) });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

const outputOf = ({ steps }: SeenExecution, id: string) => steps.find(({ nodeId }) => nodeId === id)?.output;

test('contacts and opportunities are found, created, tagged and moved by an execution', async () => {
  const pipeline = await call('POST /pipelines', { name: 'Sales', stages });
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('none', 'crm.findContact', { filter: { email: 'eva@example.com' } }),
      node('made', 'crm.upsertContact', {
        email: 'Eva@example.com',
        fields: { name: 'Eva', status: 'qualified', shoe: 40 },
      }),
      node('again', 'crm.upsertContact', { email: 'eva@example.com', fields: { company: 'Acme', size: 'L' } }),
      node('tag', 'crm.tagContact', { contactId: '{{steps.made.id}}', tags: ['vip', 'new'] }),
      node('untag', 'crm.tagContact', { contactId: '{{steps.made.id}}', tags: ['new'], mode: 'remove' }),
      node('found', 'crm.findContact', { filter: { tag: 'vip', shoe: 40 } }),
      node('open', 'crm.createOpportunity', {
        pipelineId: pipeline.id,
        stageId: 'first',
        contactId: '{{steps.found.id}}',
        name: 'Order of {{steps.found.name}}',
        value: 12.5,
      }),
      node('move', 'crm.moveOpportunity', { opportunityId: '{{steps.open.id}}', stageId: 'offer' }),
      node('lost', 'crm.moveOpportunity', { opportunityId: '{{steps.open.id}}', stageId: 'nowhere' }),
      node('end', 'logic.stop'),
    ],
    'start>none',
    'none:notFound>made',
    'made:created>again',
    'again:updated>tag',
    'tag>untag',
    'untag>found',
    'found:found>open',
    'open>move',
    'move>lost',
    'lost:error>end',
  );
  const flow = await app.seed.flow(owner, content);
  const run = await reached(app, owner, await trigger(app, owner, flow.id));
  expect(statuses(run).filter((one) => !/completed/.test(one))).toEqual(['lost: failed']);
  expect(outputOf(run, 'found')).toMatchObject({
    name: 'Eva',
    email: 'eva@example.com',
    status: 'qualified',
    company: 'Acme',
    tags: ['vip'],
    customFields: { shoe: 40, size: 'L' },
  });
  const { id } = outputOf(run, 'move') as { id: string };
  expect(await call(`GET /opportunities/${id}`)).toEqual(outputOf(run, 'move'));
  expect(outputOf(run, 'move')).toMatchObject({ name: 'Order of Eva', value: '12.50', stageId: 'offer' });
  const failed = run.steps.find(({ nodeId }) => nodeId === 'lost');
  expect(failed?.error).toMatchObject({ code: 'VALIDATION_FAILED', message: expect.stringContaining('first, offer') });
});

test('an execution asks a contact and continues with the reply; contacts with doNotContact are not asked', async () => {
  const contact = await call('POST /contacts', { name: 'Leo', phone: '+34600000077' });
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('ask', 'message.waitReply', {
        contactId: contact.id,
        channel: 'sms',
        text: 'Shall we call?',
        timeoutMinutes: 60,
      }),
      node('end', 'data.set', { assignments: [{ name: 'said', value: '{{steps.ask.message.body}}' }] }),
      node('not', 'logic.stop', { status: 'failed', message: 'not asked' }),
    ],
    'start>ask',
    'ask:reply>end',
    'ask:failed>not',
  );
  const flow = await app.seed.flow(owner, content);
  const id = await trigger(app, owner, flow.id);
  await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  const [conversation] = await call<{ id: string; channel: string }[]>(`GET /conversations?contactId=${contact.id}`);
  expect(conversation?.channel).toBe('sms');
  const path = `/conversations/${conversation?.id}/messages`;
  expect(await call(`GET ${path}`)).toMatchObject([{ body: 'Shall we call?', author: 'flow', status: 'sandboxed' }]);
  await call(`POST ${path}`, { direction: 'inbound', body: 'Yes, please.' });
  expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', output: { said: 'Yes, please.' } });

  await call(`PATCH /contacts/${contact.id}`, { doNotContact: true });
  const refused = await reached(app, owner, await trigger(app, owner, flow.id));
  const asked = refused.steps.find(({ nodeId }) => nodeId === 'ask');
  expect([refused.status, asked?.error?.code]).toEqual(['failed', 'DO_NOT_CONTACT']);
  expect(await call(`GET ${path}`)).toHaveLength(2);
});

test('an execution waits for an event of its own contact', async () => {
  const [mine, another] = [
    await call('POST /contacts', { name: 'Mine' }),
    await call('POST /contacts', { name: 'Other' }),
  ];
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('wait', 'wait.event', {
        eventType: 'contact.tag_added',
        match: { 'data.id': mine.id, tag: 'ready' },
      }),
      node('end', 'data.set', { assignments: [{ name: 'who', value: '{{steps.wait.data.name}}' }] }),
    ],
    'start>wait',
    'wait:event>end',
  );
  const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
  await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  await call(`PATCH /contacts/${another.id}`, { tags: ['ready'] });
  await call(`PATCH /contacts/${mine.id}`, { tags: ['almost'] });
  expect((await reached(app, owner, id, () => true)).status).toBe('running');
  await call(`PATCH /contacts/${mine.id}`, { tags: ['almost', 'ready'] });
  expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', output: { who: 'Mine' } });
});

test('a flow that its own change starts again stops at the third execution, with a log line', async () => {
  const start = node('start', 'trigger.crmEvent', {
    eventType: 'contact.updated',
    conditions: [{ left: '{{triggerData.data.source}}', operator: 'eq', right: 'loop' }],
  });
  const bump = node('bump', 'crm.upsertContact', {
    email: '{{triggerData.data.email}}',
    fields: { n: '{{triggerData.data.customFields.n + 1}}' },
  });
  const flow = await app.seed.flow(owner, graph([start, bump], 'start>bump'));
  const contact = await call('POST /contacts', { email: 'loop@example.com', source: 'loop', customFields: { n: 0 } });
  await call(`PATCH /contacts/${contact.id}`, { customFields: { n: 1 } });
  const runs = () => call<{ id: string; status: string }[]>(`GET /flows/${flow.id}/executions?sortOrder=asc`);
  await waitFor(async () => {
    const all = await runs();
    return all.length >= 3 && all.every(({ status }) => status === 'completed');
  });
  const all = await runs();
  expect(all).toHaveLength(3);
  const last = await reached(app, owner, all[2]?.id as string);
  expect(last.steps.flatMap(({ logs }) => logs.map(({ message }) => message))).toEqual([
    expect.stringMatching(/^EVENT_LOOP/),
  ]);
});
