import type { Scope } from '../../../../platform/graphql/context.js';
import { newId } from '../../../../platform/new-id.js';
import { applyInput } from '../apply-input.js';
import { emptyContent, type FlowContent } from '../content/flow-content.js';
import { findFlow } from '../find-flow.js';
import { flowGraph } from '../flow.loaders.js';
import type { FlowValidation } from './flow-validation.object.js';
import type { ValidateFlowContentInput } from './validate-flow-content.input.js';
import { validateContent } from './validate-stored-flow.js';

/**
 * Checks content that is not saved against all rules, and changes nothing.
 * @throws AppError NOT_FOUND for the flow; VALIDATION_FAILED for content whose form is wrong
 */
export async function validateFlowContent(
  scope: Scope,
  { flowId, nodes, edges, variables, settings }: ValidateFlowContentInput,
): Promise<FlowValidation> {
  const before = flowId ? await contentOfFlow(scope, flowId) : emptyContent;
  const sent = Object.entries({ nodes, edges, variables, settings }).filter(([, value]) => value !== undefined);
  const content = applyInput(before, Object.fromEntries(sent));
  return validateContent(scope, flowId ?? newId(), content);
}

async function contentOfFlow(scope: Scope, flowId: string): Promise<FlowContent> {
  const flow = await findFlow(scope, flowId);
  const graph = await scope.loader(flowGraph).load(flow);
  return { ...emptyContent, name: flow.name, settings: flow.settings, ...graph };
}
