import { type ClaimingWorker, watchClaims } from '../../../platform/work/watch-claims.js';
import type { Watch } from '../../../platform/work/watch-due.js';
import type { WorkContext } from '../../module.js';
import { campaignClaims, claimCampaigns } from './claim-campaigns.js';
import type { CampaignClaim } from './lock-campaign.js';
import { type BatchOutcome, processBatch } from './process-batch.js';

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
  await services.db.pool.query(
    // A change in the meantime, such as a cancellation, has set due_at itself.
    `/* release_campaign */ update campaigns set worker_id = null,
       due_at = case when due_at = $4::timestamptz then $5::timestamptz else due_at end
     where workspace_id = $1 and id = $2 and fence = $3`,
    [workspaceId, id, fence, dueAt, next],
  );
}
