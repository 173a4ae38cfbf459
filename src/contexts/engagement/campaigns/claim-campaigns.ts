import type { Sql } from '../../../platform/database/database.js';
import { type Claimant, type ClaimTable, claimSql, claimValues, dueSql } from '../../../platform/work/claims.js';
import { dueRows, queue } from '../../../platform/work/queues.js';
import type { CampaignClaim } from './lock-campaign.js';

/** One campaign per workspace at a time, the one that has waited longest, so that a workspace with many does not delay others. */
export const campaignClaims: ClaimTable = {
  name: 'campaigns',
  id: 'id',
  only: `not exists (select from campaigns o where o.workspace_id = t.workspace_id and (o.due_at, o.id) < (t.due_at, t.id))`,
};

queue('campaigns', dueRows(campaignClaims.name));

const text = `/* claim_campaigns */ with due as (
    ${dueSql(campaignClaims)}
  )
  update campaigns c set ${claimSql} from due where c.workspace_id = due.workspace_id and c.id = due.id
  returning c.workspace_id as "workspaceId", c.id, c.fence, c.due_at::text as "dueAt"`;

/** Claims campaigns that are due for this process. */
export async function claimCampaigns(sql: Sql, claimant: Claimant): Promise<CampaignClaim[]> {
  return (await sql.query<CampaignClaim>(text, claimValues(claimant))).rows;
}
