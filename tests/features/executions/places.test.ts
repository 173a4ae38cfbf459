import { describe, expect, test } from '@jest/globals';
import { Places } from '../../../src/features/executions/places.js';

/** A place from the queue that is held until it is told to leave. */
function held(places: Places) {
  const end = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const left = places.hold(() => {
    began.resolve();
    return end.promise;
  });
  return { began: began.promise, end: () => end.resolve(), left };
}

describe('the places of a worker', () => {
  test('are given to runs that start here until none is free', () => {
    const places = new Places(2);
    expect([places.take(), places.take(), places.take()]).toEqual([true, true, false]);
    places.leave();
    expect([places.taken, places.take()]).toEqual([1, true]);
  });

  test('go to what waits from the queue, in order, before anything new', async () => {
    const places = new Places(1);
    expect(places.take()).toBe(true);
    const order: number[] = [];
    const waiting = [1, 2].map((number) => places.hold(async () => void order.push(number)));
    expect(places.take()).toBe(false);
    places.leave();
    expect([places.taken, places.take()]).toEqual([1, false]);
    await Promise.all(waiting);
    expect([order, places.taken]).toEqual([[1, 2], 0]);
  });

  test('are closed to newcomers while the queue fills more than half of them', async () => {
    const places = new Places(4);
    const jobs = [held(places), held(places)];
    expect(places.take()).toBe(true);
    jobs.push(held(places));
    places.leave();
    await Promise.all(jobs.map(({ began }) => began));
    expect([places.taken, places.take()]).toEqual([3, false]);
    jobs[0]?.end();
    await jobs[0]?.left;
    expect(places.take()).toBe(true);
    for (const job of jobs) job.end();
  });

  test('are free again after work that fails', async () => {
    const places = new Places(1);
    await expect(places.hold(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(places.taken).toBe(0);
  });
});
