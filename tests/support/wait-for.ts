import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls `probe` until it returns something truthy, and returns that. Errors of the probe are ignored until `timeoutMs`
 * (by default most of what a test has) have passed; then the last error or value is thrown. The only place in the tests that
 * waits by the clock.
 */
export async function waitFor<T>(
  probe: () => T | Promise<T>,
  { timeoutMs = 50_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
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
