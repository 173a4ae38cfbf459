import { isRoot, targetHandlesOf } from '../handles.js';
import { type Rule, refusesSave } from './rule.js';

/** An edge into a trigger or an exit is reported by `TRIGGER_HAS_INPUT` only. */
export const edgeTargetHandleUnknown: Rule = {
  id: 'EDGE_TARGET_HANDLE_UNKNOWN',
  meaning: 'An edge ends at a handle that its node does not have.',
  cure: "Use one of the node's target handles.",
  ...refusesSave,
  check: (context) =>
    context.edges.flatMap((edge) => {
      const node = context.nodesById.get(edge.target);
      const shape = context.shapeOf(node);
      if (!node || !shape || isRoot(shape) || edge.targetHandle == null) return [];
      const handles = targetHandlesOf(shape);
      if (handles.includes(edge.targetHandle)) return [];
      const message = `${context.nameOf(node)} has no target handle "${edge.targetHandle}". The edge "${edge.id}" must end at one of: ${handles.join(', ')}.`;
      return [{ edgeId: edge.id, nodeId: node.id, message }];
    }),
};
