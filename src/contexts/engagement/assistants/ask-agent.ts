import { isUuid } from '../../../platform/graphql/context.js';
import { recordInactive, recordNotFound } from '../../../platform/providers/provider-error.js';
import type { RecordScope } from '../../../platform/records/index.js';
import { type AskingStep, startAgentSession } from './start-session.js';

export interface AgentQuestion {
  agentId: string;
  input: string;
  maxTurns: number;
  /** Idempotency key of the attempt. */
  key: string;
  step: AskingStep;
}

/** Starts a session for a step; its end resumes the step. @throws ProviderError if the assistant does not exist or is inactive */
export function askAgent(scope: RecordScope, { agentId, ...question }: AgentQuestion): Promise<string> {
  const { workspaceId, services } = scope;
  return scope.transaction(async (sql) => {
    const text =
      '/* agent_of_step */ select name, is_active as "isActive" from agents where workspace_id = $1 and id = $2';
    const { rows } = isUuid(agentId)
      ? await sql.query<{ name: string; isActive: boolean }>(text, [workspaceId, agentId])
      : { rows: [] };
    if (!rows[0]) throw recordNotFound('The assistant', agentId);
    if (!rows[0].isActive) throw recordInactive('The assistant', rows[0].name);
    return startAgentSession(sql, { workspaceId, agentId, ...question, at: services.now() });
  });
}
