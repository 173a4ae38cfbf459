import type { FlowTool } from './flow-tool.object.js';

/** A trigger of an active flow by which assistants call it. */
export interface ToolTrigger {
  /** The ID of the trigger. */
  id: string;
  flowId: string;
  nodeId: string;
  config: Record<string, unknown>;
}

/** Accepts any arguments, for tools that declare no parameters. */
const anyArguments = { type: 'object', properties: {} };

/** A trigger as a tool; its configuration was validated when the flow was activated. */
export function toolOf({ flowId, nodeId, config }: Omit<ToolTrigger, 'id'>): FlowTool {
  const { toolName, description, parameters } = config as {
    toolName: string;
    description: string;
    parameters?: Record<string, unknown>;
  };
  const schema = { type: 'object', ...(parameters ?? anyArguments) };
  return { flowId, nodeId, name: toolName, description, parameters: schema };
}
