import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recordSent, type SentMessage } from '../../../../../src/contexts/engagement/channels/index.js';
import { newId } from '../../../../../src/platform/new-id.js';
import { workspaceScope } from '../../../../../src/platform/records/index.js';
import { graph, node } from '../../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../../support/run.js';
import type { Owner } from '../../../../support/seed.js';
import { recordStatements } from '../../../../support/statements.js';
import { waitFor } from '../../../../support/wait-for.js';
import { type ProviderFixture, type ProviderRequest, startProviderFixture } from '../provider-fixture.js';

let fixture: ProviderFixture;
let owner: Owner;
let people = 0;

beforeAll(async () => {
  fixture = await startProviderFixture({ sandbox: true });
}, 60_000);

beforeEach(async () => {
  owner = await fixture.app.seed.owner();
});

afterAll(() => fixture.stop());

type Row = Record<string, never> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await fixture.app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Row;
}
const list = async (path: string) => (await call('GET', path)) as unknown as Row[];

function newContact(): Promise<Row> {
  people += 1;
  return call('POST', '/contacts', {
    name: `Ana ${people}`,
    email: `ana${people}@example.com`,
    phone: `+3461000${String(people).padStart(4, '0')}`,
  });
}

/** The conversations of a contact with their messages: `sms open: outbound flow sent Hello`. */
async function storyOf(contactId: string): Promise<string[]> {
  const found = await list(`/conversations?contactId=${contactId}&sortOrder=asc`);
  const told = found.map(async ({ id, channel, status }) =>
    (await list(`/conversations/${id}/messages?sortOrder=asc`)).map(
      (one) => `${channel} ${status}: ${one.direction} ${one.author} ${one.status} ${one.body}`,
    ),
  );
  return (await Promise.all(told)).flat();
}

async function run(type: string, data: object): Promise<SeenExecution> {
  const nodes = [node('start', 'trigger.manual'), node('act', type, { ...data })];
  const flow = await fixture.app.seed.flow(owner, graph(nodes, 'start>act'));
  return reached(fixture.app, owner, await trigger(fixture.app, owner, flow.id));
}

describe('a message of a flow', () => {
  test('is a message of the contact, whatever the channel, and its state follows the provider', async () => {
    const { id, phone, email } = await newContact();
    await run('message.sms', { to: phone, text: 'By SMS' });
    await fixture.reportStatus(fixture.requests.at(-1) as ProviderRequest, { MessageStatus: 'delivered' });
    await run('message.whatsapp', { to: phone, text: 'By WhatsApp' });
    await run('message.whatsappTemplate', { to: phone, templateId: 'hello', variables: ['Ana'] });
    await run('message.email', { to: email, subject: 'Hello', body: 'By email' });
    await run('message.sms', { to: phone, text: 'Again' });
    expect(await storyOf(id)).toEqual([
      'sms open: outbound flow delivered By SMS',
      'sms open: outbound flow sent Again',
      'whatsapp open: outbound flow sent By WhatsApp',
      'whatsapp open: outbound flow sent [hello] Ana',
      'email open: outbound flow sandboxed By email',
    ]);
    const { messages } = (await call('GET', '/analytics/overview')) as unknown as { messages: { total: number } };
    expect(messages.total).toBe(5);
  });

  test('has the state that is reported before the response of the provider', async () => {
    const { id, phone } = await newContact();
    fixture.beforeAnswer = async (request) => {
      await fixture.reportStatus(request, { MessageStatus: 'failed', ErrorCode: '30005' });
    };
    await run('message.sms', { to: phone, text: 'Early' });
    fixture.beforeAnswer = async () => undefined;
    expect(await storyOf(id)).toEqual(['sms open: outbound flow failed Early']);
  });

  test('is a message of each contact of an email, and of none for an address that no contact has', async () => {
    const [one, other] = [await newContact(), await newContact()];
    const to = `${one.email}, ${other.email}, nobody@example.com`;
    await run('message.email', { to, subject: 'Hello', body: 'Hi all' });
    await run('message.sms', { to: '+34699999999', text: 'Hi' });
    for (const { id } of [one, other])
      expect(await storyOf(id)).toEqual(['email open: outbound flow sandboxed Hi all']);
    expect(await list('/conversations')).toHaveLength(2);
    expect(await list('/outbox')).toHaveLength(2);
  });

  test('continues the conversation that the contact has, and starts flows with message.sent', async () => {
    const { id, phone } = await newContact();
    const conversation = await call('POST', '/conversations', { contactId: id, channel: 'sms', status: 'pending' });
    const start = node('start', 'trigger.crmEvent', { eventType: 'message.sent' });
    const flow = await fixture.app.seed.flow(
      owner,
      graph([start, node('end', 'data.set', { assignments: [{ name: 'a', value: 1 }] })], 'start>end'),
    );
    await run('message.sms', { to: phone, text: 'Hi' });
    expect(await storyOf(id)).toEqual(['sms pending: outbound flow sent Hi']);
    const runs = await waitFor(async () => {
      const found = await list(`/flows/${flow.id}/executions`);
      return found.length > 0 ? found : null;
    });
    const detail = await call('GET', `/flows/executions/${runs[0]?.id}`);
    expect(detail.triggerData).toMatchObject({
      type: 'message.sent',
      data: { conversationId: conversation.id, author: 'flow', body: 'Hi' },
      conversation: { contactId: id, channel: 'sms' },
    });
  });

  test('is no message of a contact if it asks an approver', async () => {
    const { id, email } = await newContact();
    const approval = node('ask', 'wait.approval', { message: 'Pay?', approvers: [email], timeoutMinutes: 60 });
    const content = graph([node('start', 'trigger.manual'), approval], 'start>ask');
    const flow = await fixture.app.seed.flow(owner, content);
    const execution = await trigger(fixture.app, owner, flow.id);
    await reached(fixture.app, owner, execution, ({ phase }) => phase === 'waiting');
    expect(await list('/outbox')).toMatchObject([{ to: email }]);
    expect(await storyOf(id)).toEqual([]);
  });
});

