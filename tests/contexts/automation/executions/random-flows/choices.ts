import fc from 'fast-check';

/** Draws a whole number from 0 and below a limit. 0 is the simplest choice. */
export type Random = (below: number) => number;

const most = 2 ** 31 - 1;

/**
 * What a flow is drawn from: a list of numbers, read one after the other, and 0 behind its end. Fewer and smaller numbers
 * make a simpler flow, so that fast-check finds the simplest flow that fails.
 */
export const choices = fc.noBias(fc.array(fc.nat(most), { maxLength: 1_000, size: 'max' }));

/** The choices of a seed: the same ones everywhere. */
export function choicesOf(seed: number): number[] {
  return fc.sample(choices, { seed, numRuns: 1 })[0] as number[];
}

export function randomOf(list: readonly number[]): Random {
  let at = 0;
  return (below) => Math.floor(((list[at++] ?? 0) * below) / (most + 1));
}

/** Numbers without an end, for what is not part of a flow: crashes and the order of events. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((((mixed ^ (mixed >>> 14)) >>> 0) * below) / 2 ** 32) | 0;
  };
}
