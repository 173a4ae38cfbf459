import type { GraphNode } from '../graph.js';
import { dataOf } from '../handles.js';
import type { NodeShape } from '../node-shape.js';
import { type Rule, warns } from './rule.js';

/** A flow that a CRM event starts brings about an event of the same type. */
export const eventSelfTrigger: Rule = {
  id: 'EVENT_SELF_TRIGGER',
  meaning: 'The flow causes the event that starts it.',
  cure: 'Make sure that a condition ends the circle, or listen to another event.',
  ...warns,
  check(context) {
    const triggers = context.triggers.filter((node) => context.shapeOf(node)?.trigger === 'crm_event');
    if (triggers.length === 0) return [];
    return context.nodes.flatMap((node) => {
      const caused = causesOf(node, context.shapeOf(node));
      const trigger = triggers.find((one) => caused.includes(String(dataOf(one).eventType)) && !isElsewhere(node, one));
      if (!trigger) return [];
      const event = String(dataOf(trigger).eventType);
      const message = `${context.nameOf(node)} can bring about ${event}, which starts this flow again. Narrow the trigger by conditions.`;
      return [{ nodeId: node.id, message }];
    });
  },
};

function causesOf(node: GraphNode, shape: NodeShape | undefined): readonly string[] {
  const causes = shape?.causes ?? [];
  return typeof causes === 'function' ? causes(dataOf(node)) : causes;
}

/** Both name a pipeline, and not the same one. */
function isElsewhere(node: GraphNode, trigger: GraphNode): boolean {
  const [here, there] = [dataOf(node).pipelineId, dataOf(trigger).pipelineId];
  return typeof here === 'string' && typeof there === 'string' && !here.includes('{{') && here !== there;
}
