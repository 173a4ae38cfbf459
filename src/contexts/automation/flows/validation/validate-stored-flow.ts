import type { Scope } from '../../../../platform/graphql/context.js';
import type { Flow } from '../flow.entity.js';
import { flowGraph } from '../flow.loaders.js';
import { type CheckedContent, checkFlow } from './check-flow.js';
import type { FlowValidation } from './flow-validation.object.js';

/** Checks the stored version of a flow against all rules, and changes nothing. */
export async function validateStoredFlow(
  scope: Scope,
  flow: Pick<Flow, 'id' | 'version' | 'settings'>,
): Promise<FlowValidation> {
  const { nodes, edges, variables } = await scope.loader(flowGraph).load(flow);
  return validateContent(scope, flow.id, { nodes, edges, variables, settings: flow.settings });
}

/** Checks content that is a flow's, or may become it, against all rules. */
export async function validateContent(
  { em, workspaceId }: Scope,
  flowId: string,
  content: CheckedContent,
): Promise<FlowValidation> {
  const { valid, issues } = await checkFlow(em, { workspaceId, flowId }, content);
  return { valid, issues: [...issues], workspaceId, nodes: content.nodes };
}
