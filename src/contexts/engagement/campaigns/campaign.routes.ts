import { ResumeCampaignDocument, SendCampaignDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /campaigns/:campaignId/send': route({
    operation: SendCampaignDocument,
    summary: 'Send a campaign',
    description:
      'Sets `status` to scheduled and `scheduledAt` to now. The counts and the recipients show the progress. A paused campaign is resumed.',
    data: (result) => result.sendCampaign,
    status: 202,
  }),
  'POST /campaigns/:campaignId/resume': route({
    operation: ResumeCampaignDocument,
    summary: 'Resume a campaign',
    description:
      'Sets `status` of a paused campaign to sending. Contacts that received the message do not receive it again.',
    data: (result) => result.resumeCampaign,
    status: 202,
  }),
});
