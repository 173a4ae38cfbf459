import { type RequestHandler, Router } from 'express';

/** Why this process should get no requests now; null when it should. */
export type Readiness = () => Promise<string | null>;

/** `/healthz`: the process is up. `/readyz`: it can do its work; else 503 with the reason. */
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
