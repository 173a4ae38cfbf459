import type { GraphContext } from '../../platform/graphql/context.js';

/** The longest timer in milliseconds; Node's timers are limited to 24 days. */
const maxDelay = 24 * 60 * 60 * 1_000;
/** The shortest timer in milliseconds, for a clock that is slower than the timer. */
const minDelay = 100;

/**
 * Calls back when the credential of a connection has expired. Operations and events check the expiry themselves; this is
 * for connections that only wait.
 * @returns a function that stops it
 */
export function whenExpired({ caller, services }: GraphContext, callback: () => void): () => void {
  const expiresAt = caller.principal?.expiresAt?.getTime();
  if (expiresAt === undefined) return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    const left = expiresAt - services.now().getTime();
    if (left <= 0) callback();
    else timer = setTimeout(check, Math.min(Math.max(left, minDelay), maxDelay)).unref();
  };
  check();
  return () => clearTimeout(timer);
}
