import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { type Client, login, register } from './support/client.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { graph, node } from './support/graphs.js';
import { bodyOf, type MailServer, startMailServer } from './support/mail-server.js';
import { type ServerProcess, startServerProcess } from './support/server-process.js';
import { type TemporaryFolder, temporaryFolder } from './support/temporary-folder.js';
import { testPool } from './support/test-pool.js';
import { waitFor } from './support/wait-for.js';

// One server, one user, one day: everything goes over the network. Only the delays of a follow-up are moved in the database.

let database: TestDatabase;
let folder: TemporaryFolder;
let mail: MailServer;
let model: Server;
let server: ServerProcess;
let user: Client;
let sql: pg.Pool;

beforeAll(async () => {
  [database, folder, mail] = await Promise.all([createTestDatabase(), temporaryFolder(), startMailServer()]);
  model = await startModel();
  server = startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    REGISTRATION: 'open',
    LOG_LEVEL: 'warn',
    SMTP_URL: mail.url,
    SMTP_FROM: 'Acme <hello@acme.example>',
    LLM_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}`,
    LLM_MODEL: 'test',
  });
  const [, url = ''] = await server.says(/Ready in .*: (\S+)/);
  await (await register(() => url)).stop();
  user = await login(() => url);
  sql = testPool(database.url, { max: 1 });
});

afterAll(async () => {
  await user?.stop();
  await server?.stop();
  await sql?.end();
  await mail?.stop();
  model?.close();
  await database.drop();
  folder.remove();
});

/** A model that answers a greeting, and hands the conversation over to a person when the contact wants to buy. */
async function startModel(): Promise<Server> {
  const handOff = { id: 'call_0', type: 'function', function: { name: 'hand_off_to_human', arguments: '{}' } };
  const started = createServer(async (request, response) => {
    const { messages } = (await json(request)) as { messages: { content: string }[] };
    const message = messages.at(-1)?.content.includes('buy')
      ? { role: 'assistant', content: null, tool_calls: [handOff] }
      : { role: 'assistant', content: 'Shall I send you our offer?' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ model: 'test', choices: [{ message, finish_reason: 'stop' }] }));
  });
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return started;
}

interface Event {
  cursor: string;
  execution: { id: string; status: string };
  step: { nodeId: string; status: string } | null;
}

const dashboard = `subscription ($workspaceId: ID!, $after: String) {
  event: workspaceExecutionUpdated(workspaceId: $workspaceId, after: $after) {
    cursor execution { id status } step { nodeId status } } }`;

/** Collects the events of a dashboard in the background. */
function watch(after?: string): Event[] {
  const events: Event[] = [];
  void (async () => {
    for await (const { data } of user.subscribe<{ event: Event }>(dashboard, { after }))
      if (data) events.push(data.event);
  })();
  return events;
}

/** A subscribed dashboard: a flow is run until the first event arrives. */
async function openDashboard(): Promise<Event[]> {
  const events = watch();
  const flowId = await makeFlow([node('start', 'trigger.manual'), node('end', 'logic.stop')], 'start>end');
  await waitFor(async () => {
    await user.call(`POST P/flows/${flowId}/trigger`, {});
    return events.length > 0;
  });
  return events;
}

const reported = ({ step, execution }: Event) => (step ? `${step.nodeId} ${step.status}` : execution.status);
const reportedTo = (events: Event[], id: string) => events.filter(({ execution }) => execution.id === id).map(reported);

type Row = Record<string, never> & { id: string };
const list = (path: string) => user.call<Row[]>(`GET P${path}`);

async function makeFlow(nodes: ReturnType<typeof node>[], ...edges: string[]): Promise<string> {
  const { id } = await user.call('POST P/flows', { name: `Flow of ${nodes[1]?.id}`, ...graph(nodes, ...edges) });
  return id;
}

const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address));
const textsTo = (address: string) => mailsTo(address).map((one) => bodyOf(one).trim());

/** Moves all due times of follow-ups one hour back. */
async function anHourPasses(): Promise<void> {
  await sql.query("update follow_up_enrollments set due_at = due_at - interval '1 hour' where due_at is not null");
  await sql.query("select pg_notify('follow_ups', '')");
}

/** Imports contacts. */
async function importContacts(): Promise<[ana: Row, leo: Row]> {
  const csv = 'Name,Email,City\nAna,ana@example.com,Vigo\nLeo,leo@example.com,Lugo\n';
  const { id } = await user.call('POST P/imports', csv, 'text/csv');
  const imported = await waitFor(async () => {
    const job = await user.call(`GET P/jobs/${id}`);
    return job.finishedAt === null ? null : job;
  });
  expect(imported).toMatchObject({ total: 2, created: 2, failed: 0 });
  return (await list('/contacts?sortBy=name&sortOrder=asc')) as [Row, Row];
}

/** A flow tags and thanks the contact of an opportunity that is won. */
async function winDeal(contact: Row): Promise<{ flowId: string }> {
  const stages = ['new', 'won'].map((id, order) => ({ id, name: id, order }));
  const pipeline = await user.call('POST P/pipelines', { name: 'Sales', stages });
  const flowId = await makeFlow(
    [
      node('start', 'trigger.manual'),
      node('tag', 'crm.tagContact', { contactId: '{{triggerData.data.contactId}}', tags: ['customer'] }),
      node('mail', 'message.email', {
        to: '{{steps.tag.email}}',
        subject: 'Thanks, {{steps.tag.name}}',
        body: 'Soon in {{steps.tag.customFields.City}}: {{triggerData.data.name}}',
      }),
    ],
    'start>tag',
    'tag:out>mail',
  );
  await user.call(`POST P/crm-events/flows/${flowId}/subscribe`, {
    eventType: 'opportunity.stage_changed',
    pipelineId: pipeline.id,
    conditions: [{ left: '{{triggerData.data.stageId}}', operator: 'eq', right: 'won' }],
  });
  await user.call(`PATCH P/flows/${flowId}`, { isActive: true });
  const order = { name: 'Two books', pipelineId: pipeline.id, stageId: 'new', contactId: contact.id, value: 20 };
  const opportunity = await user.call('POST P/opportunities', order);
  await user.call(`PATCH P/opportunities/${opportunity.id}`, { stageId: 'won' });
  await user.call(`PATCH P/opportunities/${opportunity.id}`, { name: 'Two books and a pen' });
  return { flowId };
}

/** A contact asks, an assistant answers, and the contact does not reply for two hours. */
async function followUp(contact: Row) {
  const agent = await user.call('POST P/agents', { name: 'Helper', prompt: 'You sell books.' });
  const tag = { contactId: '{{triggerData.contact.id}}', tags: ['silent'] };
  const flowId = await makeFlow([node('start', 'trigger.manual'), node('note', 'crm.tagContact', tag)], 'start>note');
  await user.call(`PATCH P/flows/${flowId}`, { isActive: true });
  const sequence = await user.call('POST P/follow-up/sequences', {
    name: 'Offers',
    agentId: agent.id,
    steps: [
      { delayMinutes: 60, message: 'Hello {{contact.name}}, are you there?' },
      { delayMinutes: 60, stepType: 'FLOW', flowId },
      { delayMinutes: 60, message: 'Are you still there?' },
    ],
  });
  const conversation = await user.call('POST P/conversations', {
    contactId: contact.id,
    channel: 'email',
    agentId: agent.id,
  });
  const path = `P/conversations/${conversation.id}`;
  const receives = (body: string) => user.call(`POST ${path}/messages`, { direction: 'inbound', body });
  /** The only enrollment, once it satisfies a condition. */
  const enrollmentState = (where: string) =>
    waitFor(async () => {
      const [row, ...others] = await list(`/follow-up/sequences/${sequence.id}/enrollments`);
      if (others.length > 0) throw new Error('The contact was enrolled twice.');
      return row && `${row.status} ${row.stepNumber}` === where ? row : null;
    });
  await receives('Hello?');
  await enrollmentState('active 0');
  await anHourPasses();
  await enrollmentState('active 1');
  await anHourPasses();
  await enrollmentState('active 2');
  return { flowId, path, receives, enrollmentState };
}

test('a day: contacts are imported, an opportunity is won, a flow sends thanks, an assistant follows up and gets a reply, and a dashboard receives all events', async () => {
  const events = await openDashboard();
  const [ana, leo] = await importContacts();

  const deal = await winDeal(ana);
  await waitFor(() => mailsTo('ana@example.com').length > 0);
  expect(mailsTo('ana@example.com')[0]?.raw).toContain('Subject: Thanks, Ana');
  expect((await user.call(`GET P/contacts/${ana.id}`)).tags).toEqual(['customer']);
  const [run] = await list(`/flows/${deal.flowId}/executions`);
  expect(await user.call(`GET P/flows/executions/${run?.id}`)).toMatchObject({
    trigger: 'crm_event',
    triggerData: { type: 'opportunity.stage_changed', previous: { stageId: 'new' }, data: { stageId: 'won' } },
  });

  const silence = await followUp(leo);
  await waitFor(() => textsTo('leo@example.com').length === 2);
  await waitFor(async () => String((await user.call(`GET P/contacts/${leo.id}`)).tags) === 'silent');

  // The contact replies: the follow-up stops, and a member of the team continues.
  await silence.receives('Yes, I want to buy');
  expect(await silence.enrollmentState('stopped 2')).toMatchObject({ reason: 'replied', attempts: 1, dueAt: null });
  await waitFor(async () => (await user.call(`GET ${silence.path}`)).status === ('pending' as never));
  await anHourPasses();
  await user.call(`POST ${silence.path}/messages`, { body: 'I am Ada. How many?' });
  await waitFor(() => textsTo('leo@example.com').length === 3);

  expect(textsTo('ana@example.com')).toEqual(['Soon in Vigo: Two books']);
  expect(textsTo('leo@example.com')).toEqual([
    'Shall I send you our offer?',
    // A message of a sequence can be unsubscribed from.
    expect.stringMatching(/^Hello Leo, are you there\?\n\n-- \nAcme\nUnsubscribe: http\S+\/unsubscribe\?token=\S+$/),
    'I am Ada. How many?',
  ]);
  const said = await list(`${silence.path.slice(1)}/messages?sortOrder=asc`);
  expect(said.map(({ author }) => author)).toEqual(['contact', 'agent', 'flow', 'contact', 'member']);
  expect(await silence.enrollmentState('stopped 2')).toMatchObject({ attempts: 1 });
  await sawEachRun(events, [deal.flowId, 'tag', 'mail'], [silence.flowId, 'note']);
});

/** Each flow ran once, and every step was published: live, and again from a cursor. */
async function sawEachRun(events: Event[], ...flows: [flowId: string, ...acts: string[]][]): Promise<void> {
  for (const [flowId, ...acts] of flows) {
    const runs = await list(`/flows/${flowId}/executions`);
    expect(runs.map(({ status }) => status)).toEqual(['completed']);
    const id = runs[0]?.id as string;
    await waitFor(() => reportedTo(events, id).at(-1) === 'completed');
    const steps = acts.flatMap((act) => [`${act} running`, `${act} completed`]);
    expect(reportedTo(events, id)).toEqual(['running', 'start completed', ...steps, 'completed']);
  }
  const again = watch(events[0]?.cursor);
  await waitFor(() => again.length >= events.length - 1);
  for (const [flowId] of flows) {
    const [run] = await list(`/flows/${flowId}/executions`);
    const of = (all: Event[]) => reportedTo(all, run?.id as string);
    expect(of(again)).toEqual(of(events.slice(1)));
  }
}
