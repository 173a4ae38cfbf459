import { SendCampaignDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /campaigns/:campaignId/send': route({
    operation: SendCampaignDocument,
    summary: 'Send a campaign',
    description:
      'Sets `status` to scheduled and `scheduledAt` to now. The counts and the recipients show the progress.',
    data: (result) => result.sendCampaign,
    status: 202,
  }),
});
