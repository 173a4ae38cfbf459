import type { Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import type { Workspace } from '../../../accounts/workspaces/index.js';
import { executions } from './execution.entity.js';

/** What an execution began with, as its row shows it: redacted, with references to large values. */
export function selectRecorded(sql: Sql, label: string, workspaceId: string) {
  return typed(sql, label, executions, tableOf<Workspace>()('workspaces'))
    .selectFrom('executions as e')
    .innerJoin('workspaces as w', 'w.id', 'e.workspaceId')
    .select(['e.id', 'e.workspaceId', 'w.name as workspaceName', 'e.flowId', 'e.flowName', 'e.flowVersion'])
    .select(({ fn }) => fn.coalesce('e.startNodeId', 'e.triggerNodeId').as('startNodeId'))
    .select(['e.trigger', 'e.triggerData', 'e.request', 'e.startedAt'])
    .where('e.workspaceId', '=', workspaceId);
}
