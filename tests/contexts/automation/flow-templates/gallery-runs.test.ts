import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { builtInTemplates } from '../../../../src/contexts/automation/flow-templates/built-in-templates.js';
import { startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp({ worker: true, outboundAllow: ['127.0.0.1'] });
});
beforeEach(async () => {
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

interface Message {
  to: string;
  subject: string | null;
  body: string;
}

async function call<T = { id: string }>(route: string, body?: object): Promise<T> {
  const answer = await app.rest(route.replace(/ P\b/, ` /workspaces/${owner.workspaceId}`), {
    as: owner.token,
    ...(body && { body }),
  });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body.error));
  return answer.body.data;
}

/** Creates an active flow from a template of the gallery. */
async function use(name: string): Promise<string> {
  const template = builtInTemplates.find((one) => one.name === name);
  const flow = await call(`POST P/flows/templates/${template?.id}/use`, {});
  await call(`PATCH P/flows/${flow.id}`, { isActive: true });
  return flow.id;
}

async function messages(count: number): Promise<Message[]> {
  let sent: Message[] = [];
  await waitFor(async () => {
    sent = await call<Message[]>('GET P/outbox?sortOrder=asc');
    return sent.length >= count;
  });
  return sent;
}

/** Times of an appointment, and its start as the messages say it. */
function appointmentIn(minutes: number) {
  const timezone = 'Europe/Madrid';
  const start = new Date(Date.now() + minutes * 60_000);
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(start);
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  const when = `${part('weekday')}, ${part('day')} ${part('month')} at ${part('hour')}:${part('minute')} (${timezone})`;
  const endsAt = new Date(start.getTime() + 30 * 60_000).toISOString();
  return { startsAt: start.toISOString(), endsAt, timezone, when };
}

/** Waits until so many executions wait for their time, and as many exits for a change of their appointment. */
async function waits(count: number): Promise<void> {
  const { pool } = app.services.db;
  await waitFor(async () => {
    const { rows } = await pool.query(
      "select count(*)::integer as count from execution_steps where workspace_id = $1 and status = 'waiting'",
      [owner.workspaceId],
    );
    return rows[0].count >= 2 * count;
  });
}

describe('templates of the gallery with an event as trigger', () => {
  test('confirm an appointment, send a reminder of it, and welcome the contact', async () => {
    await use('Welcome a new contact');
    await use('Send appointment reminders');
    const contact = await call('POST P/contacts', { name: 'Ada', email: 'ada@example.com', phone: '+34600000001' });
    expect(await messages(1)).toMatchObject([{ to: 'ada@example.com', subject: 'Welcome, Ada' }]);
    // Starts in less than two hours, so the reminder does not wait.
    const { startsAt, when, ...rest } = appointmentIn(60);
    await call('POST P/calendar-events', { title: 'First meeting', contactId: contact.id, startsAt, ...rest });
    expect((await messages(3)).slice(1)).toMatchObject([
      { to: '+34600000001', body: `Your appointment "First meeting" is booked for ${when}.` },
      { to: '+34600000001', body: `Your appointment "First meeting" is on ${when}.` },
    ]);
  });

  test('follow an appointment that is moved, and leave one that is cancelled or deleted', async () => {
    const flowId = await use('Send appointment reminders');
    const contact = await call('POST P/contacts', { name: 'Bob', phone: '+34600000002' });
    const book = async (title: string) => {
      const { when: _, ...times } = appointmentIn(600);
      return call('POST P/calendar-events', { title, contactId: contact.id, ...times });
    };
    const bodies = async () => (await messages(0)).filter(({ to }) => to === '+34600000002').map(({ body }) => body);
    const said = (text: string) => waitFor(async () => (await bodies()).some((body) => body.includes(text)));
    const statuses = async () =>
      (await call<{ status: string; waitingFor: string }[]>(`GET P/flows/${flowId}/executions?sortOrder=asc`)).map(
        ({ status }) => status,
      );
    const [moved, cancelled, deleted] = [await book('Moved'), await book('Cancelled'), await book('Deleted')];
    for (const title of ['Moved', 'Cancelled', 'Deleted']) await said(`"${title}" is booked for`);
    await waits(3);
    const { when, ...times } = appointmentIn(30);
    await call(`PATCH P/calendar-events/${moved.id}`, times);
    await call(`PATCH P/calendar-events/${cancelled.id}`, { status: 'cancelled' });
    await call(`DELETE P/calendar-events/${deleted.id}`);
    await waitFor(async () => (await statuses()).every((status) => status === 'completed'));
    expect((await bodies()).slice(3)).toEqual([
      `Your appointment "Moved" was moved to ${when}.`,
      `Your appointment "Moved" is on ${when}.`,
    ]);
  });

  test('announce only won deals', async () => {
    await call('POST P/flows/secrets', { name: 'chat_token', value: 'xoxb-0123456789' });
    const flowId = await use('Announce won deals in the team chat');
    const stages = [{ id: 'first', name: 'First' }];
    const { id: pipelineId } = await call('POST P/pipelines', { name: 'Sales', stages });
    const deal = await call('POST P/opportunities', { name: 'Forty', pipelineId, stageId: 'first', status: 'open' });
    await call(`PATCH P/opportunities/${deal.id}`, { status: 'lost' });
    await call(`PATCH P/opportunities/${deal.id}`, { status: 'won' });
    await waitFor(async () => (await call<object[]>(`GET P/flows/${flowId}/executions`)).length > 0);
    expect(await call<object[]>(`GET P/flows/${flowId}/executions`)).toHaveLength(1);
  });
});

