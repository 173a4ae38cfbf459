import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { builtInTemplates } from '../../../../src/contexts/automation/flow-templates/built-in-templates.js';
import { startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember } from '../../accounts/members/people.js';
import { TemplateUser } from './template-user.js';

let app: TestApp;
let owner: Owner;
let user: TemplateUser;
beforeAll(async () => {
  app = await startTestApp({ worker: true, outboundAllow: ['127.0.0.1'] });
});
beforeEach(async () => {
  owner = await app.seed.owner();
  user = new TemplateUser(app, owner);
});
afterAll(() => app.stop());

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

describe('templates of the gallery with an event as trigger', () => {
  test('confirm an appointment, send a reminder of it, and welcome the contact', async () => {
    await user.use('Welcome a new contact');
    await user.use('Send appointment reminders');
    const contact = await user.call('POST P/contacts', {
      name: 'Ada',
      email: 'ada@example.com',
      phone: '+34600000001',
    });
    expect(await user.messages(1)).toMatchObject([{ to: 'ada@example.com', subject: 'Welcome, Ada' }]);
    // Starts in less than two hours, so the reminder does not wait.
    const { startsAt, when, ...rest } = appointmentIn(60);
    await user.call('POST P/calendar-events', { title: 'First meeting', contactId: contact.id, startsAt, ...rest });
    expect((await user.messages(3)).slice(1)).toMatchObject([
      { to: '+34600000001', body: `Your appointment "First meeting" is booked for ${when}.` },
      { to: '+34600000001', body: `Your appointment "First meeting" is on ${when}.` },
    ]);
  });

  test('follow an appointment that is moved, and leave one that is cancelled or deleted', async () => {
    const flowId = await user.use('Send appointment reminders');
    const contact = await user.call('POST P/contacts', { name: 'Bob', phone: '+34600000002' });
    const book = async (title: string) => {
      const { when: _, ...times } = appointmentIn(600);
      return user.call('POST P/calendar-events', { title, contactId: contact.id, ...times });
    };
    const bodies = async () =>
      (await user.messages(0)).filter(({ to }) => to === '+34600000002').map(({ body }) => body);
    const said = (text: string) => waitFor(async () => (await bodies()).some((body) => body.includes(text)));
    const statuses = async () =>
      (await user.call<{ status: string; waitingFor: string }[]>(`GET P/flows/${flowId}/executions?sortOrder=asc`)).map(
        ({ status }) => status,
      );
    const [moved, cancelled, deleted] = [await book('Moved'), await book('Cancelled'), await book('Deleted')];
    for (const title of ['Moved', 'Cancelled', 'Deleted']) await said(`"${title}" is booked for`);
    await user.waits(6);
    const { when, ...times } = appointmentIn(30);
    await user.call(`PATCH P/calendar-events/${moved.id}`, times);
    await user.call(`PATCH P/calendar-events/${cancelled.id}`, { status: 'cancelled' });
    await user.call(`DELETE P/calendar-events/${deleted.id}`);
    await waitFor(async () => (await statuses()).every((status) => status === 'completed'));
    expect((await bodies()).slice(3)).toEqual([
      `Your appointment "Moved" was moved to ${when}.`,
      `Your appointment "Moved" is on ${when}.`,
    ]);
  });

  test('announce only won deals', async () => {
    await user.call('POST P/flows/secrets', { name: 'chat_token', value: 'xoxb-0123456789' });
    const flowId = await user.use('Announce won deals in the team chat');
    const stages = [{ id: 'first', name: 'First' }];
    const { id: pipelineId } = await user.call('POST P/pipelines', { name: 'Sales', stages });
    const deal = await user.call('POST P/opportunities', {
      name: 'Forty',
      pipelineId,
      stageId: 'first',
      status: 'open',
    });
    await user.call(`PATCH P/opportunities/${deal.id}`, { status: 'lost' });
    await user.call(`PATCH P/opportunities/${deal.id}`, { status: 'won' });
    await waitFor(async () => (await user.call<object[]>(`GET P/flows/${flowId}/executions`)).length > 0);
    expect(await user.call<object[]>(`GET P/flows/${flowId}/executions`)).toHaveLength(1);
  });
});

describe('templates of the gallery that divide and watch', () => {
  test('assign conversations in turn, also when they begin at once', async () => {
    const { user: me } = await user.call<{ user: { id: string } }>('GET /auth/me');
    const { userId } = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const team = [me.id, userId];
    const flowId = await user.use('Assign conversations in turn');
    await user.call(`PATCH P/flows/${flowId}`, { variables: [{ name: 'team', value: team }] });
    const { id: contactId } = await user.call('POST P/contacts', { name: 'Ana', phone: '+34600000003' });
    const begun = Array.from({ length: 6 }, () => user.call('POST P/conversations', { contactId, channel: 'sms' }));
    await Promise.all(begun);
    const assigned = async () =>
      (await user.call<{ assignedTo: string | null }[]>('GET P/conversations')).map(({ assignedTo }) => assignedTo);
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
    const { id } = await user.call(`POST P/flows/templates/${template?.id}/use`, {});
    const nodes = template?.nodes.map((one) =>
      one.id === 'changed' ? { ...one, data: { ...one.data, url: `${site.origin}/` } } : one,
    );
    await user.call(`PATCH P/flows/${id}`, { nodes, isActive: true });
    const { pool } = app.services.db;
    const primed = `select from flow_triggers where flow_id = $1 and poll ->> 'isPrimed' = 'true'`;
    await waitFor(async () => (await pool.query(primed, [id])).rowCount === 1);
    price = '12';
    await pool.query(`update flow_triggers set due_at = now() - interval '1 second' where flow_id = $1`, [id]);
    await pool.query(`select pg_notify('flow_polls', '')`);
    expect(await user.messages(1)).toMatchObject([{ to: 'team@example.com', body: 'Before:\n14\n\nNow:\n12' }]);
    await site.close();
  });
});
