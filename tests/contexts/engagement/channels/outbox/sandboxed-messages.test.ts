import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as documents from '../../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, type Surface, surfaces } from '../../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { graph, node } from '../../../../support/graphs.js';
import { reached, trigger } from '../../../../support/run.js';
import type { Owner } from '../../../../support/seed.js';
import { waitFor } from '../../../../support/wait-for.js';

// The embedded default: no provider is configured.
let offsetMs = 0;
const now = () => new Date(Date.now() + offsetMs);

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true, now });
  owner = await app.seed.owner();
}, 60_000);

afterAll(() => app.stop());

type Row = Record<string, unknown> & { id: string };

async function call<T = Row>(route: string, body?: unknown): Promise<T> {
  const [method, path] = route.split(' ');
  const at = `${method} /workspaces/${owner.workspaceId}${path}`;
  const answer = await app.rest(at, { as: owner.token, ...(body !== undefined && { body }) });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** The content of a list or a figure, at whatever depth the surface returns it. */
function contentOf(data: unknown): never {
  const { items, ...rest } = data as { items?: unknown };
  const [only, ...others] = Object.values(rest);
  if (items) return items as never;
  return (others.length === 0 && typeof only === 'object' ? contentOf(only) : data) as never;
}

const read = async <T = Row[]>(surface: Surface, operation: OwnOperation, query = {}, ids = {}): Promise<T> => {
  const request = { as: owner.token, workspaceId: owner.workspaceId, ids, query };
  return contentOf(payloadOf(surface, await ask(app, surface, operation, request)));
};
const outbox: OwnOperation = ['GET P/outbox', documents.ListOutboxDocument];
const messages: OwnOperation = ['GET P/conversations/:conversationId/messages', documents.ListMessagesDocument];
const recipients: OwnOperation = ['GET P/campaigns/:campaignId/recipients', documents.ListCampaignRecipientsDocument];
const analytics: OwnOperation = ['GET P/analytics/sms', documents.GetSmsAnalyticsDocument];

let people = 0;
const contact = () => {
  people += 1;
  return call('POST /contacts', {
    name: `Ana ${people}`,
    email: `ana${people}@example.com`,
    phone: `+34600000${100 + people}`,
    tags: [`t${people}`],
  });
};

describe('a message in the sandbox is sandboxed, never sent', () => {
  test('in the outbox, where it can be filtered', async () => {
    const steps = [
      node('mail', 'message.email', { to: 'ana@example.com', subject: 'Hi', body: 'Hi' }),
      node('text', 'message.sms', { to: '+34600000001', text: 'Hi' }),
      node('chat', 'message.whatsapp', { to: '+34600000001', text: 'Hi' }),
    ];
    const edges = ['start>mail', 'mail:sent>text', 'text:sent>chat'];
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), ...steps], ...edges));
    const run = await reached(app, owner, await trigger(app, owner, flow.id));
    expect(run.status).toBe('completed');
    expect(run.steps.slice(1).map(({ output }) => output)).toMatchObject([
      { sandbox: true },
      { sandbox: true },
      { sandbox: true },
    ]);
    for (const surface of surfaces) {
      const filter = { executionId: run.id };
      const kept = await read(surface, outbox, { ...filter, status: 'sandboxed' });
      expect(kept.map(({ channel, status, sandbox }) => [channel, status, sandbox])).toEqual([
        ['whatsapp', 'sandboxed', true],
        ['sms', 'sandboxed', true],
        ['email', 'sandboxed', true],
      ]);
      expect(await read(surface, outbox, { ...filter, status: 'sent' })).toEqual([]);
    }
  });

  test.each(['sms', 'whatsapp', 'email'])('in a conversation over %s, and in its event', async (channel) => {
    const { id: contactId } = await contact();
    const listening = graph(
      [
        node('start', 'trigger.crmEvent', { eventType: 'message.sent' }),
        node('end', 'data.set', { assignments: [{ name: 'status', value: '{{triggerData.data.status}}' }] }),
      ],
      'start>end',
    );
    const flow = await app.seed.flow(owner, { ...listening, name: `Listens ${channel}` });
    const conversation = await call('POST /conversations', { contactId, channel });
    await call(`POST /conversations/${conversation.id}/messages`, { body: 'Hello' });
    const ids = { conversationId: conversation.id };
    for (const surface of surfaces) {
      await waitFor(async () => (await read(surface, messages, {}, ids))[0]?.status !== 'queued');
      expect(await read(surface, messages, {}, ids)).toMatchObject([
        { status: 'sandboxed', error: null, sentAt: null },
      ]);
      expect(await read(surface, messages, { status: 'sent' }, ids)).toEqual([]);
    }
    const started = await waitFor(async () => (await call<Row[]>(`GET /flows/${flow.id}/executions`))[0]);
    expect((await reached(app, owner, (started as Row).id)).output).toEqual({ status: 'sandboxed' });
    await call(`PATCH /flows/${flow.id}`, { isActive: false });
  });

  test('for a step that waits for a reply', async () => {
    const { id: contactId } = await contact();
    const asking = node('ask', 'message.waitReply', {
      contactId,
      channel: 'sms',
      text: 'Shall we?',
      timeoutMinutes: 5,
    });
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), asking], 'start>ask'));
    const id = await trigger(app, owner, flow.id);
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    const [conversation] = await call<Row[]>(`GET /conversations?contactId=${contactId}`);
    expect(await call(`GET /conversations/${conversation?.id}/messages`)).toMatchObject([{ status: 'sandboxed' }]);
  });

  test('in a follow-up sequence', async () => {
    const { id: contactId } = await contact();
    const sequence = await call('POST /follow-up/sequences', {
      name: 'Offers',
      steps: [{ delayMinutes: 1, message: 'Did you see it?' }],
    });
    const starting = node('go', 'crm.startSequence', { sequenceId: sequence.id, contactId });
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), starting], 'start>go'));
    await reached(app, owner, await trigger(app, owner, flow.id));
    offsetMs += 90_000;
    await app.services.db.pool.query("select pg_notify('follow_ups', '')");
    const [conversation] = await call<Row[]>(`GET /conversations?contactId=${contactId}`);
    const said = () => call<Row[]>(`GET /conversations/${conversation?.id}/messages`);
    await waitFor(async () => (await said()).some(({ status }) => status !== 'queued'));
    expect(await said()).toMatchObject([{ body: 'Did you see it?', status: 'sandboxed' }]);
  });

  test('in a campaign, which counts it apart from sent messages', async () => {
    const { tags } = await contact();
    const campaign = { name: 'Spring', channel: 'sms', message: 'Hello', audience: { tags } };
    const { id } = await call('POST /campaigns', campaign);
    await call(`POST /campaigns/${id}/send`);
    const ended = await waitFor(async () => {
      const seen = await call(`GET /campaigns/${id}`);
      return seen.status === 'sent' ? seen : null;
    });
    expect(ended).toMatchObject({ recipientCount: 1, sentCount: 0, sandboxedCount: 1, failedCount: 0 });
    for (const surface of surfaces) {
      expect(await read(surface, recipients, { status: 'sandboxed' }, { campaignId: id })).toMatchObject([
        { status: 'sandboxed', tries: 0, error: null, sentAt: null },
      ]);
    }
  });

  test('in the analytics of SMS, which count only sent messages', async () => {
    for (const surface of surfaces) {
      expect(await read<object>(surface, analytics)).toMatchObject({ sent: 0, delivered: 0, failed: 0 });
    }
  });
});
