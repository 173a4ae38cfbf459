import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import type { Owner } from '../support/seed.js';
import { askByEvents, askOverHttp, askOverSocket } from './limits-ask.js';

let time = Date.parse('2026-11-21T12:00:00.000Z');
const now = () => new Date(time);
const limits = { perMinute: 20 };

let app: TestApp;
/** A second process on the same database. */
let other: TestApp;

beforeAll(async () => {
  app = await startTestApp({ limits, now });
  other = await startTestApp({ database: app.database, limits, now });
});

afterAll(async () => {
  await other.stop();
  await app.stop();
});

/** A new minute: nobody has asked for anything yet. */
function quiet(): void {
  time += 60_000;
}

async function newOwner(): Promise<Owner> {
  const owner = await app.seed.owner();
  quiet();
  return owner;
}

interface GraphAnswer {
  status: number;
  headers: Headers;
  body: { data?: unknown; errors?: { message: string; path?: string[]; extensions: Record<string, unknown> }[] };
}

async function graphql(at: TestApp, body: unknown, as?: string): Promise<GraphAnswer> {
  const response = await fetch(`${at.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as GraphAnswer['body'] };
}

const query = 'query ($id: ID!) { workspace(id: $id) { name flows { items { id } } folders { items { id } } } }';
const quotaState = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`)).join(' ');

