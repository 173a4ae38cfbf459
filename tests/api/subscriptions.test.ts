import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import { executionFeed } from '../../src/contexts/automation/executions/live/execution-feed.js';
import { followFeed } from '../../src/contexts/automation/executions/live/follow-executions.js';
import type { PlacedEvent } from '../../src/contexts/automation/executions/live/place-events.js';
import { parseCursor } from '../../src/contexts/automation/executions/store/event-cursor.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { recordStatements } from '../support/statements.js';
import { waitFor } from '../support/wait-for.js';

let app: TestApp;
/** A second process on the same database, which drives no executions. */
let other: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  other = await startTestApp({ database: app.database });
  owner = await app.seed.owner();
});

afterAll(async () => {
  await other.stop();
  await app.stop();
});

interface Event {
  id: string;
  cursor: string;
  execution: { id: string; status: string; output: unknown };
  step: { nodeId: string; status: string; output: unknown; input: unknown } | null;
}

const fields = 'id cursor execution { id status output } step { nodeId status output input }';
const one = `subscription ($workspaceId: ID!, $executionId: ID!, $after: String) {
  event: executionUpdated(workspaceId: $workspaceId, executionId: $executionId, after: $after) { ${fields} } }`;
const ofFlow = `subscription ($workspaceId: ID!, $flowId: ID!, $after: String) {
  event: flowExecutionUpdated(workspaceId: $workspaceId, flowId: $flowId, after: $after) { ${fields} } }`;
const ofWorkspace = `subscription ($workspaceId: ID!, $after: String) {
  event: workspaceExecutionUpdated(workspaceId: $workspaceId, after: $after) { ${fields} } }`;

type Results = AsyncIterableIterator<ExecutionResult<{ event: Event }>>;

async function all(results: Results): Promise<Event[]> {
  const events: Event[] = [];
  for await (const { data, errors } of results) {
    if (errors?.[0]) throw new Error(JSON.stringify(errors[0]));
    if (data) events.push(data.event);
  }
  return events;
}

/** Collects events in the background until it is stopped. */
function gather(results: Results) {
  const events: Event[] = [];
  const done = (async () => {
    for await (const { data } of results) if (data) events.push(data.event);
  })();
  return { events, stop: async () => void (await results.return?.()), done };
}

async function cursorOf({ workspaceId, token }: Owner): Promise<string> {
  const query = 'query ($id: ID!) { workspace(id: $id) { cursor } }';
  const { data } = await app.graphql<{ workspace: { cursor: string } }>(query, { id: workspaceId }, token);
  return data?.workspace.cursor ?? '';
}

const reported = ({ step, execution }: Event) => (step ? `${step.nodeId} ${step.status}` : execution.status);

async function delayFlow(): Promise<string> {
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('first', 'data.set', { assignments: [{ name: 'a', value: '{{triggerData.n}}' }] }),
      node('wait', 'logic.delay', { seconds: 1 }),
      node('last', 'data.set', { assignments: [{ name: 'b', value: '{{variables.a}}' }] }),
    ],
    'start>first',
    'first>wait',
    'wait>last',
  );
  return (await app.seed.flow(owner, content)).id;
}

const expected = [
  'running',
  'start completed',
  'first completed',
  'wait waiting',
  'wait completed',
  'last completed',
  'completed',
];

