import { setTimeout as delay } from 'node:timers/promises';
import { fireEvent, startQuota } from '../../../../../../src/contexts/automation/executions/index.js';
import type { TestApp } from '../../../../../support/app.js';
import { publicEvent } from '../../../../../support/public-event.js';
import type { Owner } from '../../../../../support/seed.js';
import type { Item } from '../flow-model.js';
import { eventType, subjectOf } from '../node-kinds/wait-kinds.js';

interface Waiting {
  executionId: string;
  flowId: string;
  stepId: string;
  nodeId: string;
  iteration: string;
  index: number;
}

/** Answers waiting steps as their nodes foresee, each once, until it is stopped. */
export function replyToWaits(app: TestApp, owner: Owner, itemOf: (flowId: string, nodeId: string) => Item | undefined) {
  const answered = new Set<string>();
  const stopping = new AbortController();

  async function waiting(): Promise<Waiting[]> {
    const { rows } = await app.services.db.pool.query<Waiting>({
      name: 'waiting_steps',
      text: `select s.execution_id as "executionId", e.flow_id as "flowId", s.id as "stepId", s.node_id as "nodeId", s.iteration,
          coalesce(nullif(substring(s.iteration from '[0-9]+$'), ''), e.trigger_data ->> 'index')::int as index
        from execution_steps s join executions e on e.workspace_id = s.workspace_id and e.id = s.execution_id
        where s.workspace_id = $1 and s.status = 'waiting' and s.node_type in ('wait.event', 'wait.approval')`,
      values: [owner.workspaceId],
    });
    return rows.filter(({ stepId }) => !answered.has(stepId));
  }

  async function reply({ executionId, flowId, stepId, nodeId, iteration, index }: Waiting): Promise<void> {
    answered.add(stepId);
    const item = itemOf(flowId, nodeId);
    const decision = item?.kind.reply?.(item, index) ?? null;
    if (decision === null) return;
    const { workspaceId, token } = owner;
    if (decision === 'event') {
      const data = { id: subjectOf(executionId, nodeId, iteration) };
      const event = publicEvent(eventType, { workspaceId, data });
      await app.services.db
        .within(workspaceId)
        .transaction((sql) => fireEvent(sql, event, app.services.get(startQuota)));
      return;
    }
    // Refused where the step was cancelled meanwhile; a decision that was lost leaves the execution waiting.
    const path = `/workspaces/${workspaceId}/flows/executions/${executionId}/approvals/${stepId}`;
    await app.rest(`POST ${path}`, { as: token, body: { decision } });
  }

  const replying = (async () => {
    while (!stopping.signal.aborted) {
      for (const step of await waiting()) await reply(step);
      await delay(25, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    /** @throws Error of a reply that failed */
    async stop(): Promise<void> {
      stopping.abort();
      await replying;
    },
  };
}
