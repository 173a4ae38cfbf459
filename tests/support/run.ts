import type { TestApp } from './app.js';
import type { Owner } from './seed.js';
import { waitFor } from './wait-for.js';

export interface SeenStep {
  id: string;
  nodeId: string;
  iteration: string | null;
  status: string;
  attempt: number;
  interruptions: number;
  input: unknown;
  output: unknown;
  error: { code: string; message: string } | null;
  logs: { level: string; message: string }[];
}

export interface SeenExecution {
  id: string;
  status: string;
  phase: string;
  output: unknown;
  error: { code: string; message: string; nodeId: string | null } | null;
  flowVersion: number;
  durationMs: number | null;
  steps: SeenStep[];
}

/** An execution with its steps, as the REST API returns it. */
export async function readExecution(app: TestApp, owner: Owner, id: string): Promise<SeenExecution> {
  const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/flows/executions/${id}`, { as: owner.token });
  return body.data as SeenExecution;
}

/** Starts a flow manually. */
export async function trigger(app: TestApp, owner: Owner, flowId: string, body: object = {}): Promise<string> {
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flowId}/trigger`, {
    as: owner.token,
    body,
  });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return (answer.body.data as { executionId: string }).executionId;
}

/** Waits until an execution satisfies a condition. Defaults to its end. */
export async function reached(
  app: TestApp,
  owner: Owner,
  id: string,
  until?: (execution: SeenExecution) => boolean,
): Promise<SeenExecution> {
  if (!until) {
    // Does not read the whole record, which may be large and is still being written.
    await waitFor(() => hasEnded(app, id));
    return readExecution(app, owner, id);
  }
  let seen: SeenExecution | undefined;
  await waitFor(async () => {
    seen = await readExecution(app, owner, id);
    return until(seen);
  });
  return seen as SeenExecution;
}

/** Ends what an execution, or one node of it, waits for until a time, however long that is: tests of what happens meanwhile race no clock. */
export async function endPause(app: TestApp, id: string, nodeId: string | null = null): Promise<void> {
  const text = `with steps as (update execution_steps set resume_at = now() - interval '1 second' where execution_id = $1
      and resume_at is not null and ($2::text is null or node_id = $2))
    update execution_claims set due_at = now() - interval '1 second' where execution_id = $1 and due_at is not null`;
  await waitFor(async () => (await app.services.db.pool.query(text, [id, nodeId])).rowCount === 1);
}

async function hasEnded(app: TestApp, id: string): Promise<boolean> {
  const { rows } = await app.services.db.pool.query(
    "/* has_ended */ select 1 from executions where id = $1 and status <> 'running'",
    [id],
  );
  return rows.length > 0;
}

/** `nodeId: status` of each step, in order of start. */
export function statuses({ steps }: SeenExecution): string[] {
  return steps.map(({ nodeId, status }) => `${nodeId}: ${status}`);
}
