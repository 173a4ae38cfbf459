import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

/** Offset of the clock of the server and its worker: tests advance it instead of waiting. */
let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true, now });
  const person = await app.seed.owner();
  // An API key does not expire with the clock, as an access token does.
  owner = { ...person, token: await app.seed.apiKey(person) };
});

afterAll(() => app.stop());

type Row = Record<string, never> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Row;
}

let people = 0;

/** A contact in a conversation with an assistant, and the assistant's sequence. */
async function scene(sequence: Record<string, unknown>, contact: Record<string, unknown> = {}) {
  people += 1;
  const email = `ana${people}@example.com`;
  const agent = await call('POST', '/agents', { name: 'Helper', prompt: 'You sell books.' });
  const person = await call('POST', '/contacts', { name: 'Ana', email, ...contact });
  const conversation = await call('POST', '/conversations', {
    contactId: person.id,
    channel: 'email',
    agentId: agent.id,
  });
  const { id: sequenceId } = await call('POST', '/follow-up/sequences', {
    name: `Books ${people}`,
    agentId: agent.id,
    ...sequence,
  });
  const says = (author: string, body: string) =>
    call('POST', `/conversations/${conversation.id}/messages`, {
      ...(author === 'contact' ? { direction: 'inbound', status: 'received', body } : { author, body }),
    });
  return { agent, person, conversation, sequenceId, email, says };
}

const enrollments = async (sequenceId: string) =>
  (await call('GET', `/follow-up/sequences/${sequenceId}/enrollments`)) as unknown as Row[];

/** The only enrollment of a sequence, once it meets a condition. */
const enrollmentOf = (sequenceId: string, until: (row: Row) => boolean = () => true) =>
  waitFor(async () => {
    const [row] = await enrollments(sequenceId);
    return row && until(row) ? row : null;
  });

/** Advances the clock and wakes the workers that wait for a time. */
async function pass(minutes: number): Promise<void> {
  offsetMs += minutes * 60_000;
  await app.services.db.pool.query("select pg_notify('follow_ups', ''), pg_notify('message_deliveries', '')");
}

const sentTo = async (email: string) => {
  const { rows } = await app.services.db.pool.query<{ body: string }>(
    "select body from outbox_messages where recipient = $1 and status = 'sandboxed' order by id",
    [email],
  );
  return rows.map(({ body }) => body);
};

const text = (message: string, delayMinutes = 10) => ({ delayMinutes, message });

