import { campaigns } from './campaign.record.js';
import { CampaignMutations } from './campaign.resolver.js';
import { campaignRecipients } from './campaign-recipient.record.js';

export type { Campaign } from './campaign.fields.js';
export { hearDelivery } from './hear-delivery.js';
export { startCampaigns } from './start-campaigns.js';
export { campaignRecipients, campaigns };

export const campaignRecords = [campaigns, campaignRecipients];

export const campaignResolvers = [CampaignMutations];
