import { type FlowNode, labelOf } from '../../canvas/graph';

/** The labels and types of nodes, by their IDs. */
export type NodeNames = ReadonlyMap<string, { label: string; type: string }>;

export const namesOf = (nodes: readonly FlowNode[]): NodeNames =>
  new Map(nodes.map((node) => [node.id, { label: labelOf(node), type: node.type }]));
