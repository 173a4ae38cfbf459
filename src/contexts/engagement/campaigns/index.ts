import { listener } from '../../../platform/events/index.js';
import { defineModule } from '../../module.js';
import { deliveryReported } from '../channels/index.js';
import { campaigns } from './campaign.record.js';
import { CampaignMutations } from './campaign.resolver.js';
import { campaignRecipients } from './campaign-recipient.record.js';
import { receiveDelivery } from './receive-delivery.js';
import { startCampaigns } from './start-campaigns.js';

export type { Campaign } from './campaign.fields.js';
export { campaignRecipients, campaigns };

export const campaignsModule = defineModule({
  name: 'engagement/campaigns',
  resolvers: [CampaignMutations],
  records: [campaigns, campaignRecipients],
  listeners: [
    listener(deliveryReported, (tx, { workspaceId, key, state, at }) =>
      receiveDelivery(tx, workspaceId, key, state, at),
    ),
  ],
  workers: [startCampaigns],
  routes: async () => [(await import('./campaign.routes.js')).routes],
});
