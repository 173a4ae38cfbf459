import type { Sql } from '../../../platform/database/database.js';
import type { Campaign } from './campaign.fields.js';

/** A worker's hold on a campaign. */
export interface CampaignClaim {
  workspaceId: string;
  id: string;
  fence: number;
  /** As Postgres writes it: who changed it since has planned the campaign anew. */
  dueAt: string;
}

export type SendingCampaign = Pick<
  Campaign,
  'status' | 'channel' | 'templateId' | 'message' | 'audience' | 'scheduledAt'
> &
  Omit<CampaignClaim, 'dueAt'> & {
    gatheredTo: string | null;
    isGathered: boolean;
    workspaceName: string;
  };

const text = `/* lock_campaign */ select c.workspace_id as "workspaceId", c.id, c.fence, c.status, c.channel,
    c.template_id as "templateId", c.message, c.audience, c.scheduled_at as "scheduledAt", c.gathered_to as "gatheredTo", c.is_gathered as "isGathered",
    w.name as "workspaceName"
  from campaigns c join workspaces w on w.id = c.workspace_id
  where c.workspace_id = $1 and c.id = $2 and c.fence = $3 for update of c`;

/** The campaign as it stands, for the rest of the transaction; null where it is gone, or another worker's by now. */
export async function lockCampaign(
  sql: Sql,
  { workspaceId, id, fence }: CampaignClaim,
): Promise<SendingCampaign | null> {
  return (await sql.query<SendingCampaign>(text, [workspaceId, id, fence])).rows[0] ?? null;
}
