import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import { waitFor } from '../support/wait-for.js';
import { type JobFixture, startJobFixture } from './job-fixture.js';

let jobs: JobFixture;
beforeAll(async () => {
  jobs = await startJobFixture();
}, 60_000);
afterAll(() => jobs.stop());

interface Row {
  id: string;
}
const request = (id: string, operation: string, input: object) => node(id, 'workspace.request', { operation, input });
const event = (eventType: string, more: object = {}) => node('start', 'trigger.crmEvent', { eventType, ...more });
const says = async (conversationId: string, body: string) =>
  jobs.call(`POST /conversations/${conversationId}/messages`, { direction: 'inbound', body });
const executionsOf = async (flowId: string) =>
  jobs.call<{ id: string; status: string }[]>(`GET /flows/${flowId}/executions`);

describe('reminders of an appointment', () => {
  /** Seconds before it, in place of a day and an hour. */
  const before = [4, 2];
  const nodes = [
    node('loop', 'logic.loop', { items: `{{${JSON.stringify(before)}}}` }),
    node('wait', 'logic.delay', { until: '{{triggerData.data.startsAt.addTime(-1 * loop.item, "seconds")}}' }),
    request('read', 'getCalendarEvent', { calendarEventId: '{{triggerData.data.id}}' }),
    node('stands', 'logic.if', {
      conditions: [
        { left: '{{steps.read.status}}', operator: 'eq', right: 'scheduled' },
        { left: '{{steps.read.startsAt}}', operator: 'eq', right: '{{triggerData.data.startsAt}}' },
      ],
    }),
    request('contact', 'getContact', { contactId: '{{steps.read.contactId}}' }),
    node('mail', 'message.email', {
      to: '{{steps.contact.email}}',
      subject: 'In {{loop.item}} s: {{steps.read.title}}',
      body: 'See you soon.',
    }),
  ];
  const edges = [
    'start>loop',
    'loop:item>wait',
    'wait>read',
    'read:out>stands',
    'read:error>!loop',
    'stands:true>contact',
    'stands:false>!loop',
    'contact:out>mail',
    'mail:sent>>loop',
  ];
  const flows: string[] = [];
  beforeAll(async () => {
    const moved = { conditions: [{ left: '{{triggerData.previous.startsAt}}', operator: 'exists' }] };
    for (const start of [event('appointment.created'), event('appointment.updated', moved)])
      flows.push((await jobs.flow([start, ...nodes], edges)).id);
  });

  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  const times = (seconds: number) => ({ startsAt: at(seconds), endsAt: at(seconds + 60) });
  const mailsTo = (name: string) =>
    jobs.mails
      .filter(({ to }) => to[0] === `${name}@example.com`)
      .map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());
  async function appointment(name: string) {
    const contact = await jobs.call('POST /contacts', { name, email: `${name}@example.com` });
    return jobs.call('POST /calendar-events', { title: name, contactId: contact.id, ...times(5) });
  }
  const first = (name: string) => waitFor(() => mailsTo(name).length > 0);

  test('are sent a day and an hour before, and end when it is cancelled, moved or deleted', async () => {
    const [, cancelled, moved, renamed, deleted] = (await Promise.all(
      ['stands', 'cancelled', 'moved', 'renamed', 'deleted'].map(appointment),
    )) as [Row, Row, Row, Row, Row];
    await jobs.call(`DELETE /calendar-events/${deleted.id}`);
    await Promise.all(['stands', 'cancelled', 'moved', 'renamed'].map(first));
    await Promise.all([
      jobs.call(`PATCH /calendar-events/${cancelled.id}`, { status: 'cancelled' }),
      jobs.call(`PATCH /calendar-events/${moved.id}`, times(6)),
      jobs.call(`PATCH /calendar-events/${renamed.id}`, { location: 'Elsewhere' }),
    ]);
    await waitFor(() => mailsTo('moved').length === 3);
    await waitFor(async () => {
      const all = (await Promise.all(flows.map(executionsOf))).flat();
      return all.length === 6 && all.every(({ status }) => status === 'completed');
    });
    const both = (name: string) => before.map((seconds) => `In ${seconds} s: ${name}`);
    expect({
      stands: mailsTo('stands'),
      cancelled: mailsTo('cancelled'),
      moved: mailsTo('moved'),
      renamed: mailsTo('renamed'),
      deleted: mailsTo('deleted'),
    }).toEqual({
      stands: both('stands'),
      cancelled: ['In 4 s: cancelled'],
      moved: ['In 4 s: moved', ...both('moved')],
      renamed: both('renamed'),
      deleted: [],
    });
  }, 30_000);
});

