/** The events of one execution. */
export const watchExecution = /* GraphQL */ `subscription WatchExecution($workspaceId: ID!, $executionId: ID!, $after: String) {
  executionUpdated(workspaceId: $workspaceId, executionId: $executionId, after: $after) {
    id
    cursor
    execution {
      id flowId flowName flowVersion status phase trigger startedAt finishedAt durationMs output creditsUsed
      error { code message }
    }
    step {
      id nodeId nodeType name status attempt iteration startedAt finishedAt durationMs output
      error { code message }
    }
  }
}`;

/** The events of all executions of a workspace. */
export const watchWorkspace = /* GraphQL */ `subscription WatchWorkspace(
  $workspaceId: ID!, $after: String, $flowIds: [ID!], $statuses: [ExecutionStatus!], $steps: Boolean! = true
) {
  workspaceExecutionUpdated(
    workspaceId: $workspaceId, after: $after, flowIds: $flowIds, statuses: $statuses, steps: $steps
  ) {
    id
    cursor
    execution {
      id flowId flowName flowVersion status phase trigger startedAt finishedAt durationMs output creditsUsed
      error { code message }
    }
    step {
      id nodeId nodeType name status attempt iteration startedAt finishedAt durationMs output
      error { code message }
    }
  }
}`;

/** The changes of the records of a workspace. */
export const watchChanges = /* GraphQL */ `subscription WatchChanges($workspaceId: ID!, $after: String, $types: [ChangedType!]) {
  workspaceChanged(workspaceId: $workspaceId, after: $after, types: $types) { eventId cursor type action id }
}`;
