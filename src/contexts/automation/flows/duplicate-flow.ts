import type { Scope } from '../../../platform/graphql/context.js';
import { applyInput } from './apply-input.js';
import { maxNameLength } from './content/flow-name.js';
import { storeFlow } from './create-flow.js';
import { findFlow } from './find-flow.js';
import type { Flow } from './flow.entity.js';
import type { CopyFlowInput } from './flow.input.js';
import { flowGraph } from './flow.loaders.js';

const suffix = ' (copy)';

/**
 * Stores a copy of a flow's current content: paused, at version 1, with a new webhook token.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED
 */
export async function duplicateFlow(scope: Scope, flowId: string, input: CopyFlowInput): Promise<Flow> {
  const flow = await findFlow(scope, flowId);
  const { nodes, edges, variables } = await scope.loader(flowGraph).load(flow);
  const { description, settings, tags, folderId } = flow;
  const { name = copyName(flow.name) } = input;
  const content = { name, description, nodes, edges, variables, settings, tags, folderId };
  return storeFlow(scope, applyInput(content, input));
}

function copyName(name: string): string {
  return [...name].slice(0, maxNameLength - suffix.length).join('') + suffix;
}
