const places: Readonly<Record<string, number>> = { queued: 0, sent: 1, sandboxed: 1, delivered: 2, failed: 2 };

/** Whether a message that stands at `before` can come to `after`: states are told late, twice and out of order. */
export function isFurther(before: string, after: string): boolean {
  return (places[after] ?? 0) > (places[before] ?? 2);
}
