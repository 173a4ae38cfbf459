import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks `probe` again and again until it answers with something truthy, and answers with that.
 * An error of the probe counts as "not yet". Throws after `timeoutMs` (default 10,000) with the last error or answer.
 * The only place in the tests that waits by the clock.
 */
export async function waitFor<T>(
  probe: () => T | Promise<T>,
  { timeoutMs = 10_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  do {
    try {
      const answer = await probe();
      if (answer) return answer;
      last = `it answered ${JSON.stringify(answer)}`;
    } catch (error) {
      last = error;
    }
    await delay(everyMs);
  } while (Date.now() < deadline);
  const reason = last instanceof Error ? last.message : String(last);
  throw new Error(`Not within ${timeoutMs} ms: ${reason}`, { cause: last });
}