describe('executionUpdated', () => {
  test('publishes past events and then each change, in order, on every process, and completes', async () => {
    const executionId = await trigger(app, owner, await delayFlow(), { triggerData: { n: 5 } });
    const variables = { workspaceId: owner.workspaceId, executionId };
    const live = await Promise.all([
      all(app.subscribe<{ event: Event }>(one, variables, owner.token)),
      all(other.subscribe<{ event: Event }>(one, variables, owner.token)),
    ]);
    const afterwards = await all(other.subscribe<{ event: Event }>(one, variables, owner.token));
    for (const events of [...live, afterwards]) expect(events.map(reported)).toEqual(expected);
    expect(live[1]).toEqual(live[0]);
    expect(afterwards).toEqual(live[0]);
    expect(afterwards.at(-1)?.execution.output).toEqual({ b: 5 });
    expect(afterwards.find((event) => reported(event) === 'first completed')?.step?.output).toEqual({ a: 5 });
  });

  test('and the feed of the workspace deliver an event with the same ID, live and again', async () => {
    const seen = await app.seed.owner();
    const flow = await app.seed.flow(seen, graph([node('start', 'trigger.manual')]));
    const variables = { workspaceId: seen.workspaceId };
    const after = await cursorOf(seen);
    const live = gather(other.subscribe(ofWorkspace, { ...variables, after }, seen.token) as Results);
    const executionId = await trigger(app, seen, flow.id);
    await waitFor(async () => live.events.some((event) => reported(event) === 'completed'));
    await live.stop();
    const again = gather(app.subscribe(ofWorkspace, { ...variables, after }, seen.token) as Results);
    await waitFor(async () => again.events.length === live.events.length);
    await again.stop();
    const own = await all(app.subscribe<{ event: Event }>(one, { ...variables, executionId }, seen.token));
    const ids = own.map(({ id }) => id);
    expect(new Set(ids).size).toBe(own.length);
    expect(ids.every((id) => id.startsWith(`${executionId}:`))).toBe(true);
    for (const { events } of [live, again]) expect(events.map(({ id }) => id)).toEqual(ids);
    // Positions differ by how an event is read.
    expect(live.events.map(({ cursor }) => cursor)).not.toEqual(own.map(({ cursor }) => cursor));
  });

  test('continues after any cursor, without gap or repeat', async () => {
    const executionId = await trigger(app, owner, await delayFlow());
    const variables = { workspaceId: owner.workspaceId, executionId };
    const events = await all(app.subscribe<{ event: Event }>(one, variables, owner.token));
    for (const [index, { cursor }] of events.entries()) {
      const rest = await all(app.subscribe<{ event: Event }>(one, { ...variables, after: cursor }, owner.token));
      expect(rest).toEqual(events.slice(index + 1));
    }
  });

  test('refuses unknown executions, invalid cursors and callers without rights', async () => {
    const first = async (variables: object, as?: string) => {
      const { value } = await app.subscribe(one, { workspaceId: owner.workspaceId, ...variables }, as).next();
      return (value as ExecutionResult).errors?.[0]?.extensions?.code;
    };
    const executionId = '01890000-0000-7000-8000-000000000000';
    const stranger = await app.seed.owner();
    expect(await first({ executionId }, owner.token)).toBe('NOT_FOUND');
    expect(await first({ executionId }, stranger.token)).toBe('NOT_FOUND');
    expect(await first({ executionId })).toBe('UNAUTHENTICATED');
    expect(await first({ executionId, after: 'yesterday' }, owner.token)).toBe('VALIDATION_FAILED');
  });
});

