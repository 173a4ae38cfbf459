import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FairSlots, type Slot } from '../../src/platform/slots/fair-slots.js';

/** Takes slots of an owner until one is refused. */
function takeAll(slots: FairSlots, owner: string): Slot[] {
  const taken: Slot[] = [];
  for (let slot = slots.of(owner); slot.tryTake(); slot = slots.of(owner)) taken.push(slot);
  return taken;
}

describe('fair slots', () => {
  test('give one owner alone as many as they are for, and others always some of the rest', () => {
    const slots = new FairSlots(10);
    expect(['a', 'b', 'c', 'd'].map((owner) => takeAll(slots, owner).length)).toEqual([10, 5, 3, 1]);
    expect(slots.room('e')).toBe(1);
  });

  test('give owners with a higher weight more, and always leave some to others', () => {
    const slots = new FairSlots(12, undefined, (owner) => (owner === 'heavy' ? 3 : 1));
    expect(slots.room('heavy')).toBe(18);
    expect(takeAll(slots, 'heavy')).toHaveLength(18);
    expect(takeAll(slots, 'light')).toHaveLength(3);
    expect(slots.room('another')).toBe(2);
    const shared = new FairSlots(10, undefined, (owner) => (owner === 'heavy' ? 2 : 1));
    const [light, heavy] = [takeAll(shared, 'light'), takeAll(shared, 'heavy')];
    for (const slot of light) slot.release();
    takeAll(shared, 'heavy');
    expect([heavy.length, shared.held('heavy'), shared.room('light')]).toEqual([7, 14, 3]);
  });

  test('tell beforehand how many an owner can take', () => {
    const slots = new FairSlots(7);
    for (const owner of ['a', 'b', 'a', 'c']) {
      const room = slots.room(owner);
      const taken = takeAll(slots, owner);
      expect(taken).toHaveLength(room);
      taken.at(-1)?.release();
    }
  });

  test('go to those who wait before anyone new of the same owner, in their order', async () => {
    const slots = new FairSlots(1);
    const [held] = takeAll(slots, 'a') as [Slot];
    const order: number[] = [];
    const waiting = [1, 2].map(async (number) => {
      const slot = slots.of('a');
      await slot.take();
      order.push(number);
      slot.release();
    });
    expect([slots.waiting('a'), slots.room('a'), slots.of('a').tryTake()]).toEqual([2, 0, false]);
    held.release();
    await Promise.all(waiting);
    expect([order, slots.taken, slots.owners]).toEqual([[1, 2], 0, []]);
  });

  test('let whoever is told to stop go on at once, without one', async () => {
    const slots = new FairSlots(1);
    takeAll(slots, 'a');
    const stop = new AbortController();
    const slot = slots.of('a');
    const waiting = slot.take(stop.signal);
    stop.abort();
    await waiting;
    await slots.of('a').take(stop.signal);
    slot.release();
    expect([slots.taken, slots.waiting('a')]).toEqual([1, 0]);
  });

  test('are held once by a holder, however often it takes and gives back', async () => {
    const slots = new FairSlots(2);
    const slot = slots.of('a');
    await slot.take();
    await slot.take();
    expect([slot.tryTake(), slots.taken]).toEqual([true, 1]);
    slot.release();
    slot.release();
    expect(slots.taken).toBe(0);
  });
});

interface Holder {
  owner: string;
  slot: Slot;
  stop: AbortController;
  state: 'waiting' | 'holding' | 'gone';
  /** Grants to other owners while it was the first of an owner that held nothing. */
  passedBy: Map<string, number>;
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('take' as const), owner: fc.constantFrom(...'abcdef') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat(1_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), which: fc.nat(1_000) }) },
);

test('never give an owner more than half, leave none idle that somebody may have, and starve nobody', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 120 }), async (alone, steps) => {
      const slots = new FairSlots(alone);
      const holders: Holder[] = [];
      const of = (state: Holder['state'], owner?: string) =>
        holders.filter((one) => one.state === state && (owner === undefined || one.owner === owner));

      function begin(owner: string): void {
        const holder: Holder = {
          owner,
          slot: slots.of(owner),
          stop: new AbortController(),
          state: 'waiting',
          passedBy: new Map(),
        };
        holders.push(holder);
        void holder.slot.take(holder.stop.signal).then(() => {
          if (holder.stop.signal.aborted) return;
          // First come, first served.
          expect(of('waiting', owner)[0]).toBe(holder);
          holder.state = 'holding';
          // Only the first of an owner is passed: those behind it wait for their own.
          for (const other of of('waiting'))
            if (
              of('holding', other.owner).length === 0 &&
              of('waiting', other.owner)[0] === other &&
              other.owner !== owner
            )
              other.passedBy.set(owner, (other.passedBy.get(owner) ?? 0) + 1);
        });
      }

      function leave(holder: Holder | undefined): void {
        if (!holder) return;
        holder.state = 'gone';
        holder.stop.abort();
        holder.slot.release();
      }

      function check(): void {
        const free = 2 * alone - of('holding').length;
        expect([slots.taken, slots.free]).toEqual([2 * alone - free, free]);
        expect(free).toBeGreaterThanOrEqual(0);
        for (const owner of 'abcdef') {
          const held = of('holding', owner).length;
          const [first] = of('waiting', owner);
          expect(held).toBeLessThanOrEqual(alone);
          expect(slots.waiting(owner)).toBe(of('waiting', owner).length);
          if (!first) continue;
          expect(held).toBeGreaterThanOrEqual(free);
          for (const times of first.passedBy.values()) if (held === 0) expect(times).toBeLessThanOrEqual(1);
        }
      }

      for (const one of steps) {
        if (one.kind === 'take') begin(one.owner);
        else {
          const among = of(one.kind === 'release' ? 'holding' : 'waiting');
          leave(among[one.which % Math.max(1, among.length)]);
        }
        await turn();
        check();
      }
      while (of('holding').length > 0) {
        leave(of('holding')[0]);
        await turn();
        check();
      }
      expect([of('waiting').length, slots.taken, slots.owners]).toEqual([0, 0, []]);
    }),
    { numRuns: 200 },
  );
});

test('slots of any size are granted to everybody, and never more than there are', async () => {
  const request = fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd'), size: fc.integer({ min: 1, max: 20 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { maxLength: 40 }),
      fc.infiniteStream(fc.nat(1_000)),
      async (requests, picks) => {
        const slots = new FairSlots(10);
        const held: Slot[] = [];
        for (const { owner, size } of requests) {
          const slot = slots.of(owner, size);
          void slot.take().then(() => held.push(slot));
        }
        for (let served = 0; served < requests.length; served++) {
          await turn();
          expect(slots.taken).toBeLessThanOrEqual(20);
          expect(held.length).toBeGreaterThan(0);
          const [slot] = held.splice((picks.next().value as number) % held.length, 1) as [Slot];
          slot.shrinkTo(1);
          slot.release();
        }
        expect([slots.taken, slots.owners]).toEqual([0, []]);
      },
    ),
  );
});

test('a large slot is not overtaken for ever by small ones', async () => {
  const slots = new FairSlots(10);
  const small = takeAll(slots, 'a');
  const large = slots.of('b', 20);
  let has = false;
  const taken = large.take().then(() => {
    has = true;
  });
  expect(slots.of('c').tryTake()).toBe(false);
  for (const slot of small) slot.release();
  await taken;
  expect([has, slots.free]).toEqual([true, 0]);
});
