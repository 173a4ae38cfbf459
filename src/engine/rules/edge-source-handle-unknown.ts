import { dataOf, sourceHandlesOf } from '../handles.js';
import { type Rule, refusesSave } from './rule.js';

export const edgeSourceHandleUnknown: Rule = {
  id: 'EDGE_SOURCE_HANDLE_UNKNOWN',
  meaning: 'An edge starts at a handle that its node does not have.',
  cure: "Use one of the node's source handles.",
  ...refusesSave,
  check: (context) =>
    context.edges.flatMap((edge) => {
      const node = context.nodesById.get(edge.source);
      const shape = context.shapeOf(node);
      if (!node || !shape) return [];
      const handles = sourceHandlesOf(shape, dataOf(node));
      const handle = edge.sourceHandle ?? handles[0];
      if (handle !== undefined && handles.includes(handle)) return [];
      const name = context.nameOf(node);
      const message =
        handles.length === 0
          ? `${name} has no source handle. Remove the edge "${edge.id}", which starts there.`
          : `${name} has no source handle "${handle}". The edge "${edge.id}" must start at one of: ${handles.join(', ')}.`;
      return [{ edgeId: edge.id, nodeId: node.id, message }];
    }),
};
