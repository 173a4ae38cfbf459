import type { Flow } from '../flows/index.js';
import type { FlowTool } from './flow-tool.object.js';

/** Accepts any arguments, for tools that declare no parameters. */
const anyArguments = { type: 'object', properties: {} };

/** A flow as a tool; the configuration of its trigger was validated when the flow was activated. */
export function toolOf({ id, settings }: Pick<Flow, 'id' | 'settings'>): FlowTool {
  const { toolName, description, parameters } = settings.triggerConfig as {
    toolName: string;
    description: string;
    parameters?: Record<string, unknown>;
  };
  return { flowId: id, name: toolName, description, parameters: { type: 'object', ...(parameters ?? anyArguments) } };
}
