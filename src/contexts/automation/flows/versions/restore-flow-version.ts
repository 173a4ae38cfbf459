import type { EntityManager } from '@mikro-orm/postgresql';
import { transactionSql } from '../../../../platform/database/entities-over.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { notFound } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import type { RecordBase } from '../../../../platform/records/index.js';
import { changeFlow, contentOf } from '../change-flow.js';
import type { FlowContent } from '../content/flow-content.js';
import type { Flow } from '../flow.entity.js';
import { FlowVersion } from '../flow-version.entity.js';

/**
 * Stores the content of an earlier version as a new version; nothing changes if it equals the current content. If the
 * folder of the earlier version was deleted, the flow stays in its current folder.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, VALIDATION_FAILED if the earlier content can no longer be stored,
 * FLOW_INVALID if an active flow would become invalid
 */
export function restoreFlowVersion(
  scope: Scope,
  flowId: string,
  version: number,
  expectedVersion?: number,
): Promise<Flow> {
  return changeFlow(scope, flowId, expectedVersion, async (current, em) => {
    const { workspaceId } = scope;
    const old = await em.findOne(FlowVersion, { workspaceId, flowId, version });
    if (!old) throw notFound('version');
    const content = contentOf(old);
    return { content: { ...content, folderId: await folderOf(em, workspaceId, content, current) } };
  });
}

async function folderOf(
  em: EntityManager,
  workspaceId: string,
  { folderId }: FlowContent,
  current: FlowContent,
): Promise<string | null> {
  if (folderId === null || folderId === current.folderId) return folderId;
  const found = await typed(transactionSql(em), 'folder_exists', tableOf<RecordBase>()('flow_folders'))
    .selectFrom('flow_folders')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', folderId)
    .forKeyShare()
    .executeTakeFirst();
  return found ? folderId : current.folderId;
}
