import { SendCampaignDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /campaigns/:campaignId/send': route({
    operation: SendCampaignDocument,
    summary: 'Send a campaign',
    description: 'As `status` scheduled with a time that has come. How far it is stands in its counts and recipients.',
    data: (result) => result.sendCampaign,
    status: 202,
  }),
});
