import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { startAgentSession } from '../../src/contexts/engagement/assistants/start-session.js';
import { deliverMessage } from '../../src/contexts/engagement/channels/outbox/deliver-message.js';
import { document } from '../api/naughty/rest-operations.js';
import { type RestAnswer, startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import { untrueDocuments } from '../support/search-documents.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;
let token: string;
let workspaceId: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  ({ token, workspaceId } = owner);
}, 60_000);

afterAll(() => app.stop());

const rest = (call: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer> =>
  app.rest(call.replace(/(?<= )P/, `/workspaces/${workspaceId}`), { as: token, body, ...(headers && { headers }) });

async function created(path: string, body: unknown): Promise<string> {
  const answer = await rest(`POST ${path}`, body);
  expect([path, answer.body.error]).toEqual([path, undefined]);
  return (answer.body.data as { id: string }).id;
}

const manual = graph([node('start', 'trigger.manual'), node('end', 'logic.stop')], 'start>end');

/** The IDs that a list finds, and its total. */
async function found(path: string, search: string, as = token): Promise<unknown[]> {
  const call = `GET ${path.replace('P', `/workspaces/${workspaceId}`)}?search=${encodeURIComponent(search)}`;
  const { body } = await app.rest(call, { as });
  expect([path, body.error]).toEqual([path, undefined]);
  const rows = body.data as { id?: string; version?: number }[];
  expect(body.pagination.total).toBe(rows.length);
  return rows.map(({ id, version }) => id ?? version);
}

test('every list has `search`', async () => {
  const parametersOf = (path: string) => (document.paths[path]?.get?.parameters ?? []).map(({ name }) => name);
  const lists = Object.keys(document.paths).filter((path) => parametersOf(path).includes('page'));
  expect(lists.length).toBeGreaterThan(35);
  // Keys of the state are found by their beginning, which an index serves however many there are.
  expect(lists.filter((path) => !parametersOf(path).includes('search'))).toEqual(['/workspaces/{workspaceId}/state']);
  expect(parametersOf('/workspaces/{workspaceId}/state')).toContain('keyPrefix');
});

test('finds conversations by their contact and their last message', async () => {
  const contactId = await created('P/contacts', { name: 'Zoë Zamora', email: 'zoe@example.com' });
  const other = await created('P/contacts', { name: 'Otto' });
  const first = await created('P/conversations', { contactId, channel: 'webchat' });
  const second = await created('P/conversations', { contactId: other, channel: 'webchat' });
  await created(`P/conversations/${second}/messages`, { body: 'Where is my parcel?' });
  await created(`P/conversations/${second}/messages`, { body: 'It has arrived, 100% fine' });
  expect(await found('P/conversations', 'zamora')).toEqual([first]);
  expect(await found('P/conversations', 'zoe@')).toEqual([first]);
  expect(await found('P/conversations', 'ARRIVED')).toEqual([second]);
  expect(await found('P/conversations', '100%')).toEqual([second]);
  // Not the last one.
  expect(await found('P/conversations', 'parcel')).toEqual([]);
  expect(await found('P/conversations', '%')).toEqual([second]);
});

test('finds executions and usage by flow, kind and ID', async () => {
  const one = await app.seed.flow({ token, workspaceId, email: '' }, { name: 'Refund order', ...manual }, false);
  await app.seed.flow({ token, workspaceId, email: '' }, { name: 'Refund letter', ...manual }, false);
  const started = await rest(`POST P/flows/${one.id}/trigger`, {});
  const { executionId } = started.body.data as { executionId: string };
  expect(await found('P/flows/executions', 'fund ord')).toEqual([executionId]);
  expect(await found('P/flows/executions', executionId.toUpperCase())).toEqual([executionId]);
  expect(await found('P/flows/executions', 'letter')).toEqual([]);
  expect(await found(`P/flows/${one.id}/executions`, 'refund')).toEqual([executionId]);
  await app.services.db.pool.query(
    `insert into usage_events (workspace_id, id, account_id, event_type, app, source, quantity, unit, credits_micros, execution_id)
     select $1, $2, account_id, 'sms_sent', 'flows', 'byok', 1, 'message', 0, $3 from workspaces where id = $1`,
    [workspaceId, uuidv7(), executionId],
  );
  const usage = async (search: string) => {
    const { body } = await rest(`GET P/usage/events?search=${search}`);
    return (body.data as { eventType: string }[]).map(({ eventType }) => eventType);
  };
  expect(await usage('sms')).toEqual(['sms_sent']);
  expect(await usage(executionId)).toEqual(['sms_sent', 'flow_execution']);
  expect(await usage('nothing')).toEqual([]);
});

test('finds messages of the outbox, by their text only for callers who may read it', async () => {
  const { db, log } = app.services;
  const message = { workspaceId, origin: 'campaign', executionId: null, nodeId: null, channel: 'email' } as const;
  const send = async (to: string, subject: string, body: string) =>
    (
      await deliverMessage(
        { sql: db.pool, log },
        { ...message, idempotencyKey: uuidv7(), to, subject, body },
        { source: 'sandbox' },
      )
    ).id;
  const offer = await send('ana@example.com', 'Spring offer', 'Everything must go');
  await send('ben@example.com', 'Hello', 'How are you?');
  expect(await found('P/outbox', 'spring')).toEqual([offer]);
  expect(await found('P/outbox', 'must go')).toEqual([offer]);
  const key = await app.seed.apiKey({ token, workspaceId, email: '' }, ['outbox:read', 'flows:read']);
  expect(await found('P/outbox', 'must go', key)).toEqual([]);
  expect(await found('P/outbox', 'ana@', key)).toEqual([offer]);
});

test('finds entries of the audit log by action, actor and user', async () => {
  const entries = (search: string) => found('P/audit-log', search);
  const { body } = await rest('GET P/audit-log?action=createContact');
  const contacts = (body.data as unknown as { id: string }[]).map(({ id }) => id);
  expect(contacts.length).toBeGreaterThan(0);
  expect(await entries('teContact')).toEqual(contacts);
  expect(await entries('no such thing')).toEqual([]);
  expect((await entries('owner-')).length).toBeGreaterThan(contacts.length);
});

test('finds API keys, versions, sessions and sessions of assistants', async () => {
  const key = await created('P/api-keys', { name: 'Nightly export', capabilities: ['*'] });
  expect(await found('P/api-keys', 'nightly')).toEqual([key]);
  const flow = await created('P/flows', { name: 'Before' });
  await rest(`PATCH P/flows/${flow}`, { name: 'Afterwards' });
  expect(await found(`P/flows/${flow}/versions`, 'after')).toEqual([2]);
  expect(await found('/auth/sessions', 'no such device')).toEqual([]);
  const agentId = await created('P/agents', { name: 'Helper', prompt: 'Be kind' });
  const session = await startAgentSession(app.services.db.pool, {
    workspaceId,
    agentId,
    input: 'Compare both invoices',
    maxTurns: 1,
    key: 'one',
    at: new Date(),
  });
  expect(await found('P/agent-sessions', 'invoices')).toEqual([session]);
});

test('finds recipients, enrollments and unrouted messages', async () => {
  const { pool } = app.services.db;
  const contactId = await created('P/contacts', { name: 'Rita Rivera' });
  const sequence = await created('P/follow-up/sequences', { name: 'Chase' });
  const template = await created('P/email-templates', { name: 'News', subject: 'News', body: 'Hi' });
  const campaign = await created('P/campaigns', { name: 'News', channel: 'email', templateId: template });
  const [recipient, enrollment, unrouted] = [uuidv7(), uuidv7(), uuidv7()];
  await pool.query(
    'insert into campaign_recipients (workspace_id, id, campaign_id, contact_id, status, tries, created_at, updated_at) values ($1, $2, $3, $4, $5, 0, now(), now())',
    [workspaceId, recipient, campaign, contactId, 'queued'],
  );
  await pool.query(
    'insert into follow_up_enrollments (workspace_id, id, follow_up_sequence_id, contact_id, status, attempts, step_number, created_at, updated_at) values ($1, $2, $3, $4, $5, 0, 0, now(), now())',
    [workspaceId, enrollment, sequence, contactId, 'active'],
  );
  await pool.query(
    'insert into unrouted_messages (workspace_id, id, message_id, channel, sender, body, received_at, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, now(), now(), now())',
    [workspaceId, unrouted, 'm1', 'sms', '+34600111222', 'Is anybody there?'],
  );
  expect(await found(`P/campaigns/${campaign}/recipients`, 'rivera')).toEqual([recipient]);
  expect(await found(`P/follow-up/sequences/${sequence}/enrollments`, 'rita')).toEqual([enrollment]);
  expect(await found('P/inbox/unrouted', 'anybody')).toEqual([unrouted]);
  expect(await found('P/inbox/unrouted', '600111')).toEqual([unrouted]);
  expect(await untrueDocuments(app)).toEqual([]);
});

describe('a parameter that a list does not have', () => {
  test('is ignored and named', async () => {
    const { status, headers } = await rest('GET P/contacts?folderId=x&limit=2&na%C3%AF%2Cve=1&status=lead');
    expect([status, headers.get('x-ignored-parameters')]).toEqual([200, 'folderId, na%C3%AF%2Cve']);
    const flows = await rest('GET P/flows?folderId=none&folder=x');
    expect(flows.headers.get('x-ignored-parameters')).toBe('folder');
    expect((await rest('GET P/contacts?page=1')).headers.get('x-ignored-parameters')).toBeNull();
  });

  test('is 400 when the client prefers strict handling', async () => {
    const strict = { prefer: 'respond-async, handling=strict' };
    const { status, headers, body } = await rest('GET P/contacts?folderId=x&page=0', undefined, strict);
    expect([status, body.error.code, headers.get('preference-applied')]).toEqual([
      400,
      'VALIDATION_FAILED',
      'handling=strict',
    ]);
    expect(body.error.details?.[0]).toEqual({
      field: 'folderId',
      message: expect.stringContaining('page, cursor, limit'),
    });
    const good = await rest('GET P/contacts?page=1', undefined, strict);
    expect([good.status, good.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
  });

  test('is 400 with the one that is meant, for every list', async () => {
    const lists = Object.entries(document.paths)
      .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'search'))
      .map(([path]) => path.replace('{workspaceId}', workspaceId))
      .filter((path) => !path.includes('{'));
    expect(lists.length).toBeGreaterThan(25);
    for (const path of lists) {
      const { body } = await rest(`GET ${path}?serach=x`, undefined, { prefer: 'handling=strict' });
      expect([path, body.error?.details]).toEqual([
        path,
        [{ field: 'serach', message: expect.stringContaining('Did you mean "search"?') }],
      ]);
    }
  });

  test('fails the step of a flow that asks for it, unless the flow prefers otherwise', async () => {
    const ask = (id: string, query: string, headers: object = {}) =>
      node(id, 'http.request', {
        method: 'GET',
        url: `${app.url}/workspaces/${workspaceId}/contacts?${query}`,
        auth: { type: 'bearer', token: '{{boveda.own}}' },
        headers,
        onError: 'continue',
      });
    await rest('POST P/flows/secrets', { name: 'own', value: token, allowedHosts: ['127.0.0.1'] });
    const flow = await app.seed.flow(
      owner,
      graph(
        [
          node('start', 'trigger.manual'),
          ask('right', 'tag=vip'),
          ask('wrong', 'tags=vip'),
          ask('lenient', 'tags=vip', { Prefer: 'handling=lenient' }),
        ],
        'start>right',
        'right>wrong',
        'wrong>lenient',
      ),
    );
    const { steps } = await reached(app, owner, await trigger(app, owner, flow.id));
    expect(
      steps.filter(({ nodeId }) => nodeId !== 'start').map(({ nodeId, output, error }) => [nodeId, output ?? error]),
    ).toEqual([
      ['right', expect.objectContaining({ status: 200 })],
      [
        'wrong',
        {
          status: 400,
          headers: expect.anything(),
          body: expect.objectContaining({
            error: expect.objectContaining({
              details: [expect.objectContaining({ message: expect.stringContaining('Did you mean "tag"?') })],
            }),
          }),
        },
      ],
      ['lenient', expect.objectContaining({ status: 200 })],
    ]);
  });
});

test('lists name their other pages in Link, with the parameters that were sent', async () => {
  for (const name of ['Noor A', 'Noor B', 'Noor C', 'Noor D', 'Noor E']) await rest('POST P/contacts', { name });
  const linksOf = async (query: string) => {
    const { headers } = await rest(`GET P/contacts?search=Noor&limit=2${query}`);
    const links = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
    return Object.fromEntries(links.map(([, url = '', rel]) => [rel, new URL(url)]));
  };
  const pages = async (query: string) =>
    Object.entries<URL>(await linksOf(query)).map(([rel, url]) => `${rel} ${url.searchParams.get('page')}`);
  expect(await pages('')).toEqual(['first 1', 'next 2', 'last 3']);
  expect(await pages('&page=2')).toEqual(['first 1', 'prev 1', 'next 3', 'last 3']);
  expect(await pages('&page=9')).toEqual(['first 1', 'prev 3', 'last 3']);
  const { next } = await linksOf('');
  expect(next?.href).toBe(`http://localhost:4000/workspaces/${workspaceId}/contacts?search=Noor&limit=2&page=2`);
});
