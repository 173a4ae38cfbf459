import { graphql, type ResultOf } from '../api/graphql';

/** The newest jobs of a user; those of their API keys are not among them. */
export const listJobs = graphql(`
  query JobsOfUser($id: ID!, $userId: ID!) {
    workspace(id: $id) {
      jobs(
        filter: { createdBy: { eq: $userId }, apiKeyId: { isNull: true } }
        limit: 20
        sortBy: createdAt
        sortOrder: desc
      ) {
        items {
          id
          workspaceId
          type
          resource
          action
          status
          done
          total
          created
          updated
          deleted
          unchanged
          failed
          error
          resultUrl
          createdAt
          finishedAt
        }
      }
    }
  }
`);

/** A piece of work that the server does. */
export type Job = NonNullable<ResultOf<typeof listJobs>['workspace']['jobs']>['items'][number];

/** The records or rows that a job could not process. */
export const listProblems = graphql(`
  query JobProblems($id: ID!, $jobId: ID!) {
    workspace(id: $id) {
      job(id: $jobId) {
        errors {
          line
          recordId
          field
          message
        }
      }
    }
  }
`);

export type Problem = NonNullable<ResultOf<typeof listProblems>['workspace']['job']>['errors'][number];

export const cancelJob = graphql(`
  mutation JobsCancel($workspaceId: ID!, $jobId: ID!) {
    cancelJob(workspaceId: $workspaceId, jobId: $jobId) {
      id
    }
  }
`);
