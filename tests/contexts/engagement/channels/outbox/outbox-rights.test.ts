import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readingOrigins } from '../../../../../src/contexts/engagement/channels/outbox/outbox-message.object.js';
import { capabilities } from '../../../../../src/platform/access/capabilities.js';
import * as documents from '../../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, type SurfaceAnswer, surfaces } from '../../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { graph, node } from '../../../../support/graphs.js';
import { reached, trigger } from '../../../../support/run.js';
import type { Owner } from '../../../../support/seed.js';
import { waitFor } from '../../../../support/wait-for.js';
import { addMember } from '../../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;

const listOutbox: OwnOperation = ['GET P/outbox', documents.ListOutboxDocument];

async function call<T = { id: string }>(route: string, body?: unknown): Promise<T> {
  const [method, path] = route.split(' ');
  const at = `${method} /workspaces/${owner.workspaceId}${path}`;
  const answer = await app.rest(at, { as: owner.token, ...(body !== undefined && { body }) });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** One message of each origin: a flow, a flow's question in a conversation, a member in a conversation, a campaign. */
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  const contact = await call('POST /contacts', { name: 'Ana', email: 'ana@example.com', phone: '+34600000001' });
  const steps = [
    node('mail', 'message.email', { to: 'ben@example.com', subject: 'Of a flow', body: 'Said by a flow' }),
    node('ask', 'message.waitReply', { contactId: contact.id, channel: 'sms', text: 'Asked by a flow' }),
  ];
  const content = graph([node('start', 'trigger.manual'), ...steps], 'start>mail', 'mail:sent>ask');
  const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
  await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  const conversation = await call('POST /conversations', { contactId: contact.id, channel: 'email' });
  await call(`POST /conversations/${conversation.id}/messages`, { body: 'Said by a member' });
  const template = await call('POST /email-templates', { name: 'News', subject: 'Of a campaign', body: 'Said by all' });
  const campaign = await call('POST /campaigns', {
    name: 'News',
    channel: 'email',
    templateId: template.id,
    audience: { all: true },
  });
  await call(`POST /campaigns/${campaign.id}/send`);
  await waitFor(async () => (await call<object[]>('GET /outbox')).length === 4);
}, 60_000);

afterAll(() => app.stop());

interface Shown {
  origin: string;
  to: string;
  subject: string | null;
  body: string | null;
  status: string;
}

const flow = ['flow', 'Of a flow', 'Said by a flow'];
const question = ['conversation', null, 'Asked by a flow'];
const said = ['conversation', 'Acme', 'Said by a member'];
const campaign = ['campaign', 'Of a campaign', 'Said by all'];
const hidden = ([origin]: (string | null)[]) => [origin, null, null];

describe.each(surfaces)('the outbox over %s', (surface) => {
  const read = (as: string): Promise<SurfaceAnswer> =>
    ask(app, surface, listOutbox, { as, workspaceId: owner.workspaceId });

  async function shownTo(as: string): Promise<unknown[]> {
    const { items } = payloadOf<{ items: Shown[] }>(surface, await read(as));
    for (const { to, status } of items) expect([to.length > 0, status]).toEqual([true, 'sandboxed']);
    return items.map(({ origin, subject, body }) => [origin, subject, body]);
  }

  test('requires a capability of its own, beside that of reading flows', async () => {
    const key = await app.seed.apiKey(owner, ['flows:read', 'flows:execute', 'conversations:read', 'campaigns:read']);
    expect(await read(key)).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: expect.stringContaining('outbox:read'),
    });
  });

  test.each([
    [[], [hidden(flow), hidden(question), hidden(said), hidden(campaign)]],
    [['flows:read'], [flow, hidden(question), hidden(said), hidden(campaign)]],
    [['conversations:read'], [hidden(flow), question, said, hidden(campaign)]],
    [['campaigns:read'], [hidden(flow), hidden(question), hidden(said), campaign]],
    [
      ['flows:read', 'conversations:read', 'campaigns:read'],
      [flow, question, said, campaign],
    ],
  ])('returns the text only of the messages that a key with outbox:read and %j may read', async (rights, expected) => {
    const seen = await shownTo(await app.seed.apiKey(owner, ['outbox:read', ...rights]));
    expect(seen).toHaveLength(expected.length);
    expect(seen).toEqual(expect.arrayContaining(expected));
  });

  test('returns every text to every member', async () => {
    for (const role of ['VIEWER', 'EDITOR', 'ADMIN']) {
      const { token } = await addMember(app, owner.workspaceId, owner.token, role);
      expect(await shownTo(token)).toEqual(expect.arrayContaining([flow, question, said, campaign]));
    }
  });
});

describe.each(Object.entries(readingOrigins))('the text of a message of a %s', (origin, right) => {
  let as: Owner;

  beforeAll(async () => {
    as = await app.seed.owner();
    await app.services.db.pool.query(
      `insert into outbox_messages (workspace_id, id, origin, idempotency_key, channel, recipient, subject, body, source, status)
       values ($1, gen_random_uuid(), $2, 'one', 'email', 'ana@example.com', 'Subject', 'Body', 'sandbox', 'sandboxed')`,
      [as.workspaceId, origin],
    );
  });

  test(`is readable with ${right}, and with no other capability`, async () => {
    const seen: string[] = [];
    for (const capability of capabilities.filter((one) => one !== 'outbox:read')) {
      const key = await app.seed.apiKey(as, ['outbox:read', capability]);
      const { body } = await app.rest(`GET /workspaces/${as.workspaceId}/outbox`, { as: key });
      const [message] = body.data as Shown[];
      expect([message?.origin, message?.subject === null]).toEqual([origin, message?.body === null]);
      if (message?.body !== null) seen.push(capability);
    }
    expect(seen).toEqual([right]);
  });
});

test('the tokens of links to this server are redacted, whatever message contains them', async () => {
  const body =
    'See http://localhost:4000/flows/run?token=abc.def-1&x=1 or https://a.example/accept-invite#token=q_1 or https://a.example/?token=kept';
  const mail = node('mail', 'message.email', { to: 'cleo@example.com', subject: '/approve#token=abc', body });
  const { id } = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), mail], 'start>mail'));
  const run = await reached(app, owner, await trigger(app, owner, id));
  expect(await call(`GET /outbox?executionId=${run.id}`)).toMatchObject([
    {
      subject: '/approve#token=••••',
      body: 'See http://localhost:4000/flows/run?token=••••&x=1 or https://a.example/accept-invite#token=•••• or https://a.example/?token=kept',
    },
  ]);
});
