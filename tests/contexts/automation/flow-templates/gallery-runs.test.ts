import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { builtInTemplates } from '../../../../src/contexts/automation/flow-templates/built-in-templates.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
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
  await waitFor(
    async () => {
      sent = await call<Message[]>('GET P/outbox?sortOrder=asc');
      return sent.length >= count;
    },
    { timeoutMs: 15_000 },
  );
  return sent;
}

describe('templates of the gallery with an event as trigger', () => {
  test('confirm an appointment, send a reminder of it, and welcome the contact', async () => {
    await use('Welcome a new contact');
    await use('Send appointment reminders');
    const contact = await call('POST P/contacts', { name: 'Ada', email: 'ada@example.com', phone: '+34600000001' });
    expect(await messages(1)).toMatchObject([{ to: 'ada@example.com', subject: 'Welcome, Ada' }]);
    // Starts in less than two hours, so the reminder does not wait.
    const startsAt = new Date(Date.now() + 60 * 60_000).toISOString();
    const times = { startsAt, endsAt: new Date(Date.now() + 90 * 60_000).toISOString() };
    await call('POST P/calendar-events', { title: 'First meeting', contactId: contact.id, ...times });
    expect((await messages(3)).slice(1)).toMatchObject([
      { to: '+34600000001', body: `Your appointment "First meeting" is booked for ${startsAt}.` },
      { to: '+34600000001', body: 'In two hours: First meeting.' },
    ]);
  });

  test('announce only won deals', async () => {
    await call('POST P/flows/secrets', { name: 'chat_webhook_url', value: 'http://127.0.0.1:9/hook' });
    const flowId = await use('Announce won deals in the team chat');
    const stages = [{ id: 'first', name: 'First' }];
    const { id: pipelineId } = await call('POST P/pipelines', { name: 'Sales', stages });
    const deal = await call('POST P/opportunities', { name: 'Forty', pipelineId, stageId: 'first', status: 'open' });
    await call(`PATCH P/opportunities/${deal.id}`, { status: 'lost' });
    await call(`PATCH P/opportunities/${deal.id}`, { status: 'won' });
    await waitFor(async () => (await call<object[]>(`GET P/flows/${flowId}/executions`)).length > 0, {
      timeoutMs: 15_000,
    });
    expect(await call<object[]>(`GET P/flows/${flowId}/executions`)).toHaveLength(1);
  });
});
