import { graphql, type ResultOf } from '../../api/graphql';

export const listPipelines = graphql(`
  query PipelineList($id: ID!) {
    workspace(id: $id) {
      pipelines(limit: 100, sortBy: createdAt, sortOrder: asc) {
        items {
          id
          name
          updatedAt
          stages {
            key
            name
            order
            probability
          }
        }
      }
    }
  }
`);

export const listOpportunities = graphql(`
  query PipelineOpportunities(
    $id: ID!
    $cursor: String
    $pipelineId: ID!
    $search: String
    $status: OpportunityStatus
    $assignedTo: ID
  ) {
    workspace(id: $id) {
      opportunities(
        limit: 100
        cursor: $cursor
        pipelineId: $pipelineId
        search: $search
        status: $status
        assignedTo: $assignedTo
        sortBy: createdAt
        sortOrder: desc
      ) {
        items {
          id
          name
          stageId
          status
          value
          currency
          expectedCloseDate
          assignedTo
          updatedAt
          contact {
            id
            name
            email
            phone
          }
          assignee {
            name
            email
          }
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

export const createOpportunity = graphql(`
  mutation PipelineCreateOpportunity($workspaceId: ID!, $input: CreateOpportunityInput!) {
    createOpportunity(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

export const updateOpportunity = graphql(`
  mutation PipelineUpdateOpportunity(
    $workspaceId: ID!
    $opportunityId: ID!
    $input: UpdateOpportunityInput!
    $since: DateTime
  ) {
    updateOpportunity(
      workspaceId: $workspaceId
      opportunityId: $opportunityId
      input: $input
      ifUnmodifiedSince: $since
    ) {
      id
    }
  }
`);

export const deleteOpportunity = graphql(`
  mutation PipelineDeleteOpportunity($workspaceId: ID!, $opportunityId: ID!) {
    deleteOpportunity(workspaceId: $workspaceId, opportunityId: $opportunityId) {
      deletedId
    }
  }
`);

type Pipelines = NonNullable<ResultOf<typeof listPipelines>['workspace']['pipelines']>;
/** A pipeline with its stages. */
export type Pipeline = Pipelines['items'][number];
export type Stage = Pipeline['stages'][number];

/** The answer that the board shows, for changes before the server has answered. */
export type OpportunityAnswer = ResultOf<typeof listOpportunities>;
type Page = NonNullable<OpportunityAnswer['workspace']['opportunities']>;
export type Opportunity = Page['items'][number];
