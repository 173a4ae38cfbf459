import type { EntityManager } from '@mikro-orm/postgresql';
import { transactionSql } from '../../../platform/database/entities-over.js';
import { rowsWritten } from '../../../platform/events/index.js';
import type { Scope } from '../../../platform/graphql/context.js';
import type { FlowContent } from './content/flow-content.js';
import type { Flow } from './flow.entity.js';
import { storeFlowReferences } from './flow-references.js';
import { FlowVersion } from './flow-version.entity.js';
import { lookAtHeld } from './look-at-held.js';

export interface WrittenContent {
  /** What the flow had before; null if it is new. */
  before: FlowContent | null;
  content: FlowContent;
  /** What the version changes, as its author says. */
  message?: string | null;
}

/** Gives a flow that is new or locked the content of its `version`: in its row, as that version, and by its references. */
export async function writeContent(
  em: EntityManager,
  scope: Scope,
  flow: Flow,
  { before, content, message = null }: WrittenContent,
): Promise<void> {
  const { workspaceId } = scope;
  const { name, description, settings, tags, folderId } = content;
  em.assign(flow, { name, description, settings, tags, folderId });
  const { id: flowId, version } = flow;
  const by = { createdBy: scope.access.userId, createdAt: scope.services.now() };
  em.persist(em.create(FlowVersion, { ...content, message, workspaceId, flowId, version, ...by }));
  await storeFlowReferences(em, { workspaceId, flowId }, before, content);
  if (before) await lookAtHeld(transactionSql(em), { workspaceId, flowId }, before.settings, settings);
}

/** Writes what the unit of work has of a flow, and publishes that its row was written: the search document follows it. */
export async function flushFlow(em: EntityManager, { services }: Scope, { workspaceId, id }: Flow): Promise<void> {
  await em.flush();
  await services.events.publish(transactionSql(em), rowsWritten({ table: 'flows', workspaceId, ids: [id] }));
}