describe('a support inbox by topic', () => {
  let flowId: string;
  let userId: string;
  beforeAll(async () => {
    const members = await jobs.call<{ userId: string }[]>('GET /members');
    userId = members[0]?.userId as string;
    const conversationId = '{{triggerData.data.conversationId}}';
    const nodes = [
      event('message.received'),
      node('topic', 'ai.classify', {
        input: '{{triggerData.data.body}}',
        labels: [{ id: 'billing', description: 'Invoices' }, { id: 'technical' }],
      }),
      node('tag', 'crm.tagContact', {
        contactId: '{{triggerData.conversation.contactId}}',
        tags: ['topic-{{steps.topic.label}}'],
      }),
      request('assign', 'updateConversation', { conversationId, status: 'pending', assignedTo: userId }),
      request('reply', 'createMessage', {
        conversationId,
        body: 'Your {{steps.topic.label}} question has a person now.',
      }),
      node('untagged', 'crm.tagContact', {
        contactId: '{{triggerData.conversation.contactId}}',
        tags: ['topic-unclear'],
      }),
    ];
    const edges = [
      'start>topic',
      'topic:label:billing>tag',
      'topic:label:technical>tag',
      'topic:other>untagged',
      'topic:error>untagged',
      'tag:out>assign',
      'assign:out>reply',
    ];
    flowId = (await jobs.flow(nodes, edges)).id;
  });

  let people = 0;
  async function asks(name: string, body: string, answer: string) {
    jobs.says = () => answer;
    people += 1;
    const contact = await jobs.call('POST /contacts', {
      name,
      phone: `+1555020${1000 + people}`,
    });
    const conversation = await jobs.call('POST /conversations', { contactId: contact.id, channel: 'sms' });
    const earlier = (await executionsOf(flowId)).length;
    await says(conversation.id, body);
    await waitFor(
      async () => (await executionsOf(flowId)).filter(({ status }) => status !== 'running').length > earlier,
    );
    const [last] = await executionsOf(flowId);
    const messages = await jobs.call<{ body: string; direction: string }[]>(
      `GET /conversations/${conversation.id}/messages?sortOrder=asc`,
    );
    return {
      status: last?.status,
      contact: await jobs.call<{ tags: string[] }>(`GET /contacts/${contact.id}`),
      conversation: await jobs.call(`GET /conversations/${conversation.id}`),
      messages: messages.map((one) => `${one.direction}: ${one.body}`),
    };
  }

  test('tags the contact, assigns the conversation and replies', async () => {
    const seen = await asks('Ana', 'My invoice is wrong', '{"label":"billing","confidence":0.9}');
    expect(seen).toMatchObject({
      status: 'completed',
      contact: { tags: ['topic-billing'] },
      conversation: { status: 'pending', assignedTo: userId },
      messages: ['inbound: My invoice is wrong', 'outbound: Your billing question has a person now.'],
    });
  });

  test.each([
    ['what is unclear', '{"label":"other"}'],
    ['an answer of the model that is none', 'I think it is billing?'],
    ['a label that the flow does not have', '{"label":"sales"}'],
  ])('leaves %s to people, without a reply', async (name, answer) => {
    const seen = await asks(name, 'Hm', answer);
    expect(seen).toMatchObject({
      status: 'completed',
      contact: { tags: ['topic-unclear'] },
      conversation: { status: 'open', assignedTo: null },
      messages: ['inbound: Hm'],
    });
  });
});

