import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { notFound } from '../../../platform/errors/errors.js';
import type { FlowKey } from './create-webhook-token.js';
import { Flow } from './flow.entity.js';

/**
 * Reads a flow and locks its row, so that other writers wait until the transaction ends.
 * @throws AppError NOT_FOUND
 */
export async function lockFlow(em: EntityManager, { workspaceId, flowId }: FlowKey): Promise<Flow> {
  const flow = await em.findOne(Flow, { workspaceId, id: flowId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!flow) throw notFound('flow');
  return flow;
}
