import { graphql, type ResultOf } from '../../api/graphql';

export const listCampaigns = graphql(`
  query CampaignsList(
    $id: ID!
    $cursor: String
    $search: String
    $status: CampaignStatus
    $channel: CampaignChannel
    $sortBy: CampaignSortKey
    $sortOrder: SortOrder
  ) {
    workspace(id: $id) {
      campaigns(
        limit: 50
        cursor: $cursor
        search: $search
        status: $status
        channel: $channel
        sortBy: $sortBy
        sortOrder: $sortOrder
      ) {
        items {
          id
          name
          channel
          status
          audience {
            all
            assignedTo
            company
            contactIds
            search
            source
            status
            tags
          }
          scheduledAt
          recipientCount
          sentCount
          sandboxedCount
          failedCount
          skippedCount
          createdAt
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

export const findCampaign = graphql(`
  query CampaignsDetails($id: ID!, $campaignId: ID!) {
    workspace(id: $id) {
      campaign(id: $campaignId) {
        id
        name
        channel
        status
        audience {
          all
          assignedTo
          company
          contactIds
          search
          source
          status
          tags
        }
        message
        templateId
        scheduledAt
        error
        recipientCount
        sentCount
        deliveredCount
        sandboxedCount
        failedCount
        skippedCount
        createdAt
        updatedAt
        emailTemplate {
          name
          subject
        }
        whatsappTemplate {
          name
        }
      }
    }
  }
`);

export const updateCampaign = graphql(`
  mutation CampaignsUpdate($workspaceId: ID!, $campaignId: ID!, $input: UpdateCampaignInput!, $since: DateTime) {
    updateCampaign(workspaceId: $workspaceId, campaignId: $campaignId, input: $input, ifUnmodifiedSince: $since) {
      id
    }
  }
`);

type Page = NonNullable<ResultOf<typeof listCampaigns>['workspace']['campaigns']>;
export type CampaignRow = Page['items'][number];
export type CampaignDetails = NonNullable<ResultOf<typeof findCampaign>['workspace']['campaign']>;

/** Recipients that need nothing more. */
export const finished = (one: Pick<CampaignRow, 'sentCount' | 'sandboxedCount' | 'failedCount' | 'skippedCount'>) =>
  one.sentCount + one.sandboxedCount + one.failedCount + one.skippedCount;
