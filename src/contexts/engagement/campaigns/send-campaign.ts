import { validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { updateRecord } from '../../../platform/records/index.js';
import type { Campaign } from './campaign.fields.js';
import { campaigns } from './campaign.record.js';

const sending = { status: 'sending' as const };

/**
 * Sends a campaign now; a paused one is resumed.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED if its content is not complete or it was sent already
 */
export function sendCampaign(scope: Scope, campaignId: string): Promise<Campaign> {
  const scheduled = { status: 'scheduled' as const, scheduledAt: scope.services.now() };
  return updateRecord(scope, campaigns, campaignId, ({ status }) => (status === 'paused' ? sending : scheduled));
}

/**
 * Goes on with a paused campaign: contacts that got its message do not get it again.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED if it is not paused or its content cannot be sent
 */
export function resumeCampaign(scope: Scope, campaignId: string): Promise<Campaign> {
  return updateRecord(scope, campaigns, campaignId, ({ status }) => {
    if (status === 'paused') return sending;
    const message = `status must be paused to resume the campaign; it is ${status}.`;
    throw validationFailed([{ field: 'status', rule: 'STATE_UNSUITABLE', message }]);
  });
}
