import { type RequestHandler, Router } from 'express';
import { migrations } from '../../migrations/index.js';
import type { Database } from '../platform/database/database.js';
import { pendingMigrations } from '../platform/database/migrate.js';
import type { LoopDelay } from '../platform/slots/loop-delay.js';

/** The reason why this process must not get requests now; null while it is ready. */
export type Readiness = () => Promise<string | null>;

/** `/healthz`: the process is up. `/readyz`: it is ready for requests; otherwise 503 with the reason. */
export function healthRoutes(readiness: Readiness): RequestHandler {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const reason = await readiness();
    if (reason) response.status(503).set('retry-after', '5').json({ status: 'unavailable', reason });
    else response.json({ status: 'ok' });
  });
  return router;
}

/**
 * Milliseconds of delay of the event loop above which other processes respond sooner, and below which this one is ready
 * again: without a distance between both, a busy process would change with every reading.
 */
const delayLimits = { busyAboveMs: 1_000, readyBelowMs: 500 };

/** @param worker the worker of this process; null without one */
export function readinessOf(
  { pool, conditions }: Pick<Database, 'pool' | 'conditions'>,
  worker: { alive(): boolean } | null,
  loop: Pick<LoopDelay, 'p99'>,
): Readiness {
  let isHeld = false;
  return async () => {
    const delay = loop.p99();
    isHeld = delay > (isHeld ? delayLimits.readyBelowMs : delayLimits.busyAboveMs);
    if (isHeld)
      return `The event loop of this process is held: 1 of 100 callbacks waits ${Math.round(delay)} ms or longer.`;
    try {
      const pending = await pendingMigrations(pool, migrations);
      if (pending.length > 0) return `Migrations are pending: ${pending.join(', ')}.`;
      const unwritable = await conditions.whyUnwritable(pool);
      if (unwritable) return unwritable;
    } catch {
      return 'The database cannot be reached.';
    }
    return worker === null || worker.alive() ? null : 'The worker of this process is not running.';
  };
}
