import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { edge, node } from '../../../support/graphs.js';
import { reached, statuses, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let called = 0;

beforeAll(async () => {
  app = await startTestApp({
    worker: true,
    reached(point) {
      // As if the process had died there: nothing more of the execution is written.
      if (point === 'after-effect' && ++called === 1) {
        throw Object.assign(new Error('The process is gone.'), { code: 'ECONNRESET' });
      }
    },
  });
  owner = await app.seed.owner();
});

afterAll(() => app.stop());

test('a step that begins to wait while others compute continues with the answer that it has already', async () => {
  const start = node('start', 'trigger.manual');
  const answering = await app.seed.flow(owner, { nodes: [start], edges: [] });
  const nodes = [
    start,
    node('call', 'flow.call', { flowId: answering.id }),
    node('each', 'logic.loop', { items: Array.from({ length: 3_000 }, (_, index) => index), maxItems: 3_000 }),
    node('body', 'data.set', { assignments: [{ name: 'x', value: '{{loop.item}}' }] }),
  ];
  const next = { ...edge('body>each'), targetHandle: 'next' };
  const edges = [edge('start>call'), edge('start>each'), edge('each:item>body'), next];
  const calling = await app.seed.flow(owner, { nodes, edges });
  // The called flow ends while nobody drives its caller, which then calls again and gets the answer with the first look.
  const ended = await reached(app, owner, await trigger(app, owner, calling.id));
  expect(called).toBeGreaterThan(1);
  expect(statuses(ended)).toEqual(expect.arrayContaining(['call: completed', 'each: completed']));
  expect(ended.status).toBe('completed');
});
