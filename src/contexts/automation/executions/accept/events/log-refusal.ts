import type { Logger } from 'pino';
import type { Sql } from '../../../../../platform/database/database.js';
import { statement } from '../../../../../platform/database/statement.js';
import type { Cause } from '../../../../../platform/events/index.js';

/** What caused something that was refused. */
export interface Caused {
  workspaceId: string;
  /** Its step is null if an execution caused it by its own end, not by a step. */
  causedBy: (Omit<Cause, 'stepId'> & { stepId: string | null }) | undefined;
  /** Where refusals are reported if no execution caused it. */
  log?: Logger | undefined;
}

/**
 * Reports a flow that an event did not start, or steps that it did not continue, to the step that caused the event: to its log while it is in progress, or to
 * its stored log, a JSON column that the statement appends to, if it has ended. What a request caused is reported to the log
 * of the server.
 */
export async function logRefusal(
  sql: Sql,
  now: Date,
  { workspaceId, causedBy, log }: Caused,
  message: string,
): Promise<void> {
  if (!causedBy) return log?.warn({ workspaceId }, message);
  if (causedBy.log) return causedBy.log('warn', message);
  const text = `/* log_refused_start */ update execution_steps
    set logs = (coalesce(logs::jsonb, '[]') || jsonb_build_object('at', $4::text, 'level', 'warn', 'message', $5::text))::json
    where workspace_id = $1 and execution_id = $2 and id = $3 and coalesce(json_array_length(logs), 0) < 1000`;
  await sql.query(statement(text, [workspaceId, causedBy.executionId, causedBy.stepId, now.toISOString(), message]));
}
