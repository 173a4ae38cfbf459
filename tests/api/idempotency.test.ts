import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
/** Another process of the same installation. */
let other: TestApp;
let owner: Owner;
let P: string;
let number = 0;

beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ database: app.database });
  owner = await app.seed.owner();
  P = `/workspaces/${owner.workspaceId}`;
}, 60_000);

afterAll(async () => {
  await other.stop();
  await app.stop();
});

const newKey = () => `key-${++number}`;

interface Sent {
  as?: string;
  on?: TestApp;
}

function send(call: string, key: string, body?: unknown, { as = owner.token, on = app }: Sent = {}) {
  return on.rest(call, { as, body, headers: { 'idempotency-key': key } });
}

const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed');

async function countContacts(search: string): Promise<number> {
  return (await app.rest(`GET ${P}/contacts?search=${search}`, { as: owner.token })).body.pagination.total;
}

function row(columns: string) {
  return app.services.db.pool.query(`select ${columns} from idempotent_requests order by created_at desc limit 1`);
}

/** What a process leaves that dies after its last transaction. */
async function die(steps: readonly string[]): Promise<void> {
  await app.services.db.pool.query(
    `update idempotent_requests set answer = null, lease_until = now() - interval '1 second', steps = $1
     where id = (select id from idempotent_requests order by created_at desc limit 1)`,
    [steps],
  );
}

