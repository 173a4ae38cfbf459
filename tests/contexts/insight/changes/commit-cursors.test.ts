import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasReached, wasThere } from '../../../../src/client/reached.js';
import { ChangedType } from '../../../../src/contexts/insight/changes/change.object.js';
import { type ChangePosition, parseCursor } from '../../../../src/contexts/insight/changes/change-cursor.js';
import { type PlacedChange, readChanges } from '../../../../src/contexts/insight/changes/read-changes.js';
import { OwnWrites } from '../../../../src/dashboard/api/own-writes.js';
import { Commits, type Snapshot, withTransactions } from '../../../../src/platform/feed/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

// Its types would bring those of browsers.
const { QueryClient } = createRequire(import.meta.url)('@tanstack/react-query') as { QueryClient: new () => Queries };

interface Queries {
  getQueryCache(): {
    subscribe(listener: (event: { type: string; query: object }) => void): unknown;
    build(client: Queries, options: object): { fetch(options?: object): Promise<unknown> };
  };
  setQueryData(key: string[], data: unknown): void;
  clear(): void;
}

interface Written {
  id: string;
  cursor: string;
  /** Numbers of the moments at which it was sent and answered. */
  sent: number;
  answered: number;
}

/** The changes of contacts behind a cursor, to the end. */
async function changesAfter(cursor: string): Promise<PlacedChange[]> {
  const topics = [{ workspaceId: owner.workspaceId, types: [ChangedType.contact] }];
  const found: PlacedChange[] = [];
  for (let position: ChangePosition | null = parseCursor(cursor).position; position; ) {
    const tail = { workspaceId: owner.workspaceId, position, topics };
    const { events, positions } = await readChanges(app.services.db.hotPool, [tail]);
    found.push(...events);
    position = positions[0]?.rest ? positions[0] : null;
  }
  return found;
}

const idsAfter = async (cursor: string) => (await changesAfter(cursor)).map(({ change }) => change.id);

