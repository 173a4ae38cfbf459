/** Descriptions of the fields that flows, their versions, files and templates share. */
export const graphDescriptions = {
  nodes:
    'Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own.',
  edges:
    'Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields.',
  variables: 'Variables of the flow.',
  settings: 'How the flow starts, and its limits.',
  tags: 'Labels to filter by.',
} as const;
