import type { Sql } from '../../../platform/database/database.js';
import type { AttemptsTimedOut } from '../../automation/executions/index.js';

/** A session as a process has claimed it. */
interface SessionClaim {
  workspaceId: string;
  id: string;
  fence: number;
}

// The statements below and `save_session` are text, because they share these conditions.

/** Condition on a session `s`: no step started it, or the attempt that did still waits for it. */
const isAwaited = `(s.execution_id is null or exists (
    select from executions e join execution_steps t on t.workspace_id = e.workspace_id and t.execution_id = e.id
    where e.workspace_id = s.workspace_id and e.id = s.execution_id and e.status = 'running' and t.id = s.step_id
      and t.status in ('running', 'waiting') and t.error is null and t.attempt = coalesce(s.step_attempt, t.attempt)))`;

/** Condition on a session `s` for the claim with fence $3: it is claimed by this process and must go on. */
export const isHeld = `s.workspace_id = $1 and s.id = $2 and s.status = 'running' and s.fence = $3 and ${isAwaited}`;

const ended = (error: string, at: string) =>
  `status = 'failed', error = '${error}', due_at = null, worker_id = null, messages = null, ended_at = ${at}, updated_at = ${at}`;

/** Whether this process still holds the claim, and someone waits for the session. */
export async function holdsSession(sql: Sql, { workspaceId, id, fence }: SessionClaim): Promise<boolean> {
  const text = `/* holds_session */ select from agent_sessions s where ${isHeld}`;
  return (await sql.query(text, [workspaceId, id, fence])).rowCount === 1;
}

/** Ends a session that nothing waits for any more. */
export async function dropAbandoned(sql: Sql, { workspaceId, id }: SessionClaim, at: Date): Promise<void> {
  const text = `/* drop_abandoned_session */ update agent_sessions s
    set ${ended('The execution or the step that started the session has ended.', '$3')}
    where s.workspace_id = $1 and s.id = $2 and s.status = 'running' and not ${isAwaited}`;
  await sql.query(text, [workspaceId, id, at]);
}

/** Ends the sessions that these attempts started. The processes that drive them can write nothing more. */
export async function endSessionsOf(sql: Sql, { workspaceId, executionId, attempts }: AttemptsTimedOut): Promise<void> {
  const text = `/* end_sessions_of_attempts */ update agent_sessions s
    set ${ended('STEP_TIMEOUT: The step that started the session exceeded its timeout.', 'now()')}, fence = s.fence + 1
    from unnest($3::uuid[], $4::integer[]) as a(step_id, attempt)
    where s.workspace_id = $1 and s.execution_id = $2 and s.status = 'running' and s.step_id = a.step_id
      and coalesce(s.step_attempt, a.attempt) = a.attempt
      -- As all running sessions, which have an index by it.
      and s.due_at is not null`;
  const stepIds = attempts.map(({ stepId }) => stepId);
  await sql.query(text, [workspaceId, executionId, stepIds, attempts.map(({ attempt }) => attempt)]);
}
