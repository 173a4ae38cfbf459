import { describe, expect, test } from '@jest/globals';
import { groupCommit } from '../../src/platform/database/group-commit.js';

/** A flush that is let go by hand, one batch after the other. */
function gate() {
  const batches: number[][] = [];
  const doors: (() => void)[] = [];
  const flush = async (items: number[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => doors.push(resolve));
    return items.map((item) => item * 10);
  };
  return { batches, flush, open: () => doors.shift()?.() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('groupCommit', () => {
  test('writes together what is asked for in one turn, and answers each caller with his own result', async () => {
    const batches: number[][] = [];
    const commit = groupCommit(async (items: number[]) => {
      batches.push(items);
      return items.map((item) => item * 10);
    });
    expect(await Promise.all([1, 2, 3].map(commit))).toEqual([10, 20, 30]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  test('gathers while batches are on their way, and leaves out nobody', async () => {
    const { batches, flush, open } = gate();
    const commit = groupCommit(flush, { atOnce: 1 });
    const first = commit(1);
    await turn();
    const others = [commit(2), commit(3)];
    await turn();
    expect(batches).toEqual([[1]]);
    open();
    expect(await first).toBe(10);
    await turn();
    expect(batches).toEqual([[1], [2, 3]]);
    open();
    expect(await Promise.all(others)).toEqual([20, 30]);
  });

  test('keeps batches under their number and their weight, and lets a heavy item go alone', async () => {
    const batches: number[][] = [];
    const options = { maxItems: 3, maxWeight: 10, atOnce: 1, weigh: (item: number) => item };
    const commit = groupCommit(async (items: number[]) => {
      batches.push(items);
      return items;
    }, options);
    const items = [1, 1, 1, 1, 6, 4, 99, 5, 5];
    expect(await Promise.all(items.map(commit))).toEqual(items);
    expect(batches).toEqual([[1, 1, 1], [1, 6], [4], [99], [5, 5]]);
  });

  test('lets one bad item take no other with it', async () => {
    const commit = groupCommit(async (items: number[]) => {
      if (items.includes(2)) throw new Error('bad');
      return items;
    });
    const settled = await Promise.allSettled([1, 2, 3].map(commit));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('tells everybody at once when the database is away', async () => {
    let flushes = 0;
    const commit = groupCommit(async (): Promise<number[]> => {
      flushes += 1;
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    const settled = await Promise.allSettled([1, 2, 3].map(commit));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(flushes).toBe(1);
  });

  test('goes on after a failure, also one that is thrown at once', async () => {
    let broken = true;
    const commit = groupCommit((items: number[]) => {
      if (broken) throw new Error('broken');
      return Promise.resolve(items);
    });
    await expect(commit(1)).rejects.toThrow('broken');
    broken = false;
    expect(await commit(2)).toBe(2);
  });
});
