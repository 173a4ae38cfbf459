import type { EntityManager } from '@mikro-orm/postgresql';
import { principalId } from '../../../platform/access/principal.js';
import { transactionSql } from '../../../platform/database/entities-over.js';
import { AppError } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { requireUnmodified, timeOfChange } from '../../../platform/graphql/if-unmodified-since.js';
import { lockPrincipal } from '../../accounts/members/index.js';
import { type FlowContent, sameContent } from './content/flow-content.js';
import type { Flow } from './flow.entity.js';
import { flowById, flowGraph } from './flow.loaders.js';
import { FlowVersion } from './flow-version.entity.js';
import { lockFlow } from './lock-flow.js';
import { writeTriggers } from './triggers/write-triggers.js';
import { requireRunnable, requireStorable } from './validation/check-flow.js';
import { requireNodeRights } from './validation/node-rights.js';
import { requireFolder } from './validation/require-folder.js';
import { requireSecretUse } from './validation/require-secret-use.js';
import { addedFlows, requireStartable, startedFlows } from './validation/start-rights.js';
import { flushFlow, writeContent } from './write-flow.js';

/** The state that a flow gets by a change. */
export interface FlowState {
  content: FlowContent;
  /** Unchanged if undefined. */
  isActive?: boolean | undefined;
  /** What the change is about, for the version that it stores. */
  message?: string | null;
  /** Whether the content must be valid even if the flow is paused. */
  mustBeValid?: boolean;
}

/** Computes the new state from the stored content, inside the transaction that writes. */
export type ComputeState = (current: FlowContent, em: EntityManager, flow: Flow) => FlowState | Promise<FlowState>;

/**
 * Changes a flow under its lock, and stores a new version if its content changes.
 * @param expectedVersion the version that the change is based on; undefined to skip the check
 * @param ifUnmodifiedSince the change fails if the flow was changed later, its activation included
 * Whoever changes what it runs, or activates it, answers for it: they need the rights of all its nodes, and it runs as them.
 * @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED, VERSION_CONFLICT, PRECONDITION_FAILED, FLOW_INVALID; nothing is changed in these
 *   cases
 */
export async function changeFlow(
  scope: Scope,
  flowId: string,
  expectedVersion: number | undefined,
  computeState: ComputeState,
  ifUnmodifiedSince?: Date,
): Promise<Flow> {
  const id = requireId(flowId, 'flow');
  await scope.services.vault.prepare(scope.workspaceId);
  // A separate unit of work: entities that an earlier operation read must not be mistaken for the locked row.
  const { flow, content } = await scope
    .unitOfWork(async (em) => {
      await lockPrincipal(transactionSql(em), scope);
      return changeFlowIn(em, scope, id, expectedVersion, computeState, ifUnmodifiedSince);
    })
    .catch(requireFolder);
  scope.loader(flowById).clear(id).prime(id, flow);
  scope.loader(flowGraph).prime(flow, content);
  return flow;
}

/** The same inside the caller's unit of work, which has locked the principal. */
export async function changeFlowIn(
  em: EntityManager,
  scope: Scope,
  flowId: string,
  expectedVersion: number | undefined,
  computeState: ComputeState,
  ifUnmodifiedSince?: Date,
): Promise<{ flow: Flow; content: FlowContent }> {
  const key = { workspaceId: scope.workspaceId, flowId };
  // The lock comes before the comparison: of two changes that expect the same version, the second sees the first.
  const flow = await lockFlow(em, key);
  requireVersion(flow, expectedVersion);
  requireUnmodified('flow', flow.updatedAt, ifUnmodifiedSince);
  const current = contentOf(await em.findOneOrFail(FlowVersion, { ...key, version: flow.version }));
  const next = await computeState(current, em, flow);
  const content = sameContent(current, next.content) ? current : next.content;
  const isAnswerable = next.isActive === true || changesExecution(content, current);
  if (isAnswerable) {
    requireNodeRights(scope.access, content.nodes);
    // As with its nodes, who activates a flow answers for all that it starts.
    const named = next.isActive ? startedFlows(content) : addedFlows(content, current);
    await requireStartable(transactionSql(em), {
      workspaceId: scope.workspaceId,
      held: scope.access.capabilities,
      named,
    });
  }
  if (content !== current) requireStorable(content);
  const isActive = next.isActive ?? flow.isActive;
  if (content !== current || next.isActive) await requireSecretUse(scope, content);
  if (isAnswerable && (isActive || next.mustBeValid)) await requireRunnable(transactionSql(em), key, content);
  if (content !== current) {
    flow.version++;
    await writeContent(em, scope, flow, { before: current, content, message: next.message ?? null });
  }
  if (content !== current || isActive !== flow.isActive) {
    flow.updatedAt = timeOfChange(scope.services.now(), flow.updatedAt);
  }
  flow.isActive = isActive;
  if (isAnswerable) flow.runAs = principalId(scope.principal);
  await writeTriggers(em, scope, flow, content);
  if (content !== current) await flushFlow(em, scope, flow);
  return { flow, content };
}

function requireVersion({ version }: Flow, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  const message = `expectedVersion is ${expected}, but the flow is at version ${version}. Get the flow and apply your change again.`;
  throw new AppError('VERSION_CONFLICT', message, [{ message, currentVersion: version }]);
}

/** True if more than name, description, tags and folder was changed. */
function changesExecution(content: FlowContent, current: FlowContent): boolean {
  if (content === current) return false;
  const { nodes, edges, variables, settings } = content;
  return !sameContent({ ...current, nodes, edges, variables, settings }, current);
}

/** The content of a version, without the fields that only versions have. */
export function contentOf(version: FlowContent): FlowContent {
  const { name, description, nodes, edges, variables, settings, tags, folderId } = version;
  return { name, description, nodes, edges, variables, settings, tags, folderId };
}
