import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import { createClient } from 'graphql-sse';
import { executionFeed } from '../../src/contexts/automation/executions/live/execution-feed.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';

let app: TestApp;
let owner: Owner;
let flowId: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  flowId = (await app.seed.flow(owner, graph([node('start', 'trigger.manual')]))).id;
});
afterAll(() => app.stop());

const clientOf = (token?: string, url = app.url) =>
  createClient({
    url: `${url}/graphql`,
    retryAttempts: 0,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  });

interface Event {
  event: { execution: { status: string }; step: { nodeId: string; status: string } | null };
}
const ofExecution = `subscription ($workspaceId: ID!, $executionId: ID!) {
  event: executionUpdated(workspaceId: $workspaceId, executionId: $executionId) { execution { status } step { nodeId status } } }`;
const ofWorkspace = `subscription ($workspaceId: ID!) {
  event: workspaceExecutionUpdated(workspaceId: $workspaceId) { execution { status } step { nodeId status } } }`;

type Results<T> = AsyncIterableIterator<ExecutionResult<T>>;
const ask = <T = Event>(query: string, variables: object = {}, token?: string) =>
  clientOf(token).iterate({ query, variables: variables as never }) as unknown as Results<T>;

async function all<T>(results: Results<T>): Promise<ExecutionResult<T>[]> {
  const gathered: ExecutionResult<T>[] = [];
  for await (const result of results) gathered.push(result);
  return gathered;
}

const codesOf = (results: ExecutionResult<unknown>[]) =>
  results.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions?.code) ?? []);

