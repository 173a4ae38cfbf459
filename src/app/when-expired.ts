import type { GraphContext } from '../platform/graphql/context.js';

/** Milliseconds; what ends later is looked at again. Node's timers go no further than 24 days. */
const farthest = 24 * 60 * 60 * 1_000;
/** Milliseconds, where the clock that decides goes slower than the timer. */
const nearest = 100;

/**
 * Calls back once the credential of a connection has ended by itself. It wakes what only waits: whatever is asked or
 * answered looks at the clock by itself.
 * @returns a function that stops it
 */
export function whenExpired({ caller, services }: GraphContext, act: () => void): () => void {
  const expiresAt = caller.principal?.expiresAt?.getTime();
  if (expiresAt === undefined) return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const left = expiresAt - services.now().getTime();
    if (left <= 0) act();
    else timer = setTimeout(look, Math.min(Math.max(left, nearest), farthest)).unref();
  };
  look();
  return () => clearTimeout(timer);
}