describe('the subscriptions of a flow and a workspace', () => {
  test('publish every change of many executions once, in order for each, on another process', async () => {
    const seen = await app.seed.owner();
    const content = graph(
      [node('start', 'trigger.manual'), node('set', 'data.set', { assignments: [{ name: 'a', value: '1' }] })],
      'start>set',
    );
    const flow = await app.seed.flow(seen, { ...content, settings: { maxConcurrent: 1000 } });
    const another = await app.seed.flow(seen, content);
    const variables = { workspaceId: seen.workspaceId };
    const whole = gather(other.subscribe(ofWorkspace, variables, seen.token) as Results);
    const single = gather(other.subscribe(ofFlow, { ...variables, flowId: flow.id }, seen.token) as Results);
    // The events of a first execution show that both subscriptions have started.
    await waitFor(async () => {
      await trigger(app, seen, flow.id);
      return whole.events.length > 0 && single.events.length > 0;
    });
    const started = await Promise.all(
      Array.from({ length: 100 }, (_, index) => trigger(app, seen, index % 4 ? flow.id : another.id)),
    );
    for (const id of started) await reached(app, seen, id);
    const of = (events: Event[], id: string) => events.filter(({ execution }) => execution.id === id).map(reported);
    await waitFor(async () => started.every((id) => of(whole.events, id).at(-1) === 'completed'));
    const story = ['running', 'start completed', 'set completed', 'completed'];
    for (const [index, id] of started.entries()) {
      expect(of(whole.events, id)).toEqual(story);
      expect(of(single.events, id)).toEqual(index % 4 ? story : []);
    }
    expect(new Set(whole.events.map(({ cursor }) => cursor)).size).toBe(whole.events.length);
    await whole.stop();
    await single.stop();
  });

  test('continue after a cursor when a connection was lost', async () => {
    const seen = await app.seed.owner();
    const content = graph([node('start', 'trigger.manual')]);
    const flow = await app.seed.flow(seen, content);
    const watched = gather(app.subscribe(ofWorkspace, { workspaceId: seen.workspaceId }, seen.token) as Results);
    await waitFor(async () => {
      await reached(app, seen, await trigger(app, seen, flow.id));
      return watched.events.length > 0;
    });
    await watched.stop();
    const cursor = watched.events.at(-1)?.cursor;
    const missed = await trigger(app, seen, flow.id);
    await reached(app, seen, missed);
    const resumed = gather(
      other.subscribe(ofWorkspace, { workspaceId: seen.workspaceId, after: cursor }, seen.token) as Results,
    );
    await waitFor(async () =>
      resumed.events.some((event) => event.execution.id === missed && reported(event) === 'completed'),
    );
    await resumed.stop();
  });

  test('check the rights of a caller once for all events that are read together', async () => {
    const seen = await app.seed.owner();
    const key = await app.seed.apiKey(seen, ['flows:read']);
    const readers = [1, 2].map(() =>
      gather(app.subscribe<{ event: Event }>(ofWorkspace, { workspaceId: seen.workspaceId }, key) as Results),
    );
    const { pool } = app.services.db;
    const ids = `('01890000-0000-7000-9000-' || lpad(e::text, 12, '0'))::uuid`;
    await pool.query(
      `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, started_at, created_at)
       select ${ids}, $1, $1, 'Many', 1, 'manual', now(), now() from generate_series(1, 5) e`,
      [seen.workspaceId],
    );
    // Of five executions in one transaction, which a worker would have notified.
    const write = (n: number) =>
      pool.query(
        `with written as (
           insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
           select $1, ${ids}, 1, $2, $1, '[]', '{"status":"running","phase":"active"}' from generate_series(1, 5) e
         ) select pg_notify('execution_events', '')`,
        [seen.workspaceId, n],
      );
    const received = (n: number) => async () =>
      readers.every(({ events }) => events.filter(({ cursor }) => parseCursor(cursor).number.n === n).length === 5);
    let n = 0;
    await waitFor(async () => {
      await write(++n);
      return readers.every(({ events }) => events.length > 0);
    });
    await waitFor(received(n));
    const record = recordStatements(app);
    const sent = await record(async () => {
      await write(n + 1);
      await waitFor(received(n + 1));
    });
    expect(sent.filter((label) => label === 'find_key_access')).toEqual(['find_key_access']);
    for (const { stop } of readers) await stop();
  });

  test('end when the right to read is lost', async () => {
    const seen = await app.seed.owner();
    const flow = await app.seed.flow(seen, graph([node('start', 'trigger.manual')]));
    const key = await app.seed.apiKey(seen, ['flows:read']);
    const results = app.subscribe<{ event: Event }>(ofWorkspace, { workspaceId: seen.workspaceId }, key) as Results;
    const outcomes: (string | undefined)[] = [];
    const done = (async () => {
      for await (const { data, errors } of results) {
        outcomes.push(data ? reported(data.event) : (errors?.[0]?.extensions?.code as string));
      }
    })();
    await waitFor(async () => {
      await reached(app, seen, await trigger(app, seen, flow.id));
      return outcomes.length > 0;
    });
    // Expected before the key is deleted: from then on, the server may close at any time.
    const closed = expect(done).rejects.toMatchObject({ code: 4403 });
    const keys = await app.rest(`GET /workspaces/${seen.workspaceId}/api-keys`, { as: seen.token });
    const keyId = (keys.body.data as { id: string }[])[0]?.id;
    await app.rest(`DELETE /workspaces/${seen.workspaceId}/api-keys/${keyId}`, { as: seen.token });
    await trigger(app, seen, flow.id);
    await closed;
    expect(outcomes.at(-1)).toBe('INVALID_TOKEN');
  });
});