/** Sends a request without a client library. */
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('server-sent events', () => {
  test('publish an execution from its start to its end, and complete with it', async () => {
    const executionId = await trigger(app, owner, flowId);
    const results = await all(ask(ofExecution, { workspaceId: owner.workspaceId, executionId }, owner.token));
    expect(codesOf(results)).toEqual([]);
    const reported = results.map(({ data }) => data?.event);
    expect(reported.at(-1)).toMatchObject({ execution: { status: 'completed' }, step: null });
    expect(reported).toContainEqual({ execution: expect.anything(), step: { nodeId: 'start', status: 'completed' } });
  });

  test('carry queries and mutations as one result', async () => {
    const read = await all(
      ask<{ workspace: object }>(
        'query ($id: ID!) { workspace(id: $id) { name } }',
        { id: owner.workspaceId },
        owner.token,
      ),
    );
    expect(read).toEqual([{ data: { workspace: { name: 'Acme' } }, extensions: { cost: expect.any(Number) } }]);
    const rename = 'mutation ($id: ID!) { updateWorkspace(workspaceId: $id, input: { name: "Acme" }) { name } }';
    expect(await all(ask(rename, { id: owner.workspaceId }, owner.token))).toMatchObject([
      { data: { updateWorkspace: { name: 'Acme' } } },
    ]);
  });

  test('expose no more to callers without rights than other transports', async () => {
    const variables = { workspaceId: owner.workspaceId };
    const stranger = await app.seed.owner();
    expect(codesOf(await all(ask(ofWorkspace, variables)))).toEqual(['UNAUTHENTICATED']);
    expect(codesOf(await all(ask(ofWorkspace, variables, 'wak_nonsense')))).toEqual(['INVALID_TOKEN']);
    expect(codesOf(await all(ask(ofWorkspace, variables, stranger.token)))).toEqual(['NOT_FOUND']);
    const [typo] = await all(ask('{ workspces { total } }'));
    expect(typo?.errors?.[0]?.message).not.toContain('Did you mean');
  });

  test('end when the right to see them is lost', async () => {
    const key = await app.seed.apiKey(owner, ['flows:read']);
    const results = ask(ofWorkspace, { workspaceId: owner.workspaceId }, key);
    const first = results.next();
    // The stream has started when an event was received.
    await waitFor(async () => {
      await trigger(app, owner, flowId);
      return Promise.race([first.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);
    });
    await app.services.db.pool.query('update api_keys set revoked_at = now()');
    await trigger(app, owner, flowId);
    expect(codesOf(await all(results)).at(-1)).toBe('INVALID_TOKEN');
  });

  test('apply the limits of documents', async () => {
    const deep = `{ workspaces { ${'items { '.repeat(20)} id ${'} '.repeat(20)} } }`;
    expect(codesOf(await all(ask(deep)))).toContain('BAD_REQUEST');
    const many = Array.from({ length: 31 }, (_, index) => `a${index}: me { id }`).join(' ');
    expect(codesOf(await all(ask(`{ ${many} }`)))).toContain('BAD_REQUEST');
    expect(codesOf(await all(ask('query { workspaces(limit: }')))).toEqual(['BAD_REQUEST']);
  });

  test('report errors with the ID of their request', async () => {
    const asked = [
      '{ workspaces { items { id } } }',
      '{ nothing }',
      '{ oops',
      'subscription { workspaceExecutionUpdated(workspaceId: "x") { cursor } }',
    ];
    for (const [index, query] of asked.entries()) {
      const answer = await post({ query }, { 'x-request-id': `asked-${index}` });
      expect(await answer.text()).toContain(`"requestId":"asked-${index}"`);
    }
  });

  test('stop when the client disconnects', async () => {
    const feed = app.services.get(executionFeed);
    const follow = feed.follow.bind(feed);
    let followers = 0;
    feed.follow = (follower) => {
      const { start, stop } = follow(follower);
      followers++;
      return {
        start,
        stop() {
          followers--;
          stop();
        },
      };
    };
    const results = ask(ofWorkspace, { workspaceId: owner.workspaceId }, owner.token);
    void results.next();
    await waitFor(() => followers === 1);
    await results.return?.();
    await waitFor(() => followers === 0);
  });

  test('end when the server stops', async () => {
    const stopping = await startTestApp({ database: app.database });
    const response = await fetch(`${stopping.url}/graphql`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        authorization: `Bearer ${owner.token}`,
      },
      body: JSON.stringify({ query: ofWorkspace, variables: { workspaceId: owner.workspaceId } }),
    });
    expect(response.status).toBe(200);
    const began = performance.now();
    await stopping.stop();
    expect(performance.now() - began).toBeLessThan(4_000);
    await expect(response.text()).rejects.toThrow();
  });

  test('answer a request that is not an operation with an error status', async () => {
    const statusOf = async (...args: Parameters<typeof post>) => (await post(...args)).status;
    expect(await statusOf([{ query: '{ __typename }' }])).toBe(400);
    expect(await statusOf({ query: 1 })).toBe(400);
    expect(await statusOf({ query: '{ __typename }', variables: [] })).toBe(400);
    expect(await statusOf({ query: '{ __typename }' }, { 'content-type': 'text/plain' })).toBe(400);
  });

  test('have their content type, and begin at once', async () => {
    const response = await post({ query: '{ __typename }' });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(text).toMatch(/^:\n\nevent: next\ndata: \{.*\}\n\nevent: complete\ndata:\n\n$/);
  });

  test('count as requests of their caller', async () => {
    const limited = await startTestApp({ database: app.database, limits: { perMinute: 2 } });
    const asOwner = (query: string) =>
      all(
        clientOf(owner.token, limited.url).iterate({
          query,
          variables: { id: owner.workspaceId },
        }) as unknown as Results<object>,
      );
    const read = 'query ($id: ID!) { workspace(id: $id) { name } }';
    await asOwner(read);
    await asOwner(read);
    expect(codesOf(await asOwner(read))).toEqual(['RATE_LIMITED']);
    await limited.stop();
  });

  const ofEvents = async (response: Response) =>
    [...(await response.text()).matchAll(/^id: (.*)\nevent: next\ndata: (.*)$/gm)].map(([, id, data]) => ({
      id: id as string,
      data: JSON.parse(data as string) as object,
    }));

  test('have the cursor as their ID, and go on after Last-Event-ID, by POST and by GET', async () => {
    const executionId = await trigger(app, owner, flowId);
    const variables = { workspaceId: owner.workspaceId, executionId };
    const headers = { authorization: `Bearer ${owner.token}` };
    const events = await ofEvents(await post({ query: ofExecution, variables }, headers));
    expect(events.length).toBeGreaterThan(1);
    const url = `${app.url}/graphql?${new URLSearchParams({ query: ofExecution, variables: JSON.stringify(variables) })}`;
    const after = { ...headers, 'last-event-id': events[0]?.id as string };
    const byGet = await fetch(url, { headers: { ...after, accept: 'text/event-stream' } });
    expect(await ofEvents(byGet)).toEqual(events.slice(1));
    expect(await ofEvents(await post({ query: ofExecution, variables }, after))).toEqual(events.slice(1));
    const mutation = encodeURIComponent('mutation { __typename }');
    const refused = await fetch(`${app.url}/graphql?query=${mutation}`, {
      headers: { ...headers, accept: 'text/event-stream' },
    });
    expect(refused.status).toBe(405);
  });

  test.each([
    ['{ __typename }', 'text/event-stream, application/json;q=0.5', 'text/event-stream'],
    ['{ __typename }', 'application/json, text/event-stream', 'application/json'],
    [
      '{ __typename }',
      'text/event-stream;q=0.4, application/graphql-response+json',
      'application/graphql-response+json',
    ],
    ['{ __typename }', '*/*', 'application/json'],
    [
      'subscription { executionUpdated(workspaceId: "1", executionId: "1") { cursor } }',
      'application/graphql-response+json, application/json, text/event-stream, multipart/mixed',
      'text/event-stream',
    ],
    [
      'subscription { executionUpdated(workspaceId: "1", executionId: "1") { cursor } }',
      'application/json, text/event-stream;q=0',
      'application/json',
    ],
  ])('answer %s for Accept: %s with %s', async (query, accept, expected) => {
    const response = await post({ query }, { accept });
    expect(response.headers.get('content-type')).toMatch(new RegExp(`^${expected.replace('+', '\\+')}`));
    await response.body?.cancel();
  });
});