describe('a follow-up', () => {
  test("starts with an assistant's message, sends each step once when it is due, and completes", async () => {
    const { says, sequenceId, email, conversation } = await scene({
      steps: [text('Hello {{contact.name}}?'), text('Are you there?', 60)],
    });
    const sent = (count: number) => waitFor(async () => (await sentTo(email)).length === count);
    await says('agent', 'Do you like it?');
    await sent(1);
    const begun = await enrollmentOf(sequenceId);
    expect(begun).toMatchObject({ status: 'active', attempts: 0, stepNumber: 0, conversationId: conversation.id });
    await pass(9);
    expect((await enrollmentOf(sequenceId)).attempts).toBe(0);
    await pass(2);
    const first = await enrollmentOf(sequenceId, ({ attempts }) => attempts === 1);
    expect(first).toMatchObject({ status: 'active', stepNumber: 1 });
    await sent(2);
    await pass(61);
    expect(await enrollmentOf(sequenceId, ({ status }) => status === 'completed')).toMatchObject({
      attempts: 2,
      dueAt: null,
    });
    await sent(3);
    expect(await sentTo(email)).toEqual(['Do you like it?', 'Hello Ana?', 'Are you there?']);
    const reported = async () => {
      const said = (await call('GET', `/conversations/${conversation.id}/messages?sortOrder=asc`)) as unknown as Row[];
      return said.map(({ author, status }) => `${author} ${status}`);
    };
    await waitFor(async () => !(await reported()).some((line) => line.includes('queued')));
    expect(await reported()).toEqual(['agent sandboxed', 'flow sandboxed', 'flow sandboxed']);
  });

  test("is stopped by the contact's reply, which assigns the assistant again if reactivateAgent is set", async () => {
    const reset = await scene({ steps: [text('One'), text('Two')] });
    const unset = await scene({ steps: [text('One')], reactivateAgent: false });
    for (const { says, conversation, sequenceId } of [reset, unset]) {
      await says('agent', 'Well?');
      await enrollmentOf(sequenceId);
      await call('PATCH', `/conversations/${conversation.id}`, { agentId: null, status: 'pending' });
      await says('contact', 'Here I am');
      expect(await enrollmentOf(sequenceId, ({ status }) => status === 'stopped')).toMatchObject({ reason: 'replied' });
    }
    const read = ({ conversation }: typeof reset) => call('GET', `/conversations/${conversation.id}`);
    expect(await read(reset)).toMatchObject({ agentId: reset.agent.id, status: 'open' });
    expect(await read(unset)).toMatchObject({ agentId: null, status: 'pending' });
    await pass(30);
    expect((await enrollments(reset.sequenceId))[0]).toMatchObject({ attempts: 0 });
    expect(await sentTo(reset.email)).not.toContain('One');
  });

  test('ends at maxAttempts, when its sequence is deactivated, and for a contact with doNotContact', async () => {
    const few = await scene({ maxAttempts: 1, steps: [text('One'), text('Two')] });
    const off = await scene({ steps: [text('One')] });
    const silent = await scene({ steps: [text('One')] });
    const never = await scene({ steps: [text('One')] }, { doNotContact: true });
    for (const { says } of [few, off, silent, never]) await says('agent', 'Well?');
    await call('PATCH', `/follow-up/sequences/${off.sequenceId}`, { isActive: false });
    expect(await enrollmentOf(off.sequenceId)).toMatchObject({ status: 'stopped', reason: 'sequence_inactive' });
    await call('PATCH', `/contacts/${silent.person.id}`, { doNotContact: true });
    await pass(11);
    expect(await enrollmentOf(few.sequenceId, ({ status }) => status !== 'active')).toMatchObject({
      status: 'completed',
      attempts: 1,
      stepNumber: 1,
    });
    expect(await enrollmentOf(silent.sequenceId, ({ status }) => status !== 'active')).toMatchObject({
      status: 'stopped',
      reason: 'do_not_contact',
      attempts: 0,
    });
    expect(await enrollments(never.sequenceId)).toEqual([]);
    const message = await waitFor(async () => {
      const [said] = (await call('GET', `/conversations/${never.conversation.id}/messages`)) as unknown as Row[];
      return said?.status === ('queued' as never) ? null : said;
    });
    expect(message).toMatchObject({ status: 'failed', error: expect.stringContaining('DO_NOT_CONTACT') });
    const filtered = `/follow-up/sequences/${silent.sequenceId}/enrollments?status=active`;
    expect(await call('GET', filtered)).toEqual([]);
    await call('DELETE', `/follow-up/sequences/${few.sequenceId}`);
    const lost = await app.rest(
      `GET /workspaces/${owner.workspaceId}/follow-up/sequences/${few.sequenceId}/enrollments`,
      {
        as: owner.token,
      },
    );
    expect(lost.status).toBe(404);
  });

  test('runs flows as steps, skips steps that are not possible, and reports why', async () => {
    const { id: flowId } = await app.seed.flow(
      owner,
      graph(
        [
          node('start', 'trigger.manual'),
          node('answer', 'data.set', { assignments: [{ name: 'to', value: '{{triggerData.contact.email}}' }] }),
        ],
        'start>answer',
      ),
    );
    const { id: templateId } = await call('POST', '/whatsapp-templates', { name: 'hello', body: 'Hello {{1}}' });
    const { says, sequenceId, email } = await scene({
      steps: [
        { delayMinutes: 1, stepType: 'WHATSAPP_TEMPLATE', templateId },
        { delayMinutes: 1, stepType: 'AI_GENERATED' },
        { delayMinutes: 1, stepType: 'FLOW', flowId },
      ],
    });
    await says('agent', 'Well?');
    await pass(2);
    expect((await enrollmentOf(sequenceId, ({ stepNumber }) => stepNumber === 1)).lastError).toContain('WhatsApp');
    await pass(2);
    expect((await enrollmentOf(sequenceId, ({ stepNumber }) => stepNumber === 2)).lastError).toContain('LLM_MODEL');
    await pass(2);
    expect(await enrollmentOf(sequenceId, ({ status }) => status === 'completed')).toMatchObject({ attempts: 0 });
    const runs = (await call('GET', `/flows/${flowId}/executions`)) as unknown as Row[];
    expect(runs).toHaveLength(1);
    const run = await reached(app, owner, runs[0]?.id as string);
    expect(run).toMatchObject({ status: 'completed', output: { to: email }, trigger: 'schedule' });
  });

  test('sends an approved template to WhatsApp conversations', async () => {
    const { id: templateId } = await call('POST', '/whatsapp-templates', {
      name: 'order_news',
      body: 'Hello {{1}}, news of {{2}}.',
      variables: ['name', 'order'],
      language: 'es',
    });
    const phone = `+3460000${String(1000 + people)}`;
    const { person, agent } = await scene(
      { steps: [{ delayMinutes: 1, stepType: 'WHATSAPP_TEMPLATE', templateId }] },
      {
        phone,
        customFields: { order: '1001' },
      },
    );
    const conversation = await call('POST', '/conversations', {
      contactId: person.id,
      channel: 'whatsapp',
      agentId: agent.id,
    });
    await call('POST', `/conversations/${conversation.id}/messages`, { author: 'agent', body: 'Well?' });
    await pass(2);
    await waitFor(async () => (await sentTo(phone)).length === 2);
    expect(JSON.parse((await sentTo(phone))[1] as string)).toEqual({
      name: 'order_news',
      language: 'es',
      variables: ['Ana', '1001'],
    });
    const said = (await call('GET', `/conversations/${conversation.id}/messages`)) as unknown as Row[];
    expect(said[0]).toMatchObject({ body: 'Hello Ana, news of 1001.', author: 'flow' });
  });

  test('is started and stopped by nodes, once for each contact', async () => {
    const { sequenceId, person } = await scene({ steps: [text('From a flow')] });
    const flowOf = (type: string, contactId: string) =>
      app.seed.flow(
        owner,
        graph([node('start', 'trigger.manual'), node('act', type, { sequenceId, contactId })], 'start>act'),
      );
    const run = async (type: string, contactId = person.id as string) => {
      const { id } = await flowOf(type, contactId);
      return reached(app, owner, await trigger(app, owner, id));
    };
    const started = await run('crm.startSequence');
    const again = await run('crm.startSequence');
    expect(started).toMatchObject({ status: 'completed', output: { enrollmentId: expect.any(String) } });
    expect(again.output).toEqual(started.output);
    expect(await enrollments(sequenceId)).toHaveLength(1);
    expect((await run('crm.stopSequence')).output).toEqual({ stopped: true });
    expect((await run('crm.stopSequence')).output).toEqual({ stopped: false });
    expect(await enrollmentOf(sequenceId)).toMatchObject({ status: 'stopped', reason: 'stopped' });
    await call('PATCH', `/contacts/${person.id}`, { doNotContact: true });
    expect(await run('crm.startSequence')).toMatchObject({ status: 'failed', error: { code: 'DO_NOT_CONTACT' } });
    expect(await run('crm.startSequence', owner.workspaceId)).toMatchObject({ error: { code: 'REFUSED' } });
  });

  test('stays with the process that claimed its step while that is alive, then continues in another one', async () => {
    const { pool } = app.services.db;
    const claimed = await scene({ steps: [text('Taken over')] });
    const free = await scene({ steps: [text('Free')] });
    for (const { says } of [claimed, free]) await says('agent', 'Well?');
    const { id } = await enrollmentOf(claimed.sequenceId);
    const { rows } = await pool.query<{ id: string }>(
      `insert into workers (id, lease_until)
       values (gen_random_uuid(), now() + interval '1 hour') returning id`,
    );
    const worker = rows[0]?.id;
    await pool.query('update follow_up_enrollments set worker_id = $2 where id = $1', [id, worker]);
    await pass(11);
    await enrollmentOf(free.sequenceId, ({ status }) => status === 'completed');
    expect(await enrollmentOf(claimed.sequenceId)).toMatchObject({ status: 'active', attempts: 0 });
    await pool.query('update workers set lease_until = now() where id = $1', [worker]);
    await waitFor(async () => (await pool.query('select from workers where id = $1', [worker])).rowCount === 0);
    await pass(0);
    expect(await enrollmentOf(claimed.sequenceId, ({ status }) => status === 'completed')).toMatchObject({
      attempts: 1,
    });
  });

  test('runs each step once, however many workers there are', async () => {
    const { says, sequenceId, email } = await scene({ steps: [text('Only once')] });
    await says('agent', 'Well?');
    await enrollmentOf(sequenceId);
    const other = await startTestApp({ database: app.database, worker: true, now });
    try {
      await pass(11);
      await enrollmentOf(sequenceId, ({ status }) => status === 'completed');
      await waitFor(async () => (await sentTo(email)).length === 2);
      expect(await sentTo(email)).toEqual(['Well?', 'Only once']);
    } finally {
      await other.stop();
    }
  });
});
