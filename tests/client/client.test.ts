import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient as createSocket } from 'graphql-ws';
import type { Pool } from 'pg';
import { WebSocket } from 'ws';
import { resumable } from '../../src/client/graphql-ws.js';
import { ApiError, type Client, ConnectionError, createClient, type ExecutionEvent } from '../../src/client/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startFleet } from '../support/fleet.js';
import { testPool } from '../support/test-pool.js';
import { waitFor } from '../support/wait-for.js';
import { answered } from './answered.js';
import { type Relay, startRelay } from './relay.js';

let database: TestDatabase;
let fleet: Awaited<ReturnType<typeof startFleet>>;
let sql: Pool;
let relay: Relay;
let options: { baseUrl: string; token: string; workspaceId: string; retries: { delayMs: number } };
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = testPool(database.url, { max: 1 });
  fleet = await startFleet(database.url, ['all']);
  relay = await startRelay(() => fleet.urls()[0] ?? null);
  const body = { email: 'ada@example.com', password: 'correct horse battery', workspaceName: 'Acme' };
  const { accessToken, workspaces } = await createClient({ baseUrl: relay.url }).register({ body });
  const workspaceId = workspaces[0]?.id as string;
  options = { baseUrl: `${relay.url}/`, token: accessToken, workspaceId, retries: { delayMs: 1 } };
  client = createClient(options);
});
afterAll(async () => {
  client.close();
  relay.stop();
  await fleet.stop();
  await sql.end();
  await database.drop();
});

