import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { FairCalls } from '../../src/platform/slots/fair-calls.js';

/** A call that ends when the test says so. */
function begun(calls: FairCalls<'a' | 'b'>, kind: 'a' | 'b', owner: string, signal = new AbortController().signal) {
  const end = Promise.withResolvers<string>();
  let isBegun = false;
  const result = calls.call(kind, owner, signal, () => {
    isBegun = true;
    return end.promise;
  });
  return { end: () => end.resolve(owner), result, isBegun: () => isBegun };
}

describe('calls of several workspaces', () => {
  test('leave slots to others, and go to the one that has waited without any first', async () => {
    const calls = new FairCalls({ a: 2, b: 1 });
    const first = [1, 2, 3, 4].map(() => begun(calls, 'a', 'first'));
    await turn();
    expect(first.map(({ isBegun }) => isBegun())).toEqual([true, true, false, false]);
    expect(calls.waiting('a', 'first')).toBe(2);
    const others = ['second', 'third', 'fourth'].map((owner) => begun(calls, 'a', owner));
    await turn();
    expect(others.map(({ isBegun }) => isBegun())).toEqual([true, true, false]);
    first[0]?.end();
    expect(await first[0]?.result).toBe('first');
    await turn();
    expect([others[2]?.isBegun(), first[2]?.isBegun()]).toEqual([true, false]);
    for (const { end } of [...first, ...others]) end();
    await Promise.all([...first, ...others].map(({ result }) => result));
    expect(calls.waiting('a', 'first')).toBe(0);
  });

  test('of another kind have slots of their own, and a failed call releases its slot', async () => {
    const calls = new FairCalls({ a: 1, b: 1 });
    const held = begun(calls, 'a', 'first');
    const failing = calls.call('b', 'first', new AbortController().signal, () => Promise.reject(new Error('No.')));
    await expect(failing).rejects.toThrow('No.');
    const next = begun(calls, 'b', 'first');
    await turn();
    expect([held.isBegun(), next.isBegun()]).toEqual([true, true]);
  });

  test('end with the reason of their signal while they wait, and do not begin', async () => {
    const calls = new FairCalls({ a: 1, b: 1 });
    begun(calls, 'a', 'first');
    const stop = new AbortController();
    const waiting = begun(calls, 'a', 'first', stop.signal);
    stop.abort(new Error('Stopped.'));
    await expect(waiting.result).rejects.toThrow('Stopped.');
    expect([waiting.isBegun(), calls.waiting('a', 'first')]).toEqual([false, 0]);
  });
});
