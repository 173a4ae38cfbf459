import { LockMode } from '@mikro-orm/postgresql';
import { transactionSql } from '../../../platform/database/entities-over.js';
import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { Deleted } from '../../../platform/graphql/deleted.js';
import { requireUnmodified } from '../../../platform/graphql/if-unmodified-since.js';
import { discardHolds } from './discard-holds.js';
import { Flow } from './flow.entity.js';
import { lookAtHeld } from './look-at-held.js';

/**
 * Deletes a flow and its webhook token. Its versions stay, because executions use them.
 * @throws AppError NOT_FOUND, PRECONDITION_FAILED
 */
export async function deleteFlow(scope: Scope, flowId: string, ifUnmodifiedSince?: Date): Promise<Deleted> {
  const id = requireId(flowId, 'flow');
  const key = { workspaceId: scope.workspaceId, id };
  return scope.unitOfWork(async (em) => {
    const flow = await em.findOne(Flow, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!flow) throw notFound('flow');
    requireUnmodified('flow', flow.updatedAt, ifUnmodifiedSince);
    em.remove(flow);
    await discardHolds(transactionSql(em), { workspaceId: flow.workspaceId, flowId: id });
    await lookAtHeld(transactionSql(em), { workspaceId: flow.workspaceId, flowId: id }, flow.settings, {});
    return { id };
  });
}
