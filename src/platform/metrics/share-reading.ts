/** Scrapes within this many milliseconds share what was read from the database. */
export const sharedForMs = 5_000;

/** A reading that scrapes share. @param read must not reject */
export function shareReading<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { value: Promise<Value>; at: number } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= sharedForMs) last = { value: read(), at: now };
    return last.value;
  };
}