describe('templates of the gallery that divide and watch', () => {
  test('assign conversations in turn, also when they begin at once', async () => {
    const { user } = await call<{ user: { id: string } }>('GET /auth/me');
    const { userId } = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const team = [user.id, userId];
    const flowId = await use('Assign conversations in turn');
    await call(`PATCH P/flows/${flowId}`, { variables: [{ name: 'team', value: team }] });
    const { id: contactId } = await call('POST P/contacts', { name: 'Ana', phone: '+34600000003' });
    const begun = Array.from({ length: 6 }, () => call('POST P/conversations', { contactId, channel: 'sms' }));
    await Promise.all(begun);
    const assigned = async () =>
      (await call<{ assignedTo: string | null }[]>('GET P/conversations')).map(({ assignedTo }) => assignedTo);
    await waitFor(async () => (await assigned()).every((one) => one !== null));
    const counts = team.map(async (id) => (await assigned()).filter((one) => one === id).length);
    expect(await Promise.all(counts)).toEqual([3, 3]);
  });

  test('watch a page: an email says what was there before, and what is there now', async () => {
    let price = '14';
    const site = await startLoopbackServer({
      '/': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><body><p>${price}</p></body></html>`),
    });
    const template = builtInTemplates.find(({ name }) => name === 'Watch a web page for changes');
    const { id } = await call(`POST P/flows/templates/${template?.id}/use`, {});
    const nodes = template?.nodes.map((one) =>
      one.id === 'changed' ? { ...one, data: { ...one.data, url: `${site.origin}/` } } : one,
    );
    await call(`PATCH P/flows/${id}`, { nodes, isActive: true });
    const { pool } = app.services.db;
    const primed = `select from flow_triggers where flow_id = $1 and poll ->> 'isPrimed' = 'true'`;
    await waitFor(async () => (await pool.query(primed, [id])).rowCount === 1);
    price = '12';
    await pool.query(`update flow_triggers set due_at = now() - interval '1 second' where flow_id = $1`, [id]);
    await pool.query(`select pg_notify('flow_polls', '')`);
    expect(await messages(1)).toMatchObject([{ to: 'team@example.com', body: 'Before:\n14\n\nNow:\n12' }]);
    await site.close();
  });
});