describe('A repeated request', () => {
  test('gets the same answer although it changed what it was based on', async () => {
    const { body } = await send(`POST ${P}/contacts`, newKey(), { name: 'Eva' });
    const path = `${P}/contacts/${(body.data as { id: string }).id}`;
    const read = await app.rest(`GET ${path}`, { as: owner.token });
    const headers = { 'idempotency-key': newKey(), 'if-match': read.headers.get('etag') as string };
    const change = () =>
      app.rest(`PATCH ${path}`, { as: owner.token, body: { ...(read.body.data as object), name: 'Ida' }, headers });
    const [first, again] = [await change(), await change()];
    expect([first.status, again.status, replayed(again)]).toEqual([200, 200, 'true']);
    expect(again.body).toEqual(first.body);
    const stale = { ...headers, 'idempotency-key': newKey() };
    expect((await app.rest(`PATCH ${path}`, { as: owner.token, body: {}, headers: stale })).status).toBe(412);
  });

  test('gets the same status and body, and does nothing, on every method and server', async () => {
    const create = newKey();
    const made = await send(`POST ${P}/contacts`, create, { name: 'Ana', email: 'ana@example.com' });
    expect([made.status, replayed(made)]).toEqual([201, null]);
    const again = await send(`POST ${P}/contacts`, create, { name: 'Ana', email: 'ana@example.com' }, { on: other });
    expect([again.status, replayed(again), again.body]).toEqual([201, 'true', made.body]);
    expect(await countContacts('ana@example.com')).toBe(1);

    const { id } = made.body.data as { id: string };
    const path = `${P}/contacts/${id}`;
    const change = newKey();
    const changed = await send(`PATCH ${path}`, change, { name: 'Bea' });
    await app.rest(`PATCH ${path}`, { as: owner.token, body: { name: 'Cleo' } });
    expect((await send(`PATCH ${path}`, change, { name: 'Bea' })).body).toEqual(changed.body);
    expect((await app.rest(`GET ${path}`, { as: owner.token })).body.data).toMatchObject({ name: 'Cleo' });

    const remove = newKey();
    const removed = await send(`DELETE ${path}`, remove);
    const removedAgain = await send(`DELETE ${path}`, remove);
    expect([removedAgain.status, removedAgain.body, replayed(removedAgain)]).toEqual([200, removed.body, 'true']);
  });

  test('gets the same refusal', async () => {
    const key = newKey();
    const first = await send(`POST ${P}/contacts`, key, { email: 'none' });
    const second = await send(`POST ${P}/contacts`, key, { email: 'none' });
    expect([second.status, second.body.error.details, replayed(second)]).toEqual([
      400,
      first.body.error.details,
      'true',
    ]);
  });

  test('gets the same refusal by every server, also one of what was refused before it ran', async () => {
    const { body } = await send(`POST ${P}/contacts`, newKey(), { name: 'Uma' });
    const { id } = body.data as { id: string };
    const path = `${P}/contacts/${id}`;
    const refusals: [string, unknown, Record<string, string>, number, string][] = [
      [`PATCH ${path}`, { name: 'Una' }, { 'if-match': '"other"' }, 412, 'PRECONDITION_FAILED'],
      [`PATCH ${path}`, { name: 'Una', createdAt: '2020-01-01T00:00:00.000Z' }, {}, 400, 'VALIDATION_FAILED'],
      [`PATCH ${P}/contacts/${owner.workspaceId}`, { name: 'Una' }, {}, 404, 'NOT_FOUND'],
    ];
    for (const [call, sent, headers, status, code] of refusals) {
      const keyed = { ...headers, 'idempotency-key': newKey() };
      const ask = (on: TestApp, others = {}) =>
        on.rest(call, { as: owner.token, body: sent, headers: { ...keyed, ...others } });
      const first = await ask(app);
      expect([first.status, first.body.error.code, replayed(first)]).toEqual([status, code, null]);
      // It would be carried out now, or refused otherwise.
      await app.rest(`PATCH ${path}`, { as: owner.token, body: { name: `Changed by ${code}` } });
      const again = await ask(other);
      expect([again.status, again.body.error.details, replayed(again)]).toEqual([
        status,
        first.body.error.details,
        'true',
      ]);
      expect(again.headers.has('etag')).toBe(status === 412);
      if (status === 412) expect((await ask(app, { 'if-match': '*' })).body.error.code).toBe('CONFLICT');
    }
  });

  test('of a flow starts no further execution and says so, by every server and entrance', async () => {
    const content = graph([node('start', 'trigger.manual')]);
    const flow = await app.seed.flow(owner, content);
    const hooked = await app.seed.flow(owner, graph([node('start', 'trigger.webhook')]));
    const first = await app.rest(`POST ${P}/flows/${flow.id}/trigger`, { as: owner.token, body: {} });
    const { executionId } = first.body.data as { executionId: string };
    await app.rest(`POST ${P}/flows/executions/${executionId}/cancel`, { as: owner.token });
    for (const call of [
      `POST ${P}/flows/${flow.id}/trigger`,
      `POST ${P}/flows/${flow.id}/simulate`,
      `POST ${P}/flows/simulate`,
      `POST ${P}/flows/executions/${executionId}/retry`,
      `POST ${hooked.webhookPath}`,
    ]) {
      const key = newKey();
      const body = call.endsWith('flows/simulate') ? { ...content, flowId: flow.id } : {};
      const started = await send(call, key, body);
      expect([call, started.status, replayed(started)]).toEqual([call, 202, null]);
      const again = await send(call, key, body, { on: other });
      expect([call, again.body, replayed(again)]).toEqual([call, started.body, 'true']);
      const conflict = await send(
        call,
        key,
        call.endsWith('retry') ? { from: 'start' } : { ...body, triggerData: { other: 1 } },
      );
      expect([call, conflict.status, replayed(conflict)]).toEqual([call, 409, null]);
    }
  });

  test('shows an API key again, which is stored encrypted', async () => {
    const key = newKey();
    const body = { name: 'Once', capabilities: ['*'] };
    const made = await send(`POST ${P}/api-keys`, key, body);
    expect(made.status).toBe(201);
    const secret = (made.body.data as { key: string }).key;
    expect((await send(`POST ${P}/api-keys`, key, body)).body).toEqual(made.body);
    expect(JSON.stringify((await row('*')).rows)).not.toContain(secret);
    const asKey = await send(`POST ${P}/contacts`, key, { name: 'Key' }, { as: secret });
    expect([asKey.status, replayed(asKey)]).toEqual([201, null]);
  });

  test('outside workspaces and with a CSV body is carried out once, too', async () => {
    const key = newKey();
    const made = await send('POST /workspaces', key, { name: 'Second' });
    expect((await send('POST /workspaces', key, { name: 'Second' })).body).toEqual(made.body);
    const upload = (csv: string) =>
      fetch(`${app.url}${P}/imports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'text/csv', 'idempotency-key': key },
        body: csv,
      });
    const first = await (await upload('name,email\nDora,dora@example.com\n')).json();
    expect(first).toMatchObject({ data: { total: 1 } });
    const second = await upload('name,email\nDora,dora@example.com\n');
    expect([await second.json(), replayed(second)]).toEqual([first, 'true']);
    expect((await upload('name,email\nEve,eve@example.com\n')).status).toBe(409);
  });
});

describe('A key', () => {
  test('refuses another body and query, but is free on another route and for another caller', async () => {
    const key = newKey();
    await send(`POST ${P}/contacts`, key, { name: 'One' });
    const refused = await send(`POST ${P}/contacts`, key, { name: 'Two' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.body.error.message).toContain('different request');
    expect((await send(`POST ${P}/contacts?a=b`, key, { name: 'One' })).status).toBe(409);
    expect((await send(`POST ${P}/agents`, key, { name: 'Two' })).status).toBe(201);
    const apiKey = await app.seed.apiKey(owner);
    expect((await send(`POST ${P}/contacts`, key, { name: 'Two' }, { as: apiKey })).status).toBe(201);
  });

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
  ])('that is %s is refused', async (_what, key) => {
    const { status, body } = await send(`POST ${P}/contacts`, key, { name: 'None' });
    expect([status, body.error.details?.[0]?.field]).toEqual([400, 'Idempotency-Key']);
  });

  test('is named as it was sent: a header, or an argument of a mutation', async () => {
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
    const key = 'k'.repeat(256);
    const { status, body } = await send(`POST ${P}/flows/${flow.id}/trigger`, key, {});
    expect([status, body.error.details?.[0]?.field]).toEqual([400, 'Idempotency-Key']);
    const { errors } = await app.graphql(
      'mutation ($w: ID!, $f: ID!, $key: String) { triggerFlow(workspaceId: $w, flowId: $f, idempotencyKey: $key) { executionId } }',
      { w: owner.workspaceId, f: flow.id, key },
      owner.token,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ details: [{ field: 'idempotencyKey' }] });
  });

  test('tells nothing to those who may not carry out the request, and stores nothing for them', async () => {
    const stranger = await app.seed.owner();
    const before = await app.services.db.pool.query('select count(*) from idempotent_requests');
    expect((await send(`POST ${P}/contacts`, newKey(), { name: 'No' }, { as: stranger.token })).status).toBe(404);
    expect((await send(`POST ${P}/contacts`, newKey(), { name: 'No' }, { as: 'none' })).status).toBe(401);
    const after = await app.services.db.pool.query('select count(*) from idempotent_requests');
    expect(after.rows).toEqual(before.rows);
  });

  test('is free again after a day', async () => {
    const key = newKey();
    await send(`POST ${P}/contacts`, key, { name: 'Old' });
    await app.services.db.pool.query(`update idempotent_requests set created_at = now() - interval '25 hours'`);
    const fresh = await send(`POST ${P}/contacts`, key, { name: 'New' });
    expect([fresh.status, replayed(fresh)]).toEqual([201, null]);
  });
});

describe('Over several servers', () => {
  test('of many requests at once, one is carried out, and the others are refused or get its answer', async () => {
    const key = newKey();
    const body = { name: 'Many', email: 'many@example.com' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => send(`POST ${P}/contacts`, key, body, { on: n % 2 ? app : other })),
    );
    expect(answers.filter((answer) => answer.status === 201 && replayed(answer) === null)).toHaveLength(1);
    for (const { status, headers, body: answer } of answers.filter(({ status: one }) => one !== 201)) {
      expect([status, answer.error.message]).toEqual([409, expect.stringContaining('still in progress')]);
      expect(headers.get('retry-after')).toBe('1');
    }
    expect(await countContacts('many@example.com')).toBe(1);
  });

  test('one that died before it changed anything is carried out by another', async () => {
    const key = newKey();
    const made = await send(`POST ${P}/contacts`, key, { name: 'Dead', email: 'dead@example.com' });
    await app.rest(`DELETE ${P}/contacts/${(made.body.data as { id: string }).id}`, { as: owner.token });
    await die([]);
    const again = await send(`POST ${P}/contacts`, key, { name: 'Dead', email: 'dead@example.com' }, { on: other });
    expect([again.status, replayed(again)]).toEqual([201, null]);
    expect(await countContacts('dead@example.com')).toBe(1);
  });

  /** Sends a request again, to another server, whose first one died after its transaction. @returns both responses */
  async function dieBetween(call: string, body: unknown) {
    const key = newKey();
    const { pool } = app.services.db;
    await pool.query(`create function keep_steps() returns trigger language plpgsql as $$ begin
      if new.answer is not null then new.steps := old.steps; end if; return new; end $$;
      create trigger keep_steps before update on idempotent_requests for each row execute function keep_steps()`);
    const first = await send(call, key, body);
    await pool.query('drop trigger keep_steps on idempotent_requests; drop function keep_steps()');
    const steps = (await row('steps')).rows[0].steps as string[];
    expect(steps).toHaveLength(1);
    await die(steps);
    return { first, again: await send(call, key, body, { on: other }) };
  }

  test('one that died after its transaction is continued without repeating it', async () => {
    const { first, again } = await dieBetween(`POST ${P}/contacts`, { name: 'Half', email: 'half@example.com' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await countContacts('half@example.com')).toBe(1);
  });

  test('one that died after it changed an entity gives the answer of the first', async () => {
    const made = await send(`POST ${P}/flows`, newKey(), { name: 'Before' });
    const { id } = made.body.data as { id: string };
    const { first, again } = await dieBetween(`PATCH ${P}/flows/${id}`, { name: 'After', tags: ['kept'] });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(first.body.data).toMatchObject({ id, name: 'After', tags: ['kept'], version: 2 });
  });

  test('one whose changes cannot be repeated is reported instead of being carried out twice', async () => {
    const key = newKey();
    await send('POST /workspaces', key, { name: 'Lost' });
    await die([]);
    const again = await send('POST /workspaces', key, { name: 'Lost' });
    expect([again.status, again.body.error.message]).toEqual([409, expect.stringContaining('interrupted')]);
  });
});

describe('A GraphQL mutation', () => {
  const query = `mutation ($id: ID!, $name: String!) {
    createContact(workspaceId: $id, input: { name: $name }) { id name } }`;

  async function post(key: string, variables: Record<string, unknown>, text = query) {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ query: text, variables: { id: owner.workspaceId, ...variables } }),
    });
    return { replayed: replayed(response), body: (await response.json()) as Record<string, never> };
  }

  test('is carried out once for its key, with its variables', async () => {
    const key = newKey();
    const made = await post(key, { name: 'Graph' });
    expect(await post(key, { name: 'Graph' })).toEqual({ replayed: 'true', body: made.body });
    const refused = await post(key, { name: 'Other' });
    expect(refused.body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT', status: 409 } }] });
    expect(await countContacts('Graph')).toBe(1);
    const read = await post(key, {}, 'query ($id: ID!) { workspace(id: $id) { id } }');
    expect(read).toMatchObject({ replayed: null, body: { data: { workspace: { id: owner.workspaceId } } } });
  });

  test('answers its errors again as they were, with the ID of the repeated request', async () => {
    const key = newKey();
    const text = 'mutation ($id: ID!) { createContact(workspaceId: $id, input: { email: "no" }) { id } }';
    const refused = await post(key, {}, text);
    const again = await post(key, {}, text);
    const withoutId = ({ body }: { body: unknown }) => JSON.stringify(body).replace(/"requestId":"[^"]+"/, '');
    expect([again.replayed, withoutId(again)]).toEqual(['true', withoutId(refused)]);
    expect(again.body).not.toEqual(refused.body);
  });
});
