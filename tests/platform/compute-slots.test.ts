import { expect, test } from '@jest/globals';
import { ComputeSlots } from '../../src/platform/work/compute-slots.js';

/** Uses up a round. */
function compute(): void {
  for (const until = performance.now() + 25; performance.now() < until; );
}

test('computations of an owner do not hold up those of another', async () => {
  const slots = new ComputeSlots();
  const order: string[] = [];
  const computing = async (owner: string) => {
    if (slots.isOver()) await slots.next(owner);
    order.push(owner);
    compute();
  };
  const many = Array.from({ length: 6 }, () => computing('a'));
  await Promise.all([...many, computing('b'), computing('b')]);
  expect(order.slice(0, 5)).toEqual(['a', 'a', 'b', 'a', 'b']);
  expect(order.slice(5)).toEqual(['a', 'a', 'a']);
});

test('a turn begins at once while the round has time, and later when it has none', async () => {
  const slots = new ComputeSlots();
  let begun = false;
  await slots.waitForTime();
  compute();
  const turn = slots.waitForTime().then(() => {
    begun = true;
  });
  await Promise.resolve();
  expect(begun).toBe(false);
  await turn;
});