describe('requests', () => {
  test('a write whose answer was lost is sent again with its key, and carried out once', async () => {
    relay.loseNextAnswer();
    const contact = await client.createContact({ body: { name: 'Ana', email: 'ana@example.com' } });
    expect(relay.lostAnswers()).toBe(1);
    const { data, pagination } = await client.listContacts({ search: 'Ana' });
    expect(data.map(({ id }) => id)).toEqual([contact.id]);
    expect(pagination).toMatchObject({ page: 1, total: 1 });
    relay.loseNextAnswer();
    await expect(
      createClient({ ...options, retries: { attempts: 0 } }).getContact({ contactId: contact.id }),
    ).rejects.toThrow(ConnectionError);
  });

  test('a filter that the server does not have is an error, not a list of everything', async () => {
    const misspelled = { tags: 'vip' } as object;
    await expect(client.listContacts(misspelled)).rejects.toMatchObject({
      status: 400,
      details: [{ field: 'tags', message: expect.stringContaining('Did you mean "tag"?') }],
    });
    const lenient = { headers: { prefer: 'handling=lenient' } };
    expect((await client.listContacts(misspelled, lenient)).data).toEqual(expect.any(Array));
  });

  test('the same key of the caller returns the same record', async () => {
    const create = () => client.createContact({ body: { name: 'Bea' } }, { idempotencyKey: 'bea' });
    expect((await create()).id).toBe((await create()).id);
  });

  test('a record is read and changed by its tag', async () => {
    const { id: contactId } = await client.createContact({ body: { name: 'Eva' } });
    const { data, etag, notModified, status } = await client.getContact({ contactId }).withResponse();
    expect([data?.name, notModified, status]).toEqual(['Eva', false, 200]);
    const same = await client.getContact({ contactId }, { ifNoneMatch: etag }).withResponse();
    expect(same).toMatchObject({ notModified: true, data: undefined, status: 304, etag });
    await expect(client.getContact({ contactId }, { ifNoneMatch: etag })).rejects.toMatchObject({
      code: 'NOT_MODIFIED',
    });
    const change = (name: string) => client.updateContact({ contactId, body: { name } }, { ifMatch: etag });
    const changed = await change('Eve').withResponse();
    expect(changed.etag).not.toBe(etag);
    const refused = await change('Eva').catch((error) => error);
    expect(refused).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412, etag: changed.etag });
    await expect(client.getContact({ contactId: 'none' }).withResponse()).rejects.toMatchObject({ status: 404 });
    const read = await client.getContact({ contactId }, { ifNoneMatch: etag }).withResponse();
    expect([read.data?.name, read.notModified]).toEqual(['Eve', false]);
  });

  test('a list is iterated to its end by cursor, beginning at the page that was read', async () => {
    const operations = Array.from({ length: 5 }, (_, n) => ({
      action: 'create' as const,
      data: { name: `Page ${n}` },
    }));
    await client.batchContacts({ body: { operations, atomic: true } });
    const list = client.listContacts({ search: 'Page', limit: 2, sortBy: 'name', sortOrder: 'asc' });
    expect((await list).data).toHaveLength(2);
    const names: (string | null)[] = [];
    for await (const { name } of list) names.push(name);
    expect(names).toEqual(['Page 0', 'Page 1', 'Page 2', 'Page 3', 'Page 4']);
  });

  test('errors have code, status, details and the ID of the request', async () => {
    const error = await client.createContact({ body: { name: 'Ana', email: 'nobody' } }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', status: 400, details: [{ field: 'email' }] });
    expect(error.requestId).toMatch(/\S/);
    expect(() => client.getContact({ contactId: '' })).rejects.toThrow('contactId is required.');
    await expect(client.getContact({ contactId: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect(await client.exportContacts()).toMatch(/^id,/);
  });
});

describe('repetitions', () => {
  const get = (to: Client) => to.getWallet();
  const register = (to: Client) => to.register({ body: { email: 'a@example.com', password: 'p' } });
  const write = (to: Client) => to.createContact({ body: { name: 'Ana' } });

  test.each([
    ['a read after 503 and 500', get, [[503], [500]], 3, {}],
    ['a write, with the same key', write, [[503, '0'], [502]], 3, {}],
    ['at most as often as asked for', get, [[503], [503], [503]], 3, 'E503'],
    ['a write without a key after 429 only', register, [[429], [503]], 2, 'E503'],
    ['a write whose first request is still in progress', write, [[409, '0']], 2, {}],
    ['no conflict', write, [[409]], 1, 'E409'],
    ['no refusal', write, [[400]], 1, 'E400'],
    ['nothing that must wait for too long', get, [[429, '3']], 1, 'E429'],
  ] as [string, (to: Client) => Promise<unknown>, [number, string?][], number, unknown][])(
    'the client repeats %s',
    async (_, send, statuses, requests, outcome) => {
      const found = await answered(statuses, send);
      expect(found.outcome).toEqual(outcome);
      expect(found.keys).toHaveLength(requests);
      expect(new Set(found.keys).size).toBe(1);
      expect(found.keys[0]).toEqual(send === write ? expect.stringMatching(/^[0-9a-f]{32}$/) : undefined);
    },
  );

  test('Retry-After is waited for, until the signal is aborted', async () => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const listen = signal.addEventListener.bind(signal);
    // The wait is the first that listens to the signal of the caller itself.
    signal.addEventListener = (...args: Parameters<typeof listen>) => {
      listen(...args);
      stopped.abort({ code: 'stopped' });
    };
    const send = (to: Client) => to.getWallet({}, { signal });
    const { outcome, keys } = await answered([[503, '1']], send);
    expect([outcome, keys.length]).toEqual(['stopped', 1]);
  });
});

describe('live events', () => {
  /** An execution that waits for an approval after its first step. */
  async function startWaiting() {
    const flow = await client.createFlow({
      body: {
        name: 'Approve',
        nodes: [
          { id: 'start', type: 'trigger.manual' },
          { id: 'ask', type: 'wait.approval', data: { message: 'Pay?' } },
          { id: 'end', type: 'logic.stop' },
        ],
        edges: [
          { id: 'e1', source: 'start', target: 'ask' },
          { id: 'e2', source: 'ask', sourceHandle: 'approved', target: 'end' },
        ],
      },
    });
    return (await client.triggerFlow({ flowId: flow.id })).executionId;
  }

  const nameOf = ({ step, execution }: ExecutionEvent) =>
    `${step?.nodeId ?? 'execution'} ${(step ?? execution).status}`;

  async function namesOf(events: AsyncIterable<ExecutionEvent>): Promise<string[]> {
    const names: string[] = [];
    for await (const event of events) names.push(nameOf(event));
    return names;
  }

  const contactsWritten = 40;

  /** Writes copies of a contact, each in a transaction of its own, whatever happens to the server. */
  async function writeContacts(ids: string[], count: number): Promise<void> {
    const text = `insert into contacts select (jsonb_populate_record(null::contacts, to_jsonb(c) || jsonb_build_object('id', uuidv7(), 'email', null))).*
      from (select * from contacts order by id limit 1) c returning id`;
    for (let n = 0; n < count; n++) ids.push((await sql.query<{ id: string }>(text)).rows[0]?.id as string);
  }

  async function cursorOfWorkspace(): Promise<string> {
    const response = await fetch(`${relay.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${options.token}` },
      body: JSON.stringify({ query: `{ workspace(id: "${options.workspaceId}") { cursor } }` }),
    });
    return ((await response.json()) as { data: { workspace: { cursor: string } } }).data.workspace.cursor;
  }

  test('an execution and changes of records are watched across a killed server: nothing is missed, nothing comes twice', async () => {
    const executionId = await startWaiting();
    const socket = createSocket({
      url: `${relay.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${options.token}` },
      retryWait: () => fleet.ready(),
      retryAttempts: 1_000,
      shouldRetry: () => true,
    });
    const query = `subscription ($w: ID!, $e: ID!, $after: String) { executionUpdated(workspaceId: $w, executionId: $e, after: $after) {
      cursor execution { status } step { nodeId status } } }`;
    const variables = { w: options.workspaceId, e: executionId };
    const wrapped = resumable(socket).iterate<{ executionUpdated: ExecutionEvent }>({ query, variables });
    const byGraphqlWs = (async () => {
      const names: string[] = [];
      for await (const { data } of wrapped) names.push(nameOf(data?.executionUpdated as ExecutionEvent));
      return names;
    })();

    const created: string[] = [];
    const changed: string[] = [];
    const changes = resumable(socket).iterate<{ workspaceChanged: { id: string } }>({
      query: `subscription ($w: ID!, $after: String) { workspaceChanged(workspaceId: $w, after: $after, types: [contact]) { cursor id } }`,
      variables: { w: options.workspaceId, after: await cursorOfWorkspace() },
    });
    const changesByGraphqlWs = (async () => {
      for await (const { data } of changes) {
        changed.push(data?.workspaceChanged.id as string);
        if (changed.length === contactsWritten) return;
      }
    })();
    const streams = createClient({ ...options, WebSocket: null });
    const byStream = namesOf(streams.watchExecution(executionId));

    const names: string[] = [];
    let after: string | undefined;
    for await (const event of client.watchExecution(executionId)) {
      names.push(nameOf(event));
      if (event.step?.status !== 'waiting') continue;
      after = event.cursor;
      const writing = writeContacts(created, 20);
      await waitFor(() => changed.length >= 5);
      const killed = fleet.kill(0);
      await writing;
      await writeContacts(created, 10);
      await killed;
      await fleet.ready();
      await writeContacts(created, contactsWritten - 30);
      await client.decideApproval({ executionId, stepId: event.step.id, body: { decision: 'approved' } });
    }
    const all = await namesOf(client.watchExecution(executionId));
    expect(all.slice(-1)).toEqual(['execution completed']);
    expect(names).toEqual(all);
    expect(await byGraphqlWs).toEqual(all);
    await changesByGraphqlWs;
    expect(changed).toEqual(created);
    expect(await byStream).toEqual(all);

    // What followed, again, by a reader that has no room for more than one event.
    const behind = all.slice(all.indexOf('ask waiting') + 1);
    const stopped = new AbortController();
    const missed: string[] = [];
    for await (const event of streams.watchWorkspace({ after, signal: stopped.signal, maxBuffered: 1 })) {
      missed.push(nameOf(event));
      if (missed.length === behind.length) stopped.abort();
    }
    expect(missed).toEqual(behind);
  });

  test.each([
    ['WebSocket', undefined],
    ['stream', null],
  ])('a %s that breaks is opened again, and one whose credential is revoked with a fresh one', async (_, WebSocket) => {
    const executionId = await startWaiting();
    const createKey = (name: string) => client.createApiKey({ body: { name, capabilities: ['*'] } });
    const [first, second] = [await createKey('first'), await createKey('second')];
    const tokens = ['refused', first.key];
    const token = () => tokens.shift() ?? second.key;
    const seen: string[] = [];
    let connections = 0;
    for await (const event of createClient({ ...options, token, WebSocket }).watchExecution(executionId)) {
      seen.push(nameOf(event));
      if (event.step?.status !== 'waiting') continue;
      connections = relay.connections();
      await client.revokeApiKey({ keyId: first.id });
      relay.cut();
      await client.decideApproval({ executionId, stepId: event.step.id, body: { decision: 'rejected' } });
    }
    expect(relay.connections()).toBeGreaterThan(connections);
    expect(seen).toEqual(await namesOf(client.watchExecution(executionId)));
  });

  test('changes of records are watched from a cursor on', async () => {
    const after = await cursorOfWorkspace();
    await client.createPipeline({ body: { name: 'Sales', stages: [{ name: 'New' }] } });
    const { id } = await client.createContact({ body: { name: 'Cai' } });
    const changes = client.watchChanges({ after, types: ['contact'] });
    expect((await changes.next()).value).toMatchObject({ type: 'contact', action: 'created', id });
    await changes.return();
  });

  test('a write is waited for until the changes include it', async () => {
    const changes = client.watchChanges({ after: await cursorOfWorkspace(), types: ['contact'] });
    const { data, cursor } = await client.createContact({ body: { name: 'Dan' } }).withResponse();
    const later = await client.createContact({ body: { name: 'Eve' } }).withResponse();
    expect((await client.getContact({ contactId: data?.id ?? '' }).withResponse()).cursor).toBeUndefined();
    const processed: string[] = [];
    const waited = client.waitFor(cursor ?? '').then(() => [...processed]);
    for await (const { id } of changes) {
      processed.push(id);
      if (id === later.data?.id) break;
    }
    expect(await waited).toEqual([data?.id]);
    await client.waitFor(cursor ?? '');
    const never = client.waitFor(later.cursor ?? '', { signal: AbortSignal.abort(new Error('given up')) });
    await expect(never).rejects.toThrow('given up');
    expect((await client.watchChanges({ after: cursor, types: ['contact'] }).next()).value).toMatchObject({
      id: later.data?.id,
    });
  });

  test('a subscription that is refused ends with the error', async () => {
    const first = async (events: AsyncIterable<unknown>) => {
      for await (const event of events) return event;
    };
    const nobody = createClient({ ...options, token: 'nobody' });
    const by = (more: object) => createClient({ ...options, WebSocket: null, ...more });
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const [own, stranger] of [
      [client, nobody],
      [by({}), by({ token: 'nobody' })],
    ] as const) {
      await expect(first(stranger.watchWorkspace())).rejects.toMatchObject({ code: 'INVALID_TOKEN', status: 401 });
      await expect(first(own.watchExecution(unknown))).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
      await expect(first(own.watchWorkspace({ after: 'no cursor' }))).rejects.toBeInstanceOf(ApiError);
      expect(await first(own.watchWorkspace({ signal: AbortSignal.abort() }))).toBeUndefined();
    }
    const withoutCursor =
      'subscription ($after: String) { workspaceExecutionUpdated(workspaceId: "x", after: $after) { step { id } } }';
    await expect(first(client.watch(withoutCursor, {}))).rejects.toThrow('must select `cursor`');
  });
});

test('the README calls functions that exist', async () => {
  const text = await readFile('src/client/README.md', 'utf8');
  const called = [...text.matchAll(/\bclient\.(\w+)\(/g)].map(([, name]) => name as string);
  expect(called.length).toBeGreaterThan(8);
  expect(called.filter((name) => !(name in client))).toEqual([]);
});
