import type { Scope } from '../../../platform/graphql/context.js';
import { updateRecord } from '../../../platform/records/index.js';
import type { Campaign } from './campaign.fields.js';
import { campaigns } from './campaign.record.js';

/** Has a campaign sent at once. @throws AppError NOT_FOUND, VALIDATION_FAILED where it lacks something or was sent already */
export function sendCampaign(scope: Scope, campaignId: string): Promise<Campaign> {
  return updateRecord(scope, campaigns, campaignId, { status: 'scheduled', scheduledAt: scope.services.now() });
}
