import { describe, expect, test } from '@jest/globals';
import type { CodeRun, CodeTask } from '../../src/platform/code/index.js';
import { portsWith, runNode } from './run-node.js';

describe('data.transform', () => {
  const transform = async (expression: string, triggerData: unknown) =>
    (await runNode('data.transform', { expression }, { triggerData })).outcome;

  test('creates lists and maps and keeps their types', async () => {
    const items = [
      { name: 'pen', price: 2 },
      { name: 'ink', price: 7.5 },
    ];
    expect(
      await transform('{"names": triggerData.items.map(i, i.name), "dear": triggerData.items.filter(i, i.price > 5)}', {
        items,
      }),
    ).toEqual({ kind: 'done', output: { names: ['pen', 'ink'], dear: [items[1]] } });
    expect(await transform('triggerData.n * 1.5', { n: 3 })).toEqual({ kind: 'done', output: 4.5 });
    expect(await transform('triggerData.nowhere', {})).toEqual({ kind: 'done', output: null });
  });

  test('fails with the reason, and is not retried', async () => {
    expect(await transform('triggerData.n + 1', { n: 'x' })).toMatchObject({
      kind: 'failed',
      error: { code: 'EXPRESSION_FAILED', message: expect.stringContaining('triggerData.n + 1') },
      retryable: false,
    });
    expect(await transform('1 +', {})).toMatchObject({ kind: 'failed', error: { code: 'EXPRESSION_FAILED' } });
  });
});

describe('data.code', () => {
  async function code(data: Record<string, unknown>, ran: CodeRun) {
    const tasks: CodeTask[] = [];
    const port = {
      run: async (task: CodeTask) => {
        tasks.push(task);
        return ran;
      },
    };
    return { ...(await runNode('data.code', data, { ports: portsWith({ code: port }) })), tasks };
  }

  test('returns the value of the code and writes its lines to the log', async () => {
    const data = { source: 'return input', input: { a: 1 }, timeout: '2' };
    const { outcome, logs, tasks } = await code(data, { kind: 'done', json: '[1]', logs: ['hello'] });
    expect(outcome).toEqual({ kind: 'done', output: [1] });
    expect(logs).toEqual(['hello']);
    expect(tasks).toEqual([{ source: 'return input', input: { a: 1 }, timeoutMs: 2_000 }]);
  });

  test('is not retried, unless the sandbox is unavailable', async () => {
    const failed = { kind: 'failed' as const, message: 'No.', logs: [] };
    expect((await code({ source: 'x' }, { ...failed, code: 'CODE_TIMEOUT' })).outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'CODE_TIMEOUT', message: 'No.' },
      retryable: false,
    });
    expect((await code({ source: 'x' }, { ...failed, code: 'CODE_UNAVAILABLE' })).outcome).toMatchObject({
      retryable: true,
    });
  });
});