describe('a page that shows executions', () => {
  const detail = `query ($workspaceId: ID!, $id: ID!, $next: String) { workspace(id: $workspaceId) { cursor execution(id: $id) {
    status cursor stepCount startedBy { kind name } version { version nodes } children { items { id } } retries { items { id } pagination { total } }
    steps: allSteps { id nodeId status } page: steps(limit: 2, cursor: $next) { items { nodeId } pagination { total nextCursor } }
    waits: steps(status: failed) { items { nodeId attempts { attempt status error { code } } } }
    of: steps(nodeId: "first") { items { handle resumeAt creditsUsed childExecution { id } attempts { attempt status } interruptions } }
  } } }`;

  interface Page {
    items: { nodeId: string }[];
    pagination: { total: number; nextCursor: string };
  }

  interface Detail {
    workspace: {
      cursor: string;
      execution: Record<string, never> & { cursor: string; status: string; steps: { id: string }[] };
    };
  }

  const read = async (id: string, next?: string) => {
    const { data, errors } = await app.graphql<Detail>(
      detail,
      { workspaceId: owner.workspaceId, id, next },
      owner.token,
    );
    if (errors?.[0]) throw new Error(JSON.stringify(errors[0]));
    return (data as Detail).workspace;
  };

  test('reads it as a whole, and goes on at its cursor with exactly what comes next', async () => {
    const flowId = await delayFlow();
    const id = await trigger(app, owner, flowId);
    const variables = { workspaceId: owner.workspaceId, executionId: id };
    const whole = all(app.subscribe<{ event: Event }>(one, variables, owner.token));
    // While it runs, as often as it can be read.
    const snapshots: { cursor: string; steps: { id: string; status?: string }[]; status: string }[] = [];
    do snapshots.push((await read(id)).execution);
    while (snapshots.at(-1)?.status === 'running');
    const events = await whole;
    for (const { cursor, steps } of [snapshots[0], snapshots.at(-1)] as typeof snapshots) {
      const rest = await all(app.subscribe<{ event: Event }>(one, { ...variables, after: cursor }, owner.token));
      expect(rest).toEqual(events.slice(events.length - rest.length));
      const ended = (list: Event[]) => list.filter(({ step }) => step?.status === 'completed').length;
      const shown = steps.filter(({ status }) => status === 'completed').length;
      expect(shown + ended(rest)).toBe(4);
    }
    const { page } = (await read(id)).execution as unknown as { page: Page };
    const { execution } = await read(id, page.pagination.nextCursor);
    expect(page).toMatchObject({ items: [{ nodeId: 'start' }, { nodeId: 'first' }], pagination: { total: 4 } });
    expect(execution).toMatchObject({
      stepCount: 4,
      startedBy: { kind: 'user', name: 'Owner' },
      version: { version: 1 },
      children: { items: [] },
      retries: { items: [], pagination: { total: 0 } },
      page: { items: [{ nodeId: 'wait' }, { nodeId: 'last' }], pagination: { total: 4, nextCursor: null } },
      waits: { items: [] },
      of: {
        items: [{ handle: 'out', resumeAt: null, creditsUsed: '0.000000', childExecution: null, interruptions: 0 }],
      },
    });
    expect((execution as unknown as { of: { items: { attempts: object[] }[] } }).of.items[0]?.attempts).toEqual([
      { attempt: 1, status: 'completed' },
    ]);
    const remove =
      'mutation ($workspaceId: ID!, $flowId: ID!) { deleteFlow(workspaceId: $workspaceId, flowId: $flowId) { deletedId } }';
    await app.graphql(remove, { workspaceId: owner.workspaceId, flowId }, owner.token);
    expect((await read(id)).execution).toMatchObject({ version: { version: 1 } });
  });

  test('costs as many statements for three executions as for one', async () => {
    const seen = await app.seed.owner();
    const flow = await app.seed.flow(seen, graph([node('start', 'trigger.manual')]));
    const query = `query ($workspaceId: ID!, $limit: Int) { workspace(id: $workspaceId) { executions(limit: $limit) { items {
      stepCount startedBy { name } version { nodes } children { items { id } } retries { items { id } pagination { total nextCursor } }
      steps(limit: 5) { items { creditsUsed childExecution { id } attempts { attempt } } pagination { nextCursor } } } } } }`;
    for (let i = 0; i < 3; i++) {
      const id = await trigger(app, seen, flow.id);
      await all(app.subscribe<{ event: Event }>(one, { workspaceId: seen.workspaceId, executionId: id }, seen.token));
    }
    const statements = recordStatements(other);
    const sentFor = (limit: number) =>
      statements(() => other.graphql(query, { workspaceId: seen.workspaceId, limit }, seen.token));
    const single = await sentFor(1);
    expect(single).toContain('count_steps');
    expect(await sentFor(3)).toEqual(single);
  });

  test('shows the attempts of a step that was attempted again', async () => {
    const content = graph(
      [
        node('start', 'trigger.manual'),
        node('call', 'http.request', {
          method: 'GET',
          url: 'http://127.0.0.1:9/',
          retry: { attempts: 2, backoffSeconds: 0 },
        }),
      ],
      'start>call',
    );
    const flow = await app.seed.flow(owner, content);
    const id = await trigger(app, owner, flow.id);
    await all(app.subscribe<{ event: Event }>(one, { workspaceId: owner.workspaceId, executionId: id }, owner.token));
    const { execution } = await read(id);
    const [failed] = (execution as unknown as { waits: { items: { attempts: { error: { code: string } }[] }[] } }).waits
      .items;
    expect(failed?.attempts).toMatchObject([
      { attempt: 1, status: 'failed', error: { code: expect.any(String) } },
      { attempt: 2, status: 'failed', error: { code: expect.any(String) } },
    ]);
  });

  test('gives a slow reader the newest state of each execution once, however many changed meanwhile', async () => {
    const { workspaceId } = await app.seed.owner();
    const { db, get } = other.services;
    const source = { sql: db.within(workspaceId), services: { get }, feed: get(executionFeed) };
    const [slow, quick] = [followFeed(source, { workspaceId }, null, true), followFeed(source, { workspaceId }, null)];
    /** More than a reader's buffer has room for. */
    const executions = 1_200;
    const ids = `('01890000-0000-7000-8000-' || lpad(e::text, 12, '0'))::uuid`;
    await db.pool.query(
      `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, started_at, created_at)
       select ${ids}, $1, $1, 'Many', 1, 'manual', now(), now() from generate_series(0, $2::integer) e`,
      [workspaceId, executions],
    );
    // Each change of all of them in one transaction, which a worker would have notified.
    const write = (n: number, from: number, to: number) =>
      db.pool.query(
        `with written as (
           insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
           select $1, ${ids}, 1, $2, $1, '[]',
             json_build_object('status', 'running', 'phase', 'active', 'n', $2::integer)
           from generate_series($3::integer, $4::integer) e
         ) select pg_notify('execution_events', '')`,
        [workspaceId, n, from, to],
      );
    const numberOf = ({ row }: PlacedEvent) => Number(row.executionId.slice(-12));
    /** Reads until a number of events has come, beside those of the execution 0. */
    const take = async (reader: typeof slow, count: number) => {
      const events: PlacedEvent[] = [];
      while (events.length < count) {
        const { value } = await reader.next();
        if (numberOf(value) > 0) events.push(value);
      }
      return events;
    };
    let isRead = false;
    const begun = Promise.all([slow.next(), quick.next()]).then(() => {
      isRead = true;
    });
    for (let n = 1; !isRead; n++) await write(n, 0, 0);
    await begun;
    // In the buffer: the feed gives both readers the same.
    for (const n of [1, 2, 3]) await write(n, 1, 5);
    await take(quick, 15);
    const few = await take(slow, 5);
    expect(few.map((event) => [numberOf(event), event.at.n])).toEqual([1, 2, 3, 4, 5].map((e) => [e, 3]));
    // Beyond the buffer: it is dropped, and the log read again.
    for (const n of [4, 5]) await write(n, 1, executions);
    await take(quick, 2 * executions);
    const seen = new Map<number, number>();
    while ([...seen.values()].filter((n) => n === 5).length < executions) {
      const [event] = (await take(slow, 1)) as [PlacedEvent];
      expect(event.at.n).toBeGreaterThan(seen.get(numberOf(event)) ?? 3);
      seen.set(numberOf(event), event.at.n);
    }
    for (const reader of [slow, quick]) await reader.return(undefined);
  });

  test('gets the newest state of each execution only, of flows and statuses that it names', async () => {
    const seen = await app.seed.owner();
    const { workspaceId } = seen;
    const flow = await app.seed.flow(seen, graph([node('start', 'trigger.manual')]));
    const another = await app.seed.flow(seen, graph([node('start', 'trigger.manual')]));
    const after = await cursorOf(seen);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push(await trigger(app, seen, flow.id));
    const unseen = await trigger(app, seen, another.id);
    for (const executionId of [...ids, unseen])
      await all(app.subscribe<{ event: Event }>(one, { workspaceId, executionId }, seen.token));
    const query = `subscription ($workspaceId: ID!, $after: String, $flowIds: [ID!], $statuses: [ExecutionStatus!]) {
      event: workspaceExecutionUpdated(workspaceId: $workspaceId, after: $after, steps: false, flowIds: $flowIds, statuses: $statuses) { ${fields} } }`;
    const take = async (filter: object) => {
      const results = app.subscribe<{ event: Event }>(query, { workspaceId, after, ...filter }, seen.token);
      const events: Event[] = [];
      while (events.length < 3) events.push((await results.next()).value.data.event);
      await results.return?.();
      return events;
    };
    for (const filter of [{ flowIds: [flow.id] }, { flowIds: [flow.id], statuses: ['completed'] }]) {
      const events = await take(filter);
      expect(events.map(({ execution }) => execution.id).sort()).toEqual([...ids].sort());
      expect(events.map(reported)).toEqual(['completed', 'completed', 'completed']);
    }
    const refused = app.subscribe<{ event: Event }>(query, { workspaceId, flowIds: [] }, seen.token);
    expect((await refused.next()).value.errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });
});
