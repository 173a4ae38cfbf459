import { describe, expect, test } from '@jest/globals';
import { answerLimits } from '../../../src/platform/answers/answer-limits.js';
import type { AnswerSink } from '../../../src/platform/answers/answer-sink.js';
import { AnswerSlots } from '../../../src/platform/answers/answer-slots.js';

/** A client that can leave. */
class Client implements AnswerSink {
  closed = false;
  destroyed = false;
  readonly #callbacks: (() => void)[] = [];

  onClose(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  leave(): void {
    this.closed = true;
    for (const callback of this.#callbacks) callback();
  }

  destroy(): void {
    this.destroyed = true;
    this.leave();
  }
}

describe('slots for large answers', () => {
  test('go to callers in turn, however many answers one of them waits for', async () => {
    const slots = new AnswerSlots({ ...answerLimits, slots: 1, slotsPerCaller: 1 });
    const order: string[] = [];
    const first = await slots.acquire('a', null);
    const waiting = ['a1', 'a2', 'a3', 'b1', 'c1'].map(async (name) => {
      const release = await slots.acquire(name.charAt(0), null);
      order.push(name);
      release();
    });
    first();
    await Promise.all(waiting);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  test('leave one to others when a caller holds all it may', async () => {
    const slots = new AnswerSlots({ ...answerLimits, slots: 3, slotsPerCaller: 2, waitMs: 1 });
    await slots.acquire('a', null);
    await slots.acquire('a', null);
    await expect(slots.acquire('a', null)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 5 });
    await expect(slots.acquire('b', null)).resolves.toBeInstanceOf(Function);
    await expect(slots.acquire('b', null)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
  });

  test('refuse at once what would be too many waiting answers of one caller', async () => {
    const slots = new AnswerSlots({ ...answerLimits, slots: 1, waitingPerCaller: 1 });
    const release = await slots.acquire('a', null);
    const waits = slots.acquire('a', null);
    await expect(slots.acquire('a', null)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    release();
    await waits;
  });

  test('are free again when the client leaves, also while it waits', async () => {
    const slots = new AnswerSlots({ ...answerLimits, slots: 1 });
    const [holds, waits] = [new Client(), new Client()];
    await slots.acquire('a', holds);
    const refused = expect(slots.acquire('a', waits)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    waits.leave();
    await refused;
    const next = slots.acquire('b', null);
    holds.leave();
    await expect(next).resolves.toBeInstanceOf(Function);
  });

  test('are taken from a client that does not read its answer', async () => {
    const slots = new AnswerSlots({ ...answerLimits, slots: 1, holdMs: 1 });
    const client = new Client();
    await slots.acquire('a', client);
    await expect(slots.acquire('b', null)).resolves.toBeInstanceOf(Function);
    expect(client.destroyed).toBe(true);
  });

  test('are given back once, however often they are released', async () => {
    const slots = new AnswerSlots({ ...answerLimits, slots: 1, waitMs: 1 });
    const release = await slots.acquire('a', null);
    release();
    release();
    await slots.acquire('a', null);
    await expect(slots.acquire('b', null)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
