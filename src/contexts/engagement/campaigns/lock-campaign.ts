import type { Sql } from '../../../platform/database/database.js';
import type { Campaign } from './campaign.fields.js';

/** A worker's claim on a campaign. */
export interface CampaignClaim {
  workspaceId: string;
  id: string;
  fence: number;
  /** As Postgres writes it: if it differs later, the campaign was rescheduled in the meantime. */
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

/** The campaign, locked for the rest of the transaction; null if it was deleted or another worker has claimed it. */
export async function lockCampaign(
  sql: Sql,
  { workspaceId, id, fence }: CampaignClaim,
): Promise<SendingCampaign | null> {
  return (await sql.query<SendingCampaign>(text, [workspaceId, id, fence])).rows[0] ?? null;
}
