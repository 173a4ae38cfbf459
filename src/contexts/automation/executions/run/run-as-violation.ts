import type { GraphNode } from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import { forbiddenNodes } from '../../flows/index.js';
import { runAsForbidden } from '../store/execution-errors.js';
import type { ClaimedExecution } from '../store/execution-record.js';
import type { DriveDeps } from './drive-deps.js';

/**
 * Why an execution may not run as its principal: it has lost a right that a node requires. Null if it may. Asked before the
 * first step only: a change of rights does not stop an execution that has begun.
 */
export async function runAsViolation(
  { capabilitiesOf }: Pick<DriveDeps, 'capabilitiesOf'>,
  { workspaceId, runAs, steps }: Pick<ClaimedExecution, 'workspaceId' | 'runAs' | 'steps'>,
  nodes: readonly GraphNode[],
): Promise<EngineError | null> {
  if (runAs === null || steps.length > 0 || forbiddenNodes(nodes, new Set()).length === 0) return null;
  const [forbidden] = forbiddenNodes(nodes, await capabilitiesOf(workspaceId, runAs));
  return forbidden ? runAsForbidden(forbidden) : null;
}
