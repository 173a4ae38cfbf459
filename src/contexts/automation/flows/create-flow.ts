import type { EntityManager } from '@mikro-orm/postgresql';
import { principalId } from '../../../platform/access/principal.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { newId } from '../../../platform/new-id.js';
import { applyInput } from './apply-input.js';
import { emptyContent, type FlowContent } from './content/flow-content.js';
import { Flow } from './flow.entity.js';
import type { CreateFlowInput } from './flow.input.js';
import { flowGraph } from './flow.loaders.js';
import { writeTriggers } from './triggers/write-triggers.js';
import { requireStorable } from './validation/check-flow.js';
import { requireNodeRights } from './validation/node-rights.js';
import { requireFolder } from './validation/require-folder.js';
import { requireSecretUse } from './validation/require-secret-use.js';
import { requireStartable, startedFlows } from './validation/start-rights.js';
import { flushFlow, writeContent } from './write-flow.js';

/**
 * Stores a new flow, paused, at version 1. Drafts may be incomplete: only the rules of class `save` are checked.
 * @throws AppError VALIDATION_FAILED, FORBIDDEN if it uses secrets and the caller may not
 */
export function createFlow(scope: Scope, input: CreateFlowInput): Promise<Flow> {
  return storeFlow(scope, applyInput(emptyContent, input));
}

/**
 * Stores content as a new flow, paused, at version 1, with a new webhook token if its trigger is a webhook.
 * @param alongside another write of the same transaction
 * @throws AppError FORBIDDEN for a node or a secret that requires a right that the caller lacks, VALIDATION_FAILED
 */
export async function storeFlow(
  scope: Scope,
  content: FlowContent,
  alongside?: (em: EntityManager) => Promise<unknown>,
): Promise<Flow> {
  requireNodeRights(scope.access, content.nodes);
  requireStorable(content);
  await requireSecretUse(scope, content);
  const held = scope.access.capabilities;
  await requireStartable(scope.sql, { workspaceId: scope.workspaceId, held, named: startedFlows(content) });
  const flow = newFlow(scope, content);
  await scope.services.vault.prepare(scope.workspaceId);
  await scope
    .unitOfWork(async (em) => {
      const made = em.create(Flow, flow);
      em.persist(made);
      await writeContent(em, scope, made, { before: null, content });
      await writeTriggers(em, scope, flow, content, { isNew: true });
      await flushFlow(em, scope, made);
      await alongside?.(em);
    })
    .catch(requireFolder);
  // The response includes the graph, which need not be read back.
  scope.loader(flowGraph).prime(flow, content);
  return flow;
}

function newFlow(scope: Scope, content: FlowContent): Flow {
  const { name, description, settings, tags, folderId } = content;
  const now = scope.services.now();
  return {
    workspaceId: scope.workspaceId,
    id: newId(),
    name,
    description,
    settings,
    tags,
    folderId,
    isActive: false,
    version: 1,
    runAs: principalId(scope.principal),
    createdAt: now,
    updatedAt: now,
  };
}
