const ranks: Readonly<Record<string, number>> = { queued: 0, sent: 1, sandboxed: 1, delivered: 2, failed: 2 };

/** Whether `after` may follow `before`: states are reported late, repeatedly and out of order. */
export function isFurther(before: string, after: string): boolean {
  return (ranks[after] ?? 0) > (ranks[before] ?? 2);
}