describe('the general limit', () => {
  test('counts REST, GraphQL and sockets of one caller in one workspace together, on both surfaces', async () => {
    const owner = await newOwner();
    const id = owner.workspaceId;
    const list = `GET /workspaces/${id}/flows`;
    const first = await app.rest(list, { as: owner.token });
    expect([first.status, quotaState(first.headers)]).toEqual([200, '20 19 60']);
    const second = await graphql(app, { query, variables: { id } }, owner.token);
    expect([second.status, quotaState(second.headers)]).toEqual([200, '20 18 60']);
    const client = createClient({
      url: `${app.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      connectionParams: { authorization: `Bearer ${owner.token}` },
    });
    const results = client.iterate({ query, variables: { id } });
    expect((await results.next()).value).toMatchObject({ data: { workspace: { name: 'Acme' } } });
    for (let left = 16; left >= 0; left--) {
      expect(quotaState((await app.rest(list, { as: owner.token })).headers)).toBe(`20 ${left} 60`);
    }

    const refused = await app.rest(list, { as: owner.token });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(quotaState(refused.headers)).toBe('20 0 60');
    expect(refused.body.error).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'More than 20 requests a minute by this caller in this workspace. Retry in 60 seconds.',
    });
    const answer = await graphql(app, { query, variables: { id } }, owner.token);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.body.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfter: 60 });
    const overSocket = (await client.iterate({ query, variables: { id } }).next()).value;
    expect(overSocket?.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED' });
    await client.dispose();

    time += 60_000;
    expect((await app.rest(list, { as: owner.token })).status).toBe(200);
  });

  test('is of each caller and each workspace', async () => {
    const owner = await newOwner();
    const key = await app.seed.apiKey(owner);
    quiet();
    const list = `GET /workspaces/${owner.workspaceId}/flows`;
    for (let count = 0; count < 20; count++) await app.rest(list, { as: owner.token });
    expect((await app.rest(list, { as: owner.token })).status).toBe(429);
    expect((await app.rest(list, { as: key })).status).toBe(200);
    const another = await app.rest('POST /workspaces', { as: owner.token, body: { name: 'Another' } });
    expect([another.status, quotaState(another.headers)]).toEqual([201, '20 19 60']);
    const { id } = another.body.data as { id: string };
    expect((await app.rest(`GET /workspaces/${id}/flows`, { as: owner.token })).status).toBe(200);
  });

  test('holds over several processes once they have settled', async () => {
    const owner = await newOwner();
    const list = `GET /workspaces/${owner.workspaceId}/flows`;
    for (const at of [app, other]) {
      for (let count = 0; count < 10; count++) await at.rest(list, { as: owner.token });
      await at.services.limits.general?.sync();
    }
    expect((await other.rest(list, { as: owner.token })).status).toBe(429);
    // The first one settled before the second: it learns of its requests with its own next one.
    expect((await app.rest(list, { as: owner.token })).status).toBe(200);
    await app.services.limits.general?.sync();
    expect((await app.rest(list, { as: owner.token })).status).toBe(429);
  });

  test('counts a query once, each operation of a batch, and each field of a mutation', async () => {
    const owner = await newOwner();
    const id = owner.workspaceId;
    const one = { query, variables: { id } };
    await graphql(app, one, owner.token);
    const batch = await graphql(app, [one, one, one], owner.token);
    expect(quotaState(batch.headers)).toBe('20 16 60');
    const fields = Array.from(
      { length: 18 },
      (_, at) => `f${at}: createFolder(workspaceId: $id, input: {name: "${at}"}) { id }`,
    );
    const many = await graphql(
      app,
      { query: `mutation ($id: ID!) { ${fields.join(' ')} }`, variables: { id } },
      owner.token,
    );
    const refused = many.body.errors ?? [];
    expect(refused.map(({ path, extensions }) => [path?.[0], extensions.code])).toEqual([['f16', 'RATE_LIMITED']]);
  });

  test('counts probes of foreign workspaces by the prober', async () => {
    const owner = await newOwner();
    const victim = await newOwner();
    const probe = `GET /workspaces/${victim.workspaceId}/flows`;
    for (let count = 0; count < 20; count++) expect((await app.rest(probe, { as: owner.token })).status).toBe(404);
    expect((await app.rest(probe, { as: owner.token })).status).toBe(429);
    expect((await app.rest(probe, { as: victim.token })).status).toBe(200);
  });

  test('leaves the events of a subscription and calls of webhooks alone', async () => {
    const owner = await newOwner();
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.webhook')]));
    quiet();
    for (let count = 0; count < 30; count++) {
      expect((await app.rest(`POST ${flow.webhookPath}`, { body: {} })).status).toBe(202);
    }
  });
});

describe('operations without a credential', () => {
  const name = '{ __typename }';
  const started: TestApp[] = [];
  const start = async (options: Parameters<typeof startTestApp>[0] = {}) => {
    const at = await startTestApp({ database: app.database, limits, now, ...options });
    started.push(at);
    return at;
  };

  beforeEach(quiet);
  afterEach(async () => {
    for (const at of started.splice(0)) await at.stop();
  });

  const message = 'More than 20 operations a minute without a credential from this address. Retry in 60 seconds.';
  const extensions = { code: 'RATE_LIMITED', status: 429, retryAfter: 60, requestId: expect.any(String) };
  const refusal = { message, extensions };

  test('count together by address over HTTP, WebSocket and server-sent events, each of a batch', async () => {
    const at = await start();
    const first = await graphql(at, { query: name });
    expect([first.status, quotaState(first.headers)]).toEqual([200, '20 19 60']);
    await askOverSocket(name, {}, { at });
    await askByEvents(name, {}, { at });
    // What is refused for another reason counts, too: before it is read.
    await askOverHttp('{ me { id } }', {}, { at });
    await askOverHttp('{ nothing', {}, { at });
    const batch = await graphql(at, Array(10).fill({ query: name }));
    expect([batch.status, quotaState(batch.headers)]).toEqual([200, '20 5 60']);

    const tooMany = await graphql(at, Array(6).fill({ query: name }));
    expect([tooMany.status, tooMany.headers.get('retry-after'), tooMany.body.errors]).toEqual([429, '60', [refusal]]);
    expect((await graphql(at, Array(5).fill({ query: name }))).status).toBe(200);
    const [status, overHttp] = await askOverHttp(name, {}, { at });
    expect([status, overHttp.errors]).toEqual([429, [refusal]]);
    expect((await askOverSocket(name, {}, { at })).errors).toEqual([refusal]);
    expect((await askByEvents(name, {}, { at })).errors).toEqual([refusal]);
    quiet();
    expect((await askOverHttp(name, {}, { at }))[0]).toBe(200);
  });

  test('are those with a bad credential, too, and none with a good one', async () => {
    const owner = await newOwner();
    const at = await start();
    for (let count = 0; count < 20; count++) await askOverHttp(name, {}, { at, as: 'wak_nonsense' });
    expect((await askOverHttp(name, {}, { at, as: 'wak_nonsense' }))[0]).toBe(429);
    expect((await askOverHttp(name, {}, { at }))[0]).toBe(429);
    const variables = { id: owner.workspaceId };
    expect((await askOverHttp(query, variables, { at, as: owner.token }))[1].errors).toBeUndefined();
    // REST routes have limits of their own where they ask for no credential.
    expect((await at.rest('GET /auth/me')).status).toBe(401);
  });

  test('are of the client where a trusted proxy names it', async () => {
    const at = await start({ trustProxy: 1 });
    const from = (address: string) => ({ at, headers: { 'x-forwarded-for': address } });
    for (let count = 0; count < 20; count++) await askOverHttp(name, {}, from('203.0.113.1'));
    expect((await askOverHttp(name, {}, from('203.0.113.1')))[0]).toBe(429);
    expect((await askOverSocket(name, {}, from('203.0.113.1'))).errors).toEqual([refusal]);
    expect((await askOverHttp(name, {}, from('203.0.113.2')))[0]).toBe(200);
  });

  test('are counted by several processes together once they have settled', async () => {
    const both = [await start(), await start()];
    for (const at of both) {
      for (let count = 0; count < 10; count++) await askOverHttp(name, {}, { at });
      await at.services.limits.general?.sync();
    }
    expect((await askOverHttp(name, {}, { at: both[1] as TestApp }))[0]).toBe(429);
  });

  test('are not counted where the general limit is turned off', async () => {
    const at = await start({ limits: { perMinute: 0 } });
    for (let count = 0; count < 30; count++) expect((await askOverHttp(name, {}, { at }))[0]).toBe(200);
  });
});

describe('refused operations of a caller', () => {
  let owner: Owner;
  let at: TestApp;

  beforeEach(async () => {
    owner = await newOwner();
    at = await startTestApp({ database: app.database, limits, now });
  });
  afterEach(() => at.stop());

  const message = 'More than 20 refused or long operations a minute by this caller. Retry in 60 seconds.';
  const extensions = { code: 'RATE_LIMITED', status: 429, retryAfter: 60, requestId: expect.any(String) };
  const refusal = { message, extensions };
  const good = () => askOverHttp(query, { id: owner.workspaceId }, { at, as: owner.token });

  test('count over HTTP, WebSocket and server-sent events, for whatever reason, and not those of others', async () => {
    const as = owner.token;
    for (const [index, text] of ['{ nothing', '{ nothing }', '{ me { nothing } }'].entries()) {
      expect((await askOverHttp(`${text} # ${index}`, {}, { at, as }))[0]).toBe(400);
      await askOverSocket(text, {}, { at, as });
      await askByEvents(text, {}, { at, as });
    }
    // The same document again costs nothing, and counts.
    for (let count = 0; count < 11; count++) await askOverHttp('{ nothing }', {}, { at, as });
    expect((await good())[1].errors).toEqual([refusal]);
    expect((await good())[0]).toBe(429);
    expect((await askOverSocket('{ me { id } }', {}, { at, as })).errors).toEqual([refusal]);
    expect((await askByEvents('{ me { id } }', {}, { at, as })).errors).toEqual([refusal]);
    const other = await app.seed.owner();
    expect((await askOverHttp('{ me { id } }', {}, { at, as: other.token }))[0]).toBe(200);
    quiet();
    expect((await good())[0]).toBe(200);
  });

  test('and long ones count by their length, where they are new', async () => {
    const long = (name: string) =>
      `query ${name} { ${'...A '.repeat(20)} } fragment A on Query { ${'__typename '.repeat(100)} }`;
    const ask = (name: string) => askOverHttp(long(name), {}, { at, as: owner.token });
    // More than 2,000 tokens and fields together, as two requests, the first time.
    for (let count = 0; count < 30; count++) expect((await ask('A'))[0]).toBe(200);
    for (let count = 0; count < 9; count++) expect((await ask(`B${count}`))[0]).toBe(200);
    expect((await ask('C'))[0]).toBe(429);
  });
});
