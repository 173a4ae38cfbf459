import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { edge, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
});

afterAll(() => app.stop());

const set = (id: string, value: unknown) => node(id, 'data.set', { assignments: [{ name: id, value }] });
const loop = (id: string, items: unknown[], more: object = {}) => node(id, 'logic.loop', { items, ...more });
const failing = (id: string) => set(id, '{{triggerData.none + 1}}');

/** The last change of each step, in the order of the log. Edges into a loop's `next` are written `>>`. */
async function ends(nodes: ReturnType<typeof node>[], edges: string): Promise<string[]> {
  const wired = edges.split(' ').map((text) => ({
    ...edge(text.replace('>>', '>')),
    ...(text.includes('>>') && { targetHandle: 'next' }),
  }));
  const flow = await app.seed.flow(owner, { nodes: [node('start', 'trigger.manual'), ...nodes], edges: wired });
  const id = await trigger(app, owner, flow.id);
  await reached(app, owner, id);
  const { rows } = await app.services.db.pool.query<{ name: string }>(
    `select concat_ws(' ', c.step->>'nodeId', nullif(c.step->>'iteration', ''), c.step->>'status') as name
     from execution_events e, json_array_elements(e.steps) with ordinality as c(step, at)
     where e.execution_id = $1 and c.step->>'status' not in ('running', 'waiting', 'skipped')
     order by e.fence, e.n, c.at`,
    [id],
  );
  return rows.map(({ name }) => name);
}

/** Expects that one comes, and after all that begin so. */
function expectAfter(names: string[], end: string, before: string): void {
  const inner = names.map((name, at) => (name.startsWith(before) ? at : -1));
  expect(names).toContain(end);
  expect(Math.max(...inner)).toBeGreaterThanOrEqual(0);
  expect(names.indexOf(end)).toBeGreaterThan(Math.max(...inner));
}

describe('the log of steps that were written together', () => {
  test('has the end of a short loop after its items', async () => {
    const names = await ends(
      [loop('each', [1, 2, 3]), set('body', 1), set('end', 1)],
      'start>each each:item>body body>>each each:done>end',
    );
    expectAfter(names, 'each completed', 'body ');
    expectAfter(names, 'end completed', 'each ');
  });

  test('has the ends of loops within loops from the inside out', async () => {
    const names = await ends(
      [loop('each', [1, 2]), loop('inner', [1, 2]), set('body', 1)],
      'start>each each:item>inner inner:item>body body>>inner inner:done>>each',
    );
    for (const item of [0, 1]) expectAfter(names, `inner ${item} completed`, `body ${item}.`);
    expectAfter(names, 'each completed', 'inner ');
  });

  test('has each of two loops beside each other after its own items', async () => {
    const names = await ends(
      [loop('one', [1, 2], { concurrency: 2 }), set('a', 1), loop('two', [1, 2]), set('b', 1)],
      'start>one start>two one:item>a a>>one two:item>b b>>two',
    );
    expectAfter(names, 'one completed', 'a ');
    expectAfter(names, 'two completed', 'b ');
  });

  test('has a loop that failed after the item that failed it', async () => {
    const names = await ends([loop('each', [1, 2]), failing('body')], 'start>each each:item>body body>>each');
    expectAfter(names, 'each failed', 'body ');
  });
});
