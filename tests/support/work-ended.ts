import type { TestApp } from './app.js';
import { waitFor } from './wait-for.js';

const moving = `select from execution_claims
    where workspace_id = $1 and not ended and (worker_id is not null or ready_at is not null)
  union all select from jobs where workspace_id = $1 and finished_at is null
  union all select from webhooks where workspace_id = $1 and worker_id is not null`;

/** Until nothing works in a workspace: every execution and job has ended or waits for something that does not come. */
export async function workEnded({ services }: TestApp, workspaceId: string): Promise<void> {
  await waitFor(async () => (await services.db.pool.query(moving, [workspaceId])).rows.length === 0, {
    timeoutMs: 60_000,
  });
}
