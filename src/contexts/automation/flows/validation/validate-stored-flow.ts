import { WorkLimitError } from '../../../../engine/index.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import type { Flow } from '../flow.entity.js';
import { flowGraph } from '../flow.loaders.js';
import { type CheckedContent, type Checking, checkFlow } from './check-flow.js';
import type { FlowValidation } from './flow-validation.object.js';
import { parseInOperation, workInOperation } from './work-of-operation.js';

/** Checks the stored version of a flow against all rules, and changes nothing. */
export async function validateStoredFlow(
  scope: Scope,
  flow: Pick<Flow, 'id' | 'version' | 'settings'>,
): Promise<FlowValidation> {
  const { nodes, edges, variables } = await scope.loader(flowGraph).load(flow);
  return validateContent(scope, flow.id, { nodes, edges, variables, settings: flow.settings });
}

/**
 * Checks content that is a flow's, or may become it, against all rules.
 * @throws AppError BAD_REQUEST if all fields of the operation check too much
 */
export async function validateContent(scope: Scope, flowId: string, content: CheckedContent): Promise<FlowValidation> {
  const { sql, workspaceId } = scope;
  const checking: Checking = {
    parse: (parsing) => parseInOperation(scope, parsing),
    check: (work) => workInOperation(scope, work),
  };
  const { valid, issues } = await checkFlow(sql, { workspaceId, flowId }, content, checking).catch(refuseWork);
  return { valid, issues: [...issues], workspaceId, nodes: content.nodes };
}

function refuseWork(error: unknown): never {
  throw error instanceof WorkLimitError ? new AppError('BAD_REQUEST', error.message) : error;
}
