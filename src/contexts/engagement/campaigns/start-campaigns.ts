import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { type Claimant, type ClaimTable, claimSql, claimValues, dueSql } from '../../../platform/work/claims.js';
import { dueRows, queue } from '../../../platform/work/queues.js';
import { type ClaimingWorker, watchClaims } from '../../../platform/work/watch-claims.js';
import type { Watch } from '../../../platform/work/watch-due.js';
import type { WorkContext } from '../../module.js';
import type { CampaignRow } from './campaign.fields.js';
import type { CampaignClaim } from './lock-campaign.js';
import { type BatchOutcome, processBatch } from './process-batch.js';

/** One campaign per workspace at a time, the one that has waited longest, so that a workspace with many does not delay others. */
const campaignClaims: ClaimTable = {
  name: 'campaigns',
  id: 'id',
  only: `not exists (select from campaigns o where o.workspace_id = t.workspace_id and (o.due_at, o.id) < (t.due_at, t.id))`,
};

queue('campaigns', dueRows(campaignClaims.name));

// A claim skips what others have locked.
const text = `/* claim_campaigns */ with due as (
    ${dueSql(campaignClaims)}
  )
  update campaigns c set ${claimSql} from due where c.workspace_id = due.workspace_id and c.id = due.id
  returning c.workspace_id as "workspaceId", c.id, c.fence, c.due_at::text as "dueAt"`;

/** Claims campaigns that are due for this process. */
async function claimCampaigns(sql: Sql, claimant: Claimant): Promise<CampaignClaim[]> {
  return (await sql.query<CampaignClaim>(text, claimValues(claimant))).rows;
}

/** Campaigns that are sent concurrently. */
const atOnce = 5;
/** Batches of one campaign before other campaigns are processed. */
const batchesInARow = 10;

/** Sends campaigns that are due, in batches. */
export function startCampaigns(context: WorkContext, worker: ClaimingWorker): Watch {
  const { db, log, now } = context.services;
  return watchClaims({
    ...worker,
    channel: 'campaigns',
    what: 'campaigns',
    log,
    now,
    atOnce,
    sql: db.pool,
    due: campaignClaims,
    claim: (claimant) => claimCampaigns(db.pool, claimant),
    idOf: ({ id }) => id,
    workspaceOf: ({ workspaceId }) => workspaceId,
    work: (claim, stopped) => workOnCampaign(context, claim, stopped),
  });
}

async function workOnCampaign(context: WorkContext, claim: CampaignClaim, stopped: AbortSignal): Promise<void> {
  let outcome: BatchOutcome = { kind: 'more' };
  for (let batches = 0; batches < batchesInARow && outcome.kind === 'more' && !stopped.aborted; batches++) {
    outcome = await processBatch(context, claim, stopped);
  }
  if (outcome.kind !== 'lost') await releaseCampaign(context, claim, outcome);
}

/** Releases the claim and moves the campaign behind the workspace's others that are due. */
async function releaseCampaign({ services }: WorkContext, claim: CampaignClaim, outcome: BatchOutcome): Promise<void> {
  const { workspaceId, id, fence, dueAt } = claim;
  const next = outcome.kind === 'more' ? services.now() : outcome.kind === 'wait' ? outcome.until : null;
  await typed(services.db.pool, 'release_campaign', tableOf<CampaignRow>()('campaigns'))
    .updateTable('campaigns')
    .set(({ eb, ref }) => ({
      workerId: null,
      // A change in the meantime, such as a cancellation, has set it itself.
      dueAt: eb.case().when('dueAt', '=', dueAt).then(next).else(ref('dueAt')).end(),
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .execute();
}
