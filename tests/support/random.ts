/** A small seeded generator (mulberry32), so that a failure can be reproduced. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A generator that prints its seed, which can be set by CRASH_SEED. */
export function loggedRandom(test: string): () => number {
  const seed = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 31);
  process.stderr.write(`${test}: CRASH_SEED=${seed}\n`);
  return randomFrom(seed);
}
