import type { Scope } from '../../../../platform/graphql/context.js';
import type { Flow } from '../flow.entity.js';
import { flowGraph } from '../flow.loaders.js';
import { checkFlow } from './check-flow.js';
import type { FlowValidation } from './flow-validation.object.js';

/** Checks the stored version of a flow against all rules, and changes nothing. */
export async function validateStoredFlow(
  scope: Scope,
  flow: Pick<Flow, 'id' | 'version' | 'settings'>,
): Promise<FlowValidation> {
  const { nodes, edges, variables } = await scope.loader(flowGraph).load(flow);
  const { valid, issues } = await checkFlow(
    scope.em,
    { workspaceId: scope.workspaceId, flowId: flow.id },
    { nodes, edges, variables, settings: flow.settings },
  );
  return { valid, issues: [...issues], workspaceId: scope.workspaceId, nodes };
}
