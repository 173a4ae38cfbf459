import { isUuid } from '../../../platform/graphql/context.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import type { RecordScope } from '../../../platform/records/index.js';
import { startAgentSession } from './start-session.js';

export interface AgentQuestion {
  agentId: string;
  input: string;
  maxTurns: number;
  /** Of the attempt that asks. */
  key: string;
  step: { executionId: string; stepId: string; chain: readonly string[] };
}

/** Has an assistant work for a step, which is told when it is done. @throws ProviderError where there is no such assistant at work */
export function askAgent(scope: RecordScope, { agentId, ...question }: AgentQuestion): Promise<string> {
  const { workspaceId, services } = scope;
  return scope.transaction(async (sql) => {
    const text =
      '/* agent_to_ask */ select name, is_active as "isActive" from agents where workspace_id = $1 and id = $2';
    const { rows } = isUuid(agentId)
      ? await sql.query<{ name: string; isActive: boolean }>(text, [workspaceId, agentId])
      : { rows: [] };
    if (!rows[0]) throw new ProviderError('REFUSED', `The workspace has no assistant ${agentId}.`, false);
    if (!rows[0].isActive) throw new ProviderError('REFUSED', `The assistant ${rows[0].name} is switched off.`, false);
    return startAgentSession(sql, { workspaceId, agentId, ...question, at: services.now() });
  });
}