async function ask(query: string, variables: object = {}) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` };
  const body = JSON.stringify({ query, variables: { w: owner.workspaceId, ...variables } });
  const response = await fetch(`${app.url}/graphql`, { method: 'POST', headers, body });
  return (await response.json()) as {
    data?: Record<string, { id: string; cursor: string }> | null;
    extensions?: { cursor?: string };
  };
}

async function cursorNow(): Promise<string> {
  const { data } = await ask('query ($w: ID!) { workspace(id: $w) { cursor } }');
  return data?.workspace?.cursor ?? '';
}

const path = (rest: string) => `${app.url}/workspaces/${owner.workspaceId}${rest}`;

function send(method: string, rest: string, body?: object, more: Record<string, string> = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}`, ...more };
  return fetch(path(rest), { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

const create = 'mutation ($w: ID!, $name: String!) { createContact(workspaceId: $w, input: { name: $name }) { id } }';

/** Creates a contact over one of the two surfaces. */
async function write(name: string, byRest: boolean, moment: () => number): Promise<Written> {
  const sent = moment();
  if (!byRest) {
    const { data, extensions } = await ask(create, { name });
    return { id: data?.createContact?.id ?? '', cursor: extensions?.cursor ?? '', sent, answered: moment() };
  }
  const response = await send('POST', '/contacts', { name });
  const { data } = (await response.json()) as { data: { id: string } };
  return { id: data.id, cursor: response.headers.get('x-cursor') ?? '', sent, answered: moment() };
}

describe('the cursor of a write', () => {
  test('is behind it, and before everything that is committed later, among concurrent writers', async () => {
    let time = 0;
    const moment = () => time++;
    const before = await cursorNow();
    // Begun before them all, and committed after them all.
    const client = await app.services.db.pool.connect();
    await client.query('begin');
    const open = await client.query(
      `insert into contacts (workspace_id, id, name, status, tags, do_not_contact, custom_fields, created_at, updated_at)
       values ($1, uuidv7(), 'Open', 'new', '{}', false, '{}', now(), now()) returning id`,
      [owner.workspaceId],
    );
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const all: Written[] = [];
      for (let n = 0; n < 12; n++) all.push(await write(`Writer ${writer}.${n}`, (writer + n) % 2 === 0, moment));
      return all;
    });
    const written = (await Promise.all(writers)).flat();
    await client.query('commit');
    client.release();

    const feed = await changesAfter(before);
    const found = new Map(feed.map(({ change }) => [change.id, change.cursor]));
    expect([...found.keys()].sort()).toEqual([...written.map(({ id }) => id), open.rows[0].id].sort());
    for (const { id, cursor, answered } of written) {
      const rest = await idsAfter(cursor);
      expect(rest).not.toContain(id);
      const later = written.filter((other) => other.sent > answered).map((other) => other.id);
      expect(rest).toEqual(expect.arrayContaining([...later, open.rows[0].id]));
      // The feed passes the write with its change.
      expect(hasReached(found.get(id) ?? '', cursor)).toBe(true);
      const delivered = feed.slice(
        0,
        feed.findIndex(({ change }) => change.id === id),
      );
      expect(delivered.filter(({ change }) => hasReached(change.cursor, cursor))).toEqual([]);
      // What the feed has behind the cursor was not there, and everything else was.
      const absent = feed.filter(({ change }) => !wasThere(change.cursor, cursor)).map(({ change }) => change.id);
      expect(absent.sort()).toEqual(rest.sort());
    }
  });

  test('lets the dashboard know which of its queries show a change that the feed reports, so that they are not read again', async () => {
    const before = await cursorNow();
    const own = new OwnWrites();
    const client = new QueryClient();
    own.follow(client.getQueryCache());
    const query = client.getQueryCache().build(client, { queryKey: ['list'], queryFn: () => 'read' });
    await query.fetch();
    const first = await write('Own', false, () => 0);
    const second = await write("Another's", false, () => 0);
    const [mine, theirs] = (await changesAfter(before)).map(({ change }) => change.cursor);
    own.answered(first.cursor);
    // Read before the write was answered.
    expect(own.haveShown(query, [mine ?? ''])).toBe(false);
    await query.fetch();
    expect(own.haveShown(query, [mine ?? ''])).toBe(true);
    expect(own.haveShown(query, [mine ?? '', theirs ?? ''])).toBe(false);
    // What the page sets itself may lack it.
    client.setQueryData(['list'], 'set');
    expect(own.haveShown(query, [mine ?? ''])).toBe(false);
    own.answered(second.cursor);
    await query.fetch();
    expect(own.haveShown(query, [mine ?? '', theirs ?? ''])).toBe(true);
    // A reading that fails shows nothing new, and is repeated with the next change.
    const third = await write('Third', false, () => 0);
    own.answered(third.cursor);
    await query
      .fetch({ queryKey: ['list'], queryFn: () => Promise.reject(new Error('away')), retry: false })
      .catch(() => 0);
    const last = (await changesAfter(before)).at(-1)?.change.cursor ?? '';
    expect(own.haveShown(query, [last])).toBe(false);
    client.clear();
  });

  test('is in the answer to every kind of write, and in none to a read or a refusal', async () => {
    const { id } = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
    const contact = await write('Ada', true, () => 0);
    const answers = [
      await send('PATCH', `/contacts/${contact.id}`, { name: 'Ada L.' }),
      await send('DELETE', `/contacts/${contact.id}`),
      await send('POST', `/flows/${id}/trigger`, {}),
      await send('PUT', `/flows/${id}/draft`, { nodes: [], edges: [] }),
      await send('POST', '/contacts/batch', { operations: [{ action: 'create', data: { name: 'Bea' } }] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 202, 200, 200]);
    for (const { headers } of answers) expect(await changesAfter(headers.get('x-cursor') ?? '')).toBeDefined();
    const reads = [await send('GET', '/contacts'), await send('POST', '/contacts', { name: 7 })];
    for (const { headers } of reads) expect(headers.get('x-cursor')).toBeNull();
    for (const query of [
      'query ($w: ID!) { workspace(id: $w) { id } }',
      'mutation ($w: ID!) { createContact(workspaceId: $w, input: {}) { id } }',
    ])
      expect((await ask(query)).extensions?.cursor).toBeUndefined();
    // Several writes of a document.
    const { data, extensions } = await ask(
      'mutation ($w: ID!) { a: createContact(workspaceId: $w, input: { name: "A" }) { id } b: createContact(workspaceId: $w, input: { name: "B" }) { id } }',
    );
    const rest = await idsAfter(extensions?.cursor ?? '');
    for (const made of Object.values(data ?? {})) expect(rest).not.toContain(made.id);
  });

  test('is not behind what others commit between the write and its answer', async () => {
    const insert = `insert into contacts (workspace_id, id, name, status, tags, do_not_contact, custom_fields, created_at, updated_at)
      values ($1, uuidv7(), 'Between', 'new', '{}', false, '{}', now(), now()) returning id`;
    const commits = new Commits();
    const sql = app.services.db.within(owner.workspaceId);
    await sql.transaction((client) => client.query(insert, [owner.workspaceId]), commits);
    const other = await app.services.db.pool.query(insert, [owner.workspaceId]);
    expect(await idsAfter(commits.cursor ?? '')).toEqual([other.rows[0].id]);
    // A second write of the same mutation is behind all three.
    await sql.transaction((client) => client.query(insert, [owner.workspaceId]), commits);
    expect(await idsAfter(commits.cursor ?? '')).toEqual([]);
  });

  test('of a request that is sent again is the first one', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await send('POST', '/contacts', { name: 'Once' }, key);
    await write('Between', true, () => 0);
    const again = await send('POST', '/contacts', { name: 'Once' }, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-cursor')).toBe(first.headers.get('x-cursor'));
  });
});

test('a snapshot with transactions has seen these and what it had seen before, and no other', () => {
  const sees = ({ xmax, xip }: Snapshot, id: bigint) => id < xmax && !xip.includes(id);
  const ids = fc.uniqueArray(fc.bigInt({ min: 1n, max: 40n }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 40n }), ids, ids, (xmax, open, own) => {
      const raw = { xmax, xip: open.filter((id) => id < xmax).sort((a, b) => Number(a - b)) };
      const seen = withTransactions(raw, own);
      expect(seen.xip).toEqual([...seen.xip].sort((a, b) => Number(a - b)));
      for (let id = 1n; id < 45n; id++) {
        if (own.includes(id)) expect(sees(seen, id)).toBe(true);
        else if (sees(seen, id)) expect(sees(raw, id)).toBe(true);
        else if (id < seen.xmax) expect(sees(raw, id)).toBe(false);
      }
    }),
  );
});
