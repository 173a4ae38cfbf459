import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalogue, type NodeType, type Outcome } from '../../../../src/nodes/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, statuses, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let url: string;

const target = createServer((_request, response) => response.end('{}'));

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
});

afterAll(async () => {
  await app.stop();
  target.close();
});

const call = (id: string) => node(id, 'http.request', { method: 'POST', url });
/** Code that goes on until it is stopped. */
const endless = node('code', 'data.code', { source: 'for (;;);', timeout: 60 });

const isRunning = ({ steps }: SeenExecution, id: string) =>
  steps.some(({ nodeId, status }) => nodeId === id && status === 'running');

const cancel = (id: string) =>
  app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/cancel`, { as: owner.token });

describe('a run whose code takes long', () => {
  test('has written what was done before, and shows the code as what runs', async () => {
    const content = graph(
      [node('start', 'trigger.manual'), call('charge'), endless],
      'start>charge',
      'charge:out>code',
    );
    const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
    const amid = await reached(app, owner, id, (seen) => isRunning(seen, 'code'));
    expect(statuses(amid)).toEqual(['start: completed', 'charge: completed', 'code: running']);
    expect((await cancel(id)).status).toBe(200);
  });

  test('goes on with its other branches meanwhile', async () => {
    const content = graph(
      [node('start', 'trigger.manual'), endless, call('first'), call('second')],
      'start>code',
      'start>first',
      'first:out>second',
    );
    const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
    const amid = await reached(app, owner, id, (seen) => isRunning(seen, 'code') && seen.steps.length === 4);
    expect(statuses(amid)).toEqual(expect.arrayContaining(['first: completed', 'code: running']));
    expect((await cancel(id)).status).toBe(200);
  });
});

describe('a run whose quick step takes long all the same', () => {
  test('has written what was done before', async () => {
    const answer = Promise.withResolvers<Outcome>();
    const slow = { ...(catalogue.get('data.transform') as NodeType), run: () => answer.promise };
    const other = await startTestApp({ worker: true, nodes: new Map([...catalogue, [slow.type, slow]]) });
    const its = await other.seed.owner();
    const content = graph(
      [node('start', 'trigger.manual'), call('charge'), node('slow', 'data.transform', { expression: '1' })],
      'start>charge',
      'charge:out>slow',
    );
    const id = await trigger(other, its, (await other.seed.flow(its, content)).id);
    const amid = await reached(other, its, id, ({ steps }) => steps.at(-1)?.status === 'completed' && steps.length > 1);
    expect(statuses(amid)).toEqual(['start: completed', 'charge: completed']);
    answer.resolve({ kind: 'done', output: 1 });
    expect((await reached(other, its, id)).status).toBe('completed');
    await other.stop();
  });
});
