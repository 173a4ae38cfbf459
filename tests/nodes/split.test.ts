import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nodeOf, refusedFields, runNode } from './run-node.js';

const variants = [
  { id: 'a', weight: 3 },
  { id: 'b', weight: 1 },
];

async function wayOf(data: Record<string, unknown>, idempotencyKey = 'run:n:'): Promise<string> {
  const { outcome } = await runNode('logic.split', { variants, ...data }, { idempotencyKey });
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  const { variant } = outcome.output as { variant: string };
  expect(outcome.handle).toBe(`variant:${variant}`);
  return variant;
}

describe('logic.split', () => {
  test('chooses the same variant for the same key, in every execution', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string(), async (key, run) => {
        expect(await wayOf({ key }, run)).toBe(await wayOf({ key }));
      }),
      { numRuns: 50 },
    );
  });

  test('keeps the variants of keys across releases', async () => {
    const ways = await Promise.all(['ana', 'berta', 'carla', 'dora', 'elsa', 'frida'].map((key) => wayOf({ key })));
    expect(ways.join('')).toBe('aaaaab');
  });

  test('distributes by weight, with keys and without', async () => {
    const count = async (data: (n: number) => Record<string, unknown>) => {
      const ways = await Promise.all(Array.from({ length: 4_000 }, (_, n) => wayOf(data(n), `run-${n}:n:`)));
      return ways.filter((way) => way === 'a').length;
    };
    for (const counted of [await count((n) => ({ key: n })), await count(() => ({}))]) {
      expect(counted).toBeGreaterThan(2_850);
      expect(counted).toBeLessThan(3_150);
    }
  });

  test('never chooses a variant without weight', async () => {
    for (let n = 0; n < 50; n += 1) {
      expect(await wayOf({ variants: [{ id: 'x', weight: 0 }, ...variants, { id: 'y', weight: 0 }], key: n })).toMatch(
        /^[ab]$/,
      );
    }
  });

  test('has one handle for each variant, whatever a draft contains', () => {
    const handles = nodeOf('logic.split').sourceHandles as (data: object) => string[];
    expect(handles({ variants })).toEqual(['variant:a', 'variant:b']);
    expect(handles({ variants: [null, { id: '' }, { id: 1 }, { id: '1' }] })).toEqual(['variant:1']);
    expect(handles({ variants: 'many' })).toEqual([]);
  });

  test('rejects weights that add up to zero', () => {
    expect(refusedFields('logic.split', { variants: [{ id: 'a', weight: 0 }] })).toEqual(['variants']);
    expect(refusedFields('logic.split', { variants: [] })).toContain('variants');
    expect(refusedFields('logic.split', { variants: [{ id: 'a', weight: -1 }] })).toEqual(['variants.0.weight']);
  });
});
