import type { GraphNode } from '../graph.js';
import { dataOf } from '../handles.js';
import type { NodeShape } from '../node-shape.js';
import { type Rule, warns } from './rule.js';

/** A node of a flow that a CRM event starts causes an event of the same type. */
export const eventSelfTrigger: Rule = {
  id: 'EVENT_SELF_TRIGGER',
  meaning: 'The flow causes the event that starts it.',
  cure: 'Add a condition that ends the cycle, or use another event.',
  ...warns,
  check(context) {
    const triggers = context.triggers.filter((node) => context.shapeOf(node)?.trigger === 'crm_event');
    if (triggers.length === 0) return [];
    return context.nodes.flatMap((node) => {
      const caused = causesOf(node, context.shapeOf(node));
      const trigger = triggers.find((one) => caused.includes(String(dataOf(one).eventType)) && !isElsewhere(node, one));
      if (!trigger) return [];
      const event = String(dataOf(trigger).eventType);
      const message = `${context.nameOf(node)} can cause ${event}, which starts this flow again. Add conditions to the trigger that end the cycle.`;
      return [{ nodeId: node.id, message }];
    });
  },
};

function causesOf(node: GraphNode, shape: NodeShape | undefined): readonly string[] {
  const causes = shape?.causes ?? [];
  return typeof causes === 'function' ? causes(dataOf(node)) : causes;
}

/** True where node and trigger name different pipelines. */
function isElsewhere(node: GraphNode, trigger: GraphNode): boolean {
  const [here, there] = [dataOf(node).pipelineId, dataOf(trigger).pipelineId];
  return typeof here === 'string' && typeof there === 'string' && !here.includes('{{') && here !== there;
}