describe('a message of a campaign', () => {
  test('is a message of each contact, in a conversation that a reply opens', async () => {
    const people = [await newContact(), await newContact()];
    const { id } = await call('POST', '/campaigns', {
      name: 'Sale',
      channel: 'sms',
      message: 'Sale, {{name}}!',
      audience: { all: true },
    });
    await call('POST', `/campaigns/${id}/send`);
    await waitFor(async () => (await call('GET', `/campaigns/${id}`)).status === 'sent');
    for (const one of people) {
      expect(await storyOf(one.id)).toEqual([`sms resolved: outbound campaign sent Sale, ${one.name}!`]);
    }
    const { messages } = (await call('GET', '/analytics/overview')) as unknown as { messages: { total: number } };
    expect(messages.total).toBe(2);
    const [first] = people as [Row, Row];
    await fixture.fromTwilio('/messages/twilio', {
      MessageSid: `SM${first.phone}`,
      From: String(first.phone),
      Body: 'Where?',
    });
    expect(await storyOf(first.id)).toEqual([
      `sms open: outbound campaign sent Sale, ${first.name}!`,
      'sms open: inbound contact received Where?',
    ]);
  });

  test('is recorded once, and with as many statements for fifty contacts as for two', async () => {
    const contacts = await Promise.all(Array.from({ length: 50 }, newContact));
    const scope = workspaceScope(fixture.app.services, owner.workspaceId);
    const statementsOf = recordStatements(fixture.app);
    const sent = contacts.map(({ id }): SentMessage => ({ id: newId(), contactId: id, key: `message:${newId()}` }));
    await fixture.app.services.db.pool.query(
      `insert into outbox_messages (workspace_id, id, idempotency_key, channel, recipient, body, source, status, message_id)
       select $1, uuidv7(), key, 'sms', '+34600000001', 'Hi', 'platform', 'sent', key from unnest($2::text[]) key`,
      [owner.workspaceId, sent.map(({ key }) => key)],
    );
    const record = (messages: SentMessage[]) =>
      scope.transaction((sql) =>
        recordSent(sql, scope, { channel: 'sms', author: 'campaign', newStatus: 'resolved' }, messages),
      );
    const few = await statementsOf(() => record(sent.slice(0, 2)));
    const many = await statementsOf(() => record(sent));
    // The server's own watchers send statements, too.
    const own = /^(begin|commit|listened_events|lock_contacts|conversations_of|record_sent|write_search)/;
    const labels = (sentNow: string[]) => sentNow.filter((label) => own.test(label.replaceAll('"', '')));
    expect(labels(many)).toEqual(labels(few));
    expect(labels(many).length).toBeLessThan(12);
    expect(await storyOf(contacts[0]?.id as string)).toEqual(['sms resolved: outbound campaign sent Hi']);
    const resolved = 'select count(*)::integer as n from conversations where workspace_id = $1 and resolved_at is null';
    expect((await fixture.app.services.db.pool.query(resolved, [owner.workspaceId])).rows).toEqual([{ n: 50 }]);
  });
});
