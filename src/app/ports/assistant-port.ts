import { askAgent } from '../../contexts/engagement/assistants/index.js';
import type { AssistantPort, PortUser } from '../../nodes/index.js';
import type { Services } from '../../platform/services.js';

/** Assistants for one step: each attempt is one session. Secrets are masked in what they are asked. */
export function assistantPort(
  { db, now, events }: Pick<Services, 'db' | 'now' | 'events'>,
  user: PortUser,
): AssistantPort {
  const { workspaceId, executionId, idempotencyKey, attempt, cause, scrub } = user;
  const sql = db.within(workspaceId);
  const scope = { workspaceId, sql, transaction: sql.transaction, services: { now, events }, cause };
  return {
    async ask({ agentId, input, maxTurns }) {
      const step = { executionId, stepId: cause.stepId, chain: cause.chain };
      const key = `step:${idempotencyKey}:${attempt}`;
      return { sessionId: await askAgent(scope, { agentId, input: scrub(input), maxTurns, key, step }) };
    },
  };
}