describe('re-engagement of quiet contacts', () => {
  const filter = { tags: { eq: 'customer' }, doNotContact: { eq: false }, updatedAt: { lt: '{{triggerData.before}}' } };
  const ask = (id: string, text: string) =>
    node(id, 'message.waitReply', { contactId: '{{loop.item.id}}', channel: 'sms', text, timeoutMinutes: 0.03 });
  const start = node('start', 'trigger.manual');

  test('writes twice to those who do not reply, once to those who do, and to no one else', async () => {
    const contact = (name: string, more: object = {}) =>
      jobs.call<{ id: string; updatedAt: string; phone: string }>('POST /contacts', {
        name,
        tags: ['customer'],
        ...more,
      });
    const phones = {
      quiet: '+15550301001',
      silent: '+15550301002',
      other: '+15550301003',
      never: '+15550301004',
      active: '+15550301005',
    };
    const quiet = await contact('Quiet', { phone: phones.quiet });
    await contact('Silent', { phone: phones.silent });
    await contact('Other', { phone: phones.other, tags: ['customers'] });
    await contact('Never', { phone: phones.never, doNotContact: true });
    const active = await contact('Active', { phone: phones.active });
    const flow = await jobs.flow(
      [
        start,
        request('list', 'listContacts', { filter, limit: 100 }),
        node('loop', 'logic.loop', { items: '{{steps.list.data}}', concurrency: 20 }),
        ask('first', 'Are you still with us?'),
        ask('second', 'A last word?'),
        node('back', 'crm.tagContact', { contactId: '{{loop.item.id}}', tags: ['back'] }),
        node('lost', 'crm.tagContact', { contactId: '{{loop.item.id}}', tags: ['lost'] }),
      ],
      [
        'start>list',
        'list:out>loop',
        'loop:item>first',
        'first:reply>back',
        'first:timeout>second',
        'second:reply>back',
        'second:timeout>lost',
        'back:out>>loop',
        'lost:out>>loop',
      ],
    );
    const id = await trigger(jobs.app, jobs.owner, flow.id, { triggerData: { before: active.updatedAt } });
    await waitFor(() => jobs.sms.some(({ to }) => to === phones.quiet));
    const [conversation] = await jobs.call<Row[]>(`GET /conversations?contactId=${quiet.id}`);
    await says(conversation?.id as string, 'Yes!');
    expect(await reached(jobs.app, jobs.owner, id)).toMatchObject({ status: 'completed' });
    const textsTo = (to: string) => jobs.sms.filter((one) => one.to === to).map(({ text }) => text);
    expect(Object.fromEntries(Object.entries(phones).map(([name, phone]) => [name, textsTo(phone)]))).toEqual({
      quiet: ['Are you still with us?'],
      silent: ['Are you still with us?', 'A last word?'],
      other: [],
      never: [],
      active: [],
    });
    expect(await jobs.call(`GET /contacts/${quiet.id}`)).toMatchObject({ tags: expect.arrayContaining(['back']) });
  }, 30_000);

  test.each([
    [{ tags: 'customer' }, 'tags'],
    [{ filter: { tag: { eq: 'customer' } } }, 'tag'],
    [{ filter: { updatedBefore: '2026-01-01' } }, 'updatedBefore'],
    [{ filter: { updatedAt: { before: '2026-01-01T00:00:00Z' } } }, 'before'],
  ])('is refused in validation with the filter %j, which would reach everybody', async (input, name) => {
    const nodes = [start, request('list', 'listContacts', input)];
    const created = jobs.flow(nodes, ['start>list']);
    await expect(created).rejects.toThrow(name);
  });

  test('fails rather than to list everybody when the value of a filter is missing', async () => {
    const flow = await jobs.flow(
      [start, request('list', 'listContacts', { filter: { tags: { eq: '{{triggerData.tag}}' } } })],
      ['start>list'],
    );
    expect(await jobs.run(flow, {})).toMatchObject({
      status: 'failed',
      error: { code: expect.stringMatching(/^FIELD_/), message: expect.stringContaining('triggerData.tag') },
    });
  });
});
