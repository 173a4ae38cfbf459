/** Descriptions of the fields that flows, their versions, files and templates share. */
export const graphDescriptions = {
  nodes: 'Nodes in the format of React Flow: `id`, `type`, `position` and `data`.',
  edges: 'Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`.',
  variables: 'Variables of the flow.',
  settings:
    'The settings `triggerType`, `triggerConfig`, `timeout` (seconds), `maxConcurrent` (executions) and, if they are set, `environment`, `dailyBudget` and `monthlyBudget` (credits) and `errorFlowId`.',
  tags: 'Labels to filter by.',
} as const;
