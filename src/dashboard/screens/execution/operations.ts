import { graphql, type ResultOf } from '../../api/graphql';

/** Steps of the first answer: enough for most executions; longer ones are read on at once. */
export const firstSteps = 100;

export const headOf = graphql(`
  query ExecutionHead($workspaceId: ID!, $id: ID!) {
    workspace(id: $workspaceId) {
      execution(id: $id) {
        id
        cursor
        status
        phase
        flowId
        flowName
        flowVersion
        trigger
        triggerData
        request {
          method
          path
          query
          headers
          contentType
          rawBody
        }
        output
        startNodeId
        startedAt
        finishedAt
        durationMs
        createdAt
        creditsUsed
        parentExecutionId
        retryOf
        startedBy {
          kind
          name
        }
        error {
          code
          message
          nodeId
        }
        flow {
          id
          version
        }
        version {
          nodes
          edges
          variables {
            name
            value
          }
        }
        retries(limit: 20) {
          items {
            id
            status
            phase
            startedAt
          }
        }
        children(limit: 20) {
          items {
            id
            flowName
            status
            phase
          }
        }
        stepCount
        steps(limit: 100) {
          items {
            id
            nodeId
            iteration
            status
            attempt
            startedAt
            finishedAt
            handle
            resumeAt
            interruptions
            error {
              code
              message
            }
          }
        }
      }
    }
  }
`);

export type Head = NonNullable<ResultOf<typeof headOf>['workspace']['execution']>;

export const allStepsOf = graphql(`
  query ExecutionAllSteps($workspaceId: ID!, $id: ID!) {
    workspace(id: $workspaceId) {
      execution(id: $id) {
        cursor
        status
        phase
        finishedAt
        allSteps {
          id
          nodeId
          iteration
          status
          attempt
          startedAt
          finishedAt
          handle
          resumeAt
          interruptions
          error {
            code
            message
          }
        }
      }
    }
  }
`);

export const eventsOf = graphql(`
  subscription ExecutionEvents($workspaceId: ID!, $executionId: ID!, $after: String) {
    executionUpdated(workspaceId: $workspaceId, executionId: $executionId, after: $after) {
      cursor
      execution {
        status
        phase
        finishedAt
      }
      step {
        id
        nodeId
        iteration
        status
        attempt
        startedAt
        finishedAt
        handle
        resumeAt
        interruptions
        error {
          code
          message
        }
        attempts {
          startedAt
          finishedAt
        }
      }
    }
  }
`);

export type LogEvent = ResultOf<typeof eventsOf>['executionUpdated'];

export const stepOf = graphql(`
  query ExecutionStep($workspaceId: ID!, $executionId: ID!, $stepId: ID!) {
    workspace(id: $workspaceId) {
      execution(id: $executionId) {
        id
        step(id: $stepId) {
          id
          name
          nodeId
          nodeType
          iteration
          status
          attempt
          attempts {
            attempt
            status
            startedAt
            finishedAt
            error {
              code
              message
            }
          }
          input
          output
          truncated
          error {
            code
            message
          }
          itemErrors {
            index
            code
            message
          }
          handle
          startedAt
          finishedAt
          durationMs
          resumeAt
          interruptions
          creditsUsed
          approvalUrl
          callbackUrl
          logs {
            at
            level
            message
          }
          childExecution {
            id
            flowName
            status
            phase
          }
        }
      }
    }
  }
`);

export type StepDetail = NonNullable<ResultOf<typeof stepOf>['workspace']['execution']>['step'];
