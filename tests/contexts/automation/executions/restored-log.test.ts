import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import { continueLog } from '../../../../src/contexts/automation/executions/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { log } from './event-log.js';

let app: TestApp;
let owner: Owner;
let flowId: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  const nodes = [node('start', 'trigger.manual'), node('wait', 'wait.approval', { message: 'Go on?' })];
  flowId = (await app.seed.flow(owner, graph(nodes, 'start>wait'))).id;
  await continueLog(app.services.db, log);
});

afterAll(() => app.stop());

interface Event {
  cursor: string;
  execution: { id: string; status: string };
  step: { nodeId: string; status: string } | null;
}

const fields = 'cursor execution { id status } step { nodeId status }';
const ofExecution = `subscription ($w: ID!, $e: ID!, $after: String) {
  event: executionUpdated(workspaceId: $w, executionId: $e, after: $after) { ${fields} } }`;
const ofWorkspace = `subscription ($w: ID!, $after: String) {
  event: workspaceExecutionUpdated(workspaceId: $w, after: $after) { ${fields} } }`;

/** Events until one satisfies a condition; the code of the error where there is one. */
async function follow(query: string, variables: object, isLast: (event: Event) => boolean): Promise<Event[] | string> {
  const source = app.subscribe<{ event: Event }>(query, { w: owner.workspaceId, ...variables }, owner.token);
  const events: Event[] = [];
  for await (const { data, errors } of source as AsyncIterable<ExecutionResult<{ event: Event }>>) {
    if (!data) return errors?.[0]?.extensions?.code as string;
    events.push(data.event);
    if (isLast(data.event)) break;
  }
  await source.return?.();
  return events;
}

/** The cursor that is read together with an execution. */
async function cursorOf(id: string): Promise<string> {
  const query = 'query ($w: ID!, $e: ID!) { workspace(id: $w) { execution(id: $e) { cursor } } }';
  type Answer = { workspace: { execution: { cursor: string } } };
  const { data } = await app.graphql<Answer>(query, { w: owner.workspaceId, e: id }, owner.token);
  return (data as Answer).workspace.execution.cursor;
}

/** The text of a stream of events of an execution. @param last the `Last-Event-ID` */
async function streamed(id: string, variables: object, last?: string): Promise<string> {
  const headers = {
    accept: 'text/event-stream',
    'content-type': 'application/json',
    authorization: `Bearer ${owner.token}`,
    ...(last !== undefined && { 'last-event-id': last }),
  };
  const body = JSON.stringify({ query: ofExecution, variables: { w: owner.workspaceId, e: id, ...variables } });
  return (await fetch(`${app.url}/graphql`, { method: 'POST', headers, body })).text();
}

async function waitingRun(): Promise<string> {
  const id = await trigger(app, owner, flowId, {});
  await reached(app, owner, id, ({ phase }) => phase === 'waiting');
  return id;
}

const cancel = (id: string) =>
  app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/cancel`, { as: owner.token });
const isCancelled = (id: string) => (event: Event) =>
  event.execution.id === id && event.execution.status === 'cancelled';
const isWaiting = ({ step }: Event) => step?.status === 'waiting';
const epoch = async () => (await app.services.db.pool.query('select epoch from event_log')).rows[0]?.epoch as number;

/** As if it had been copied from a cluster with other transaction ids: every row is written anew. */
async function restore(shift: number): Promise<void> {
  await app.services.db.pool.query(
    `update execution_events set tx = (tx::text::bigint + $1)::text::xid8, place = (place::text::bigint + $1)::text::xid8`,
    [shift],
  );
  await app.services.db.pool.query('update event_log set kept_since = kept_since');
}

describe.each([1_000_000_000, -1])(
  'after the database was restored from a cluster whose transaction ids differ by %i',
  (shift) => {
    let id: string;
    let before: Event[];
    let feedCursor: string;
    let shown: string;

    beforeAll(async () => {
      id = await waitingRun();
      before = (await follow(ofExecution, { e: id }, isWaiting)) as Event[];
      const events = follow(ofWorkspace, { after: before[0]?.cursor }, isWaiting);
      feedCursor = ((await events) as Event[])[0]?.cursor as string;
      shown = await cursorOf(id);
      await restore(shift);
      const former = await epoch();
      await Promise.all([1, 2, 3].map(() => continueLog(app.services.db, log)));
      const current = await epoch();
      expect(current).not.toBe(former);
      await continueLog(app.services.db, log);
      expect(await epoch()).toBe(current);
    });

    test('every cursor has expired, of the feed and of the execution itself, over WebSockets and as server-sent events', async () => {
      const cursors = [feedCursor, before[0]?.cursor as string, before.at(-1)?.cursor as string, shown];
      for (const after of cursors) {
        expect(await follow(ofWorkspace, { after }, () => true)).toBe('CURSOR_EXPIRED');
        expect(await follow(ofExecution, { e: id, after }, () => true)).toBe('CURSOR_EXPIRED');
        expect(await streamed(id, { after })).toContain('CURSOR_EXPIRED');
        expect(await streamed(id, {}, after)).toContain('CURSOR_EXPIRED');
      }
    });

    test('an execution from before can be followed, cancelled, and seen by its workspace', async () => {
      let begun = false;
      const whole = follow(ofWorkspace, {}, (event) => {
        begun = true;
        return isCancelled(id)(event);
      });
      // It follows from now on: a first event shows that it has begun.
      await waitFor(async () => {
        if (!begun) await waitingRun();
        return begun;
      });
      const one = follow(ofExecution, { e: id }, isCancelled(id));
      expect((await cancel(id)).status).toBe(200);
      const statuses = (events: Event[] | string) => (events as Event[]).map(({ execution }) => execution.status);
      expect(statuses(await one).at(-1)).toBe('cancelled');
      expect(new Set(statuses(await whole))).toEqual(new Set(['running', 'cancelled']));
    });

    test('new executions are followed from now on and after their cursors', async () => {
      const fresh = await waitingRun();
      const events = (await follow(ofExecution, { e: fresh }, isWaiting)) as Event[];
      const rest = (await follow(ofWorkspace, { after: events[0]?.cursor }, isWaiting)) as Event[];
      expect(rest.map(({ execution, step }) => [execution.id, step])).toEqual(
        events.slice(1).map(({ execution, step }) => [execution.id, step]),
      );
    });
  },
);

test('a server that starts again on its own database keeps the epoch', async () => {
  const former = await epoch();
  await app.services.db.pool.query('vacuum (freeze, full) event_log');
  await continueLog(app.services.db, log);
  expect(await epoch()).toBe(former);
});
