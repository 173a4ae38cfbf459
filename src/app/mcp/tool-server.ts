import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import { type FlowTool, findNamedTool, listNamedTools } from '../../contexts/automation/flow-tools/index.js';
import type { ErrorDetail } from '../../platform/errors/errors.js';
import { type GraphContext, isUuid, type Scope } from '../../platform/graphql/context.js';
import type { PreparedOperation } from '../../platform/graphql/operation.js';
import type { CallFlowToolMutation } from '../../rest/generated/operations.js';

export { createMcpHandler } from '@modelcontextprotocol/server';

/** One request's caller, who may execute flows in the scope's workspace. */
export interface ToolUser {
  scope: Scope;
  /** The context in which the call runs. */
  context: GraphContext;
}

type Answer = CallFlowToolMutation['callFlowTool'];

/**
 * A server of the Model Context Protocol for one request: the workspace's active flows with the trigger `ai_tool` are
 * its tools. A call runs the same operation as `POST …/flows/:flowId/call`.
 */
export function createToolServer(
  callFlowTool: PreparedOperation,
  version: string,
  { scope, context }: ToolUser,
): Server {
  const { workspaceName, workspaceId } = scope.access;
  const server = new Server(
    { name: 'workspace-automation', title: workspaceName, version },
    {
      capabilities: { tools: {} },
      instructions: `Each tool is a flow of the workspace ${workspaceName}. A call returns the result of its execution within 25 seconds.`,
    },
  );
  server.setRequestHandler('tools/list', async ({ params }) => {
    const after = params?.cursor ?? null;
    if (after !== null && !isUuid(after))
      throw new ProtocolError(invalid, 'cursor must be a nextCursor of an earlier answer.');
    const { tools, next } = await listNamedTools(scope, after);
    return { tools: tools.map(toTool), ...(next && { nextCursor: next }) };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = await findNamedTool(scope, params.name);
    if (!tool) throw new ProtocolError(invalid, `Tool ${params.name} not found. tools/list lists all tools.`);
    const { data, errors } = await callFlowTool.run(context, {
      workspaceId,
      flowId: tool.flowId,
      input: { arguments: params.arguments ?? {} },
    });
    if (errors?.[0]) return refused(errors[0].message, errors[0].extensions);
    return resultOf((data as unknown as CallFlowToolMutation).callFlowTool);
  });
  return server;
}

const invalid = ProtocolErrorCode.InvalidParams;

function toTool({ flowId, name, description, parameters }: FlowTool): Tool {
  return { name, description, inputSchema: parameters as Tool['inputSchema'], _meta: { flowId } };
}

/** The result of an execution, as text for the model and as data for the client. */
function resultOf({ executionId, status, output, error }: Answer): CallToolResult {
  const _meta = { executionId, status };
  if (status === 'completed') {
    const isObject = typeof output === 'object' && output !== null && !Array.isArray(output);
    return {
      content: [text(typeof output === 'string' ? output : JSON.stringify(output ?? null))],
      ...(isObject && { structuredContent: output as Record<string, unknown> }),
      _meta,
    };
  }
  if (status === 'running') {
    return {
      content: [text(`The execution ${executionId} takes longer than 25 seconds and is still running.`)],
      _meta,
    };
  }
  const why = error ? `: ${error.message} (${error.code})` : '.';
  return {
    content: [text(`The execution ${status === 'failed' ? 'failed' : 'was cancelled'}${why}`)],
    isError: true,
    _meta,
  };
}

/** Errors are returned as the result of the tool, not as protocol errors, so that the model can read and correct them. */
function refused(message: string, extensions: Record<string, unknown>): CallToolResult {
  const details = (extensions.details as ErrorDetail[] | undefined) ?? [];
  const lines = [message, ...details.map((detail) => detail.message)];
  return { content: [text([...new Set(lines)].join('\n'))], isError: true, _meta: { code: extensions.code } };
}

function text(value: string) {
  return { type: 'text' as const, text: value };
}
