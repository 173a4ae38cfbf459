/** Descriptions of the fields that flows, their versions, files and templates share. */
export const graphDescriptions = {
  nodes:
    'Nodes in the format of React Flow: `id`, `type`, `position` and `data`, whose fields depend on `type`, and any keys of editors.',
  edges:
    'Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`, and any keys of editors.',
  variables: 'Variables of the flow.',
  settings: 'How the flow starts, and its limits.',
  tags: 'Labels to filter by.',
  node: 'A node of a flow, in the format of React Flow. Keys of editors are kept.',
  nodeId: 'The ID of the node, unique in its flow. 1 to 200 characters.',
  type: 'The type of the node, for example `http.request`. `GET /flows/node-types` lists all types.',
  position: 'The position of a node on the canvas. Defaults to the origin.',
  x: 'The distance from the left, in pixels.',
  y: 'The distance from the top, in pixels.',
  data: 'The fields of the type of the node, and `label`, `disabled`, `retry`, `onError` and `timeout`. Defaults to an empty object.',
  pinnedData:
    'What the node answers in simulations instead of running: any value, at most 256 KiB as JSON. Null for nothing.',
  edge: 'An edge of a flow, in the format of React Flow. Keys of editors are kept.',
  edgeId: 'The ID of the edge, unique in its flow. 1 to 200 characters.',
  source: 'The ID of the node from which the edge leads.',
  target: 'The ID of the node to which the edge leads.',
  sourceHandle: 'The exit by which the edge leaves its source. Defaults to the first one.',
  targetHandle: 'The entry by which the edge reaches its target. Defaults to the first one.',
  extra:
    'Keys of editors, for example `width`. They are stored beside the other fields, and JSON shows them there; REST requests send them there, too.',
} as const;
