import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound } from '../../../../platform/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { changeFlow, contentOf } from '../change-flow.js';
import type { FlowContent } from '../content/flow-content.js';
import type { Flow } from '../flow.entity.js';
import { FlowVersion } from './flow-version.entity.js';

/**
 * Gives a flow what one of its versions held, as a new version; nothing changes where it holds that already. A folder
 * that is gone meanwhile is left aside: the flow stays where it is.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, VALIDATION_FAILED where the old content cannot be stored any more,
 * FLOW_INVALID for an active flow that it would break
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
    if (!old) throw notFound('The version');
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
  const text = '/* folder_exists */ select 1 from flow_folders where workspace_id = ? and id = ? for key share';
  const found = await em.execute(text, [workspaceId, folderId]);
  return found.length > 0 ? folderId : current.folderId;
}
