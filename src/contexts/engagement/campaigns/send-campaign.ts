import type { Scope } from '../../../platform/graphql/context.js';
import { updateRecord } from '../../../platform/records/index.js';
import type { Campaign } from './campaign.fields.js';
import { campaigns } from './campaign.record.js';

/** Sends a campaign now. @throws AppError NOT_FOUND; VALIDATION_FAILED if its content is not complete or it was sent already */
export function sendCampaign(scope: Scope, campaignId: string): Promise<Campaign> {
  return updateRecord(scope, campaigns, campaignId, { status: 'scheduled', scheduledAt: scope.services.now() });
}
