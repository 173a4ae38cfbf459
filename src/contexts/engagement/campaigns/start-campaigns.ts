import { type ClaimingWorker, watchClaims } from '../../../platform/watch-claims.js';
import type { Watch } from '../../../platform/watch-due.js';
import type { WorkContext } from '../../module.js';
import { type BatchOutcome, claimBatch } from './claim-batch.js';
import { campaignClaims, claimCampaigns } from './claim-campaigns.js';
import type { CampaignClaim } from './lock-campaign.js';

/** Campaigns sent side by side. */
const atOnce = 5;
/** Turns in a row; then others have their go. */
const turnsInARow = 10;

/** Sends campaigns when their time comes, in turns. */
export function startCampaigns(context: WorkContext, worker: ClaimingWorker): Watch {
  const { db, log, now } = context.services;
  return watchClaims({
    ...{ ...worker, channel: 'campaigns', what: 'campaigns', log, now, atOnce },
    ...{ sql: db.pool, table: campaignClaims },
    claim: (claimant) => claimCampaigns(db.pool, claimant),
    idOf: ({ id }) => id,
    work: (claim, stopped) => workOnCampaign(context, claim, stopped),
  });
}

async function workOnCampaign(context: WorkContext, claim: CampaignClaim, stopped: AbortSignal): Promise<void> {
  let outcome: BatchOutcome = { kind: 'more' };
  for (let taken = 0; taken < turnsInARow && outcome.kind === 'more' && !stopped.aborted; taken++) {
    outcome = await claimBatch(context, claim, stopped);
  }
  if (outcome.kind !== 'lost') await letGo(context, claim, outcome);
}

/** Puts a campaign back, behind the workspace's others that are due. */
async function letGo({ services }: WorkContext, claim: CampaignClaim, outcome: BatchOutcome): Promise<void> {
  const { workspaceId, id, fence, dueAt } = claim;
  const next = outcome.kind === 'more' ? services.now() : outcome.kind === 'wait' ? outcome.until : null;
  await services.db.pool.query(
    // Who cancelled it or planned it anew in between has said when it is due.
    `/* let_campaign_go */ update campaigns set worker_id = null,
       due_at = case when due_at = $4::timestamptz then $5::timestamptz else due_at end
     where workspace_id = $1 and id = $2 and fence = $3`,
    [workspaceId, id, fence, dueAt, next],
  );
}
