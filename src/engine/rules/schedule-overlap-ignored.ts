import { dataOf } from '../handles.js';
import { type Rule, warns } from './rule.js';

/** A schedule says what happens when its executions overlap, but the control of the flow applies to all of its executions. */
export const scheduleOverlapIgnored: Rule = {
  id: 'SCHEDULE_OVERLAP_IGNORED',
  meaning: 'A schedule has `overlap` in a flow with `settings.control`, which applies instead.',
  cure: 'Remove one of the two.',
  ...warns,
  check: (context) => {
    if (context.input.settings?.control == null) return [];
    return context.triggers
      .filter((node) => context.shapeOf(node)?.trigger === 'schedule' && dataOf(node).overlap != null)
      .map((node) => ({
        nodeId: node.id,
        field: 'overlap',
        message: `${context.nameOf(node)} has overlap, but settings.control of the flow applies instead. Remove one of the two.`,
      }));
  },
};
