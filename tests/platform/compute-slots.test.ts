import { expect, test } from '@jest/globals';
import { ComputeSlots } from '../../src/platform/slots/compute-slots.js';

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

test('a round holds up sockets and timers for one computation that uses it up, not for two', async () => {
  const slots = new ComputeSlots();
  let round = 0;
  let ended = false;
  const count = () => {
    round++;
    if (!ended) setImmediate(count);
  };
  const rounds: number[] = [];
  const computing = async (owner?: string) => {
    if (slots.isOver()) await slots.next(owner);
    rounds.push(round);
    compute();
  };
  await slots.waitForTime();
  compute();
  const all = [computing(), computing(), computing('a'), computing('a'), computing('b')];
  setImmediate(count);
  await Promise.all(all);
  ended = true;
  expect(new Set(rounds).size).toBe(all.length);
});

test('requests that use up their rounds alternate with workspaces', async () => {
  const slots = new ComputeSlots();
  const order: string[] = [];
  const computing = async (owner?: string) => {
    if (slots.isOver()) await slots.next(owner);
    order.push(owner ?? 'request');
    compute();
  };
  await slots.waitForTime();
  compute();
  await Promise.all([computing(), computing(), computing(), computing('a'), computing('b'), computing('a')]);
  expect(order).toEqual(['request', 'a', 'request', 'b', 'request', 'a']);
});
