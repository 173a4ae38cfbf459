import type { AssistantPort, PortUser } from '../../../nodes/index.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { isUuid } from '../../../platform/graphql/context.js';
import { recordInactive, recordNotFound } from '../../../platform/providers/provider-error.js';
import { type RecordScope, workspaceScope } from '../../../platform/records/index.js';
import type { Agent } from '../../crm/definitions/index.js';
import type { WorkContext } from '../../module.js';
import { type AskingStep, startAgentSession } from './start-session.js';

/** Assistants for one step: each attempt is one session. Secrets are redacted in its input. */
export function assistantPort({ services }: Pick<WorkContext, 'services'>, user: PortUser): AssistantPort {
  const { workspaceId, executionId, idempotencyKey, attempt, cause, redact } = user;
  const scope = workspaceScope(services, workspaceId, cause);
  return {
    async ask({ agentId, input, maxTurns }) {
      const step = { executionId, stepId: cause.stepId, attempt, chain: cause.chain };
      const key = `step:${idempotencyKey}:${attempt}`;
      return { sessionId: await askAgent(scope, { agentId, input: redact(input), maxTurns, key, step }) };
    },
  };
}

interface AgentQuestion {
  agentId: string;
  input: string;
  maxTurns: number;
  /** Idempotency key of the attempt. */
  key: string;
  step: AskingStep;
}

/** Starts a session for a step; its end resumes the step. @throws ProviderError if the assistant does not exist or is inactive */
function askAgent(scope: RecordScope, { agentId, ...question }: AgentQuestion): Promise<string> {
  const { workspaceId, services } = scope;
  return scope.transaction(async (sql) => {
    const agent = isUuid(agentId)
      ? await typed(sql, 'agent_of_step', tableOf<Agent>()('agents'))
          .selectFrom('agents')
          .select(['name', 'isActive'])
          .where('workspaceId', '=', workspaceId)
          .where('id', '=', agentId)
          .executeTakeFirst()
      : undefined;
    if (!agent) throw recordNotFound('The assistant', agentId);
    if (!agent.isActive) throw recordInactive('The assistant', agent.name);
    return startAgentSession(sql, { workspaceId, agentId, ...question, at: services.now() });
  });
}
