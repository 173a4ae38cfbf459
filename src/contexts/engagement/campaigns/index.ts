import { defineModule } from '../../module.js';
import { campaigns } from './campaign.record.js';
import { CampaignMutations } from './campaign.resolver.js';
import { campaignRecipients } from './campaign-recipient.record.js';

export type { Campaign } from './campaign.fields.js';
export { hearDelivery } from './hear-delivery.js';
export { startCampaigns } from './start-campaigns.js';
export { campaignRecipients, campaigns };

export const campaignsModule = defineModule({
  name: 'engagement/campaigns',
  resolvers: [CampaignMutations],
  records: [campaigns, campaignRecipients],
  routes: async () => [(await import('./campaign.routes.js')).routes],
});
