import type { AssistantPort, PortUser } from '../../../nodes/index.js';
import { workspaceScope } from '../../../platform/records/index.js';
import type { WorkContext } from '../../module.js';
import { askAgent } from './ask-agent.js';

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
