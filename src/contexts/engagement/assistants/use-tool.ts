import { createHash } from 'node:crypto';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { QuotaExceededError } from '../../../platform/errors/quota-exceeded.js';
import { schemaViolations } from '../../../platform/json-schema.js';
import type { ChatTurn } from '../../../platform/providers/converse.js';
import type { Services } from '../../../platform/services.js';
import { awaitEnd, executionStarter, newExecution } from '../../automation/executions/index.js';
import { executions } from '../../automation/executions/store/execution.entity.js';
import type { FlowTool } from '../../automation/flow-tools/index.js';
import type { Flow } from '../../automation/flows/flow.entity.js';
import type { AgentToolCall } from './agent-tool-call.object.js';
import type { ClaimedSession } from './claim-sessions.js';

/** Maximum depth of flows that call each other through assistants. */
const deepestChain = 8;

export interface ToolUse {
  services: Pick<Services, 'db' | 'now' | 'get'>;
  session: ClaimedSession;
  tools: readonly FlowTool[];
  signal: AbortSignal;
}

/** Calls a tool: runs its flow and waits up to 25 seconds for the result. An error of the model is returned, not thrown. */
export async function useTool(use: ToolUse, call: ChatTurn['toolCalls'][number]): Promise<AgentToolCall> {
  const { services, session, tools, signal } = use;
  const at = services.now().toISOString();
  const args = readArguments(call.arguments);
  const tool = tools.find(({ name }) => name === call.name);
  const entry = { id: call.id, name: call.name, flowId: tool?.flowId ?? null, arguments: args, at };
  const refused = (error: string): AgentToolCall => ({
    ...entry,
    executionId: null,
    status: 'refused',
    result: { error },
  });
  if (!tool) return refused(`The tool ${call.name} was not found.`);
  if (!args) return refused('arguments must be a JSON object.');
  const violations = schemaViolations(tool.parameters, args);
  if (violations.length > 0) {
    return refused(
      violations.map(({ path, message }) => `${path ? `arguments.${path}` : 'arguments'} ${message}.`).join(' '),
    );
  }
  const chain = session.chain ?? [];
  if (chain.length >= deepestChain)
    return refused(`Flows and assistants must not call each other more than ${deepestChain} levels deep.`);
  const started = await startTool(use, tool, call.id, args).catch((error: unknown) => {
    if (error instanceof QuotaExceededError) return error;
    throw error;
  });
  if (started instanceof QuotaExceededError) return refused(started.message);
  const executionId = started;
  const end = await awaitEnd(services, { workspaceId: session.workspaceId, executionId }, { signal });
  const result = end.status === 'completed' ? (end.output ?? null) : { error: end.error?.message ?? end.status };
  return { ...entry, executionId, status: end.status, result };
}

/**
 * Starts the flow once, even if the turn is repeated after a crash. For a step it runs as the execution of the step, as a
 * called flow does.
 */
async function startTool(
  { services, session }: ToolUse,
  { flowId, nodeId }: FlowTool,
  callId: string,
  triggerData: Record<string, unknown>,
): Promise<string> {
  const { workspaceId, id, turns, executionId, chain } = session;
  const sql = services.db.within(workspaceId);
  const { runAs, ...flow } = await typed(sql, 'flow_of_tool', tableOf<Flow>()('flows'), executions)
    .selectFrom('flows')
    .select(['id', 'name', 'version', 'settings'])
    .select((of) =>
      of
        .selectFrom('executions as e')
        .select('e.runAs')
        .where('e.workspaceId', '=', workspaceId)
        .where('e.id', '=', executionId)
        .as('runAs'),
    )
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', flowId)
    .executeTakeFirstOrThrow();
  const run = newExecution({
    workspaceId,
    flow,
    trigger: 'ai_tool',
    startNodeId: null,
    triggerNodeId: nodeId,
    triggerData,
    runAs,
    isAwaited: true,
    call: { parentExecutionId: executionId, parentStepId: null, chain: chain ?? [], depth: chain?.length ?? 0 },
    // Keys of clients cannot start with this character.
    idempotency: {
      key: `\u0001tool:${id}:${turns}:${callId}`,
      hash: createHash('sha256').update(flowId).digest('hex'),
    },
  });
  return (await services.get(executionStarter).start(run)).executionId;
}

function readArguments(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
