import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { Workspace } from '../../accounts/workspaces/index.js';
import type { Campaign, CampaignRow } from './campaign.fields.js';

/** A worker's claim on a campaign. */
export interface CampaignClaim {
  workspaceId: string;
  id: string;
  fence: number;
  /** As Postgres writes it: if it differs later, the campaign was rescheduled in the meantime. */
  dueAt: string;
}

export type SendingCampaign = Pick<Campaign, 'status' | 'channel' | 'templateId' | 'message' | 'audience'> &
  Omit<CampaignClaim, 'dueAt'> & {
    scheduledAt: Date | string | null;
    gatheredTo: string | null;
    isGathered: boolean;
    workspaceName: string;
  };

/** The campaign, locked for the rest of the transaction; null if it was deleted or another worker has claimed it. */
export async function lockCampaign(
  sql: Sql,
  { workspaceId, id, fence }: CampaignClaim,
): Promise<SendingCampaign | null> {
  const campaign = await typed(
    sql,
    'lock_campaign',
    tableOf<CampaignRow>()('campaigns'),
    tableOf<Workspace>()('workspaces'),
  )
    .selectFrom('campaigns as c')
    .innerJoin('workspaces as w', 'w.id', 'c.workspaceId')
    .select(['c.workspaceId', 'c.id', 'c.fence', 'c.status', 'c.channel', 'c.templateId', 'c.message', 'c.audience'])
    .select(['c.scheduledAt', 'c.gatheredTo', 'c.isGathered', 'w.name as workspaceName'])
    .where('c.workspaceId', '=', workspaceId)
    .where('c.id', '=', id)
    .where('c.fence', '=', fence)
    .forUpdate('c')
    .executeTakeFirst();
  return campaign ?? null;
}
