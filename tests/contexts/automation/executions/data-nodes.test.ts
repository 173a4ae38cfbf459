import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);

afterAll(() => app.stop());

async function run(content: object, triggerData: object, on = app): Promise<SeenExecution> {
  const its = on === app ? owner : await on.seed.owner();
  const flow = await on.seed.flow(its, content as Record<string, unknown>);
  return reached(on, its, await trigger(on, its, flow.id, { triggerData }));
}

const items = [
  { name: 'pen', price: 2 },
  { name: 'ink', price: 7.5 },
];

describe('a run', () => {
  test('transforms by a bare expression, over code, to one of several variants', async () => {
    const content = graph(
      [
        node('start', 'trigger.manual'),
        node('prices', 'data.transform', { expression: 'triggerData.items.map(i, i.price)' }),
        node('sum', 'data.code', {
          source: 'console.log("{{not.a.template}}"); return { total: input.reduce((a, b) => a + b, 0) };',
          input: '{{steps.prices}}',
        }),
        node('split', 'logic.split', {
          variants: [
            { id: 'a', weight: 1 },
            { id: 'b', weight: 0 },
          ],
          key: '{{steps.sum.total}}',
        }),
        node('a', 'data.set', { assignments: [{ name: 'total', value: '{{steps.sum.total}}' }] }),
        node('b', 'data.set', { assignments: [{ name: 'total', value: 'none' }] }),
      ],
      'start>prices',
      'prices:out>sum',
      'sum:out>split',
      'split:variant:a>a',
      'split:variant:b>b',
    );
    const { status, output, steps } = await run(content, { items });
    expect({ status, output }).toEqual({ status: 'completed', output: { total: 9.5 } });
    expect(steps.find(({ nodeId }) => nodeId === 'sum')?.logs).toMatchObject([{ message: '{{not.a.template}}' }]);
    expect(steps.find(({ nodeId }) => nodeId === 'b')?.status).toBe('skipped');
  });

  test('filters by conditions that read each item and the execution, sorts what is kept, and stops with none', async () => {
    const conditions = [{ left: '{{item.price}}', operator: 'gte', right: '{{triggerData.least}}' }];
    const content = graph(
      [
        node('start', 'trigger.manual'),
        node('dear', 'data.filter', { items: '{{triggerData.items}}', conditions }),
        node('sort', 'data.sort', {
          items: '{{steps.dear.kept}}',
          by: [{ value: '{{item.price}}', direction: 'desc' }],
        }),
        node('end', 'data.set', { assignments: [{ name: 'names', value: '{{steps.sort.items.map(i, i.name)}}' }] }),
      ],
      'start>dear',
      'dear:kept>sort',
      'sort:out>end',
    );
    expect(await run(content, { items, least: 1 })).toMatchObject({ output: { names: ['ink', 'pen'] } });
    const none = await run(content, { items, least: 100 });
    expect(none.status).toBe('completed');
    expect(none.steps.find(({ nodeId }) => nodeId === 'sort')?.status).toBe('skipped');
  });

  test('refuses a condition that compares items with a secret', async () => {
    const conditions = [{ left: '{{item.price}}', operator: 'eq', right: '{{boveda.api_key}}' }];
    const nodes = [
      node('start', 'trigger.manual'),
      node('f', 'data.filter', { items: '{{triggerData.items}}', conditions }),
    ];
    const refused = app.seed.flow(owner, graph(nodes, 'start>f') as Record<string, unknown>);
    await expect(refused).rejects.toThrow(/SECRET/);
  });

  test('keeps all variables as they were in one of them, and not as they became', async () => {
    const set = (id: string, name: string, value: unknown) => node(id, 'data.set', { assignments: [{ name, value }] });
    const nodes = [
      node('start', 'trigger.manual'),
      set('one', 'a', 1),
      set('all', 'before', '{{variables}}'),
      set('two', 'a', 2),
      set('end', 'seen', '{{steps.all.before}}'),
    ];
    const content = graph(nodes, 'start>one', 'one>all', 'all>two', 'two>end');
    const { status, output } = await run(content, {});
    expect({ status, output }).toEqual({ status: 'completed', output: { seen: { a: 1 } } });
  });

  test('leaves by the error handle where an expression or code fails', async () => {
    const content = graph(
      [
        node('start', 'trigger.manual'),
        node('wrong', 'data.transform', { expression: 'triggerData.n + 1' }),
        node('throws', 'data.code', { source: 'throw new Error("No such thing")' }),
      ],
      'start>wrong',
      'wrong:error>throws',
    );
    const { status, error, steps } = await run(content, { n: 'x' });
    expect(status).toBe('failed');
    expect(steps.map((step) => step.error?.code ?? null)).toEqual([null, 'EXPRESSION_FAILED', 'CODE_FAILED']);
    expect(error).toEqual({ code: 'CODE_FAILED', message: 'Error: No such thing', nodeId: 'throws' });
  });

  test('runs no code where the operator has not switched it on, and says so', async () => {
    const closed = await startTestApp({ worker: true, codeNode: false });
    const content = graph(
      [node('start', 'trigger.manual'), node('code', 'data.code', { source: 'return 1' })],
      'start>code',
    );
    const { error } = await run(content, {}, closed);
    expect(error).toMatchObject({ code: 'CODE_DISABLED', message: expect.stringContaining('CODE_NODE=true') });
    await closed.stop();
  }, 30_000);
});
