import { dataOf } from '../handles.js';
import { type Rule, refusesRun } from './rule.js';

export const triggerMultiple: Rule = {
  id: 'TRIGGER_MULTIPLE',
  meaning: 'Two triggers of the flow have the same `toolName`.',
  cure: 'Rename one of the tools.',
  ...refusesRun,
  check(context) {
    const first = new Map<unknown, string>();
    return context.triggers.flatMap((trigger) => {
      const { toolName } = dataOf(trigger);
      if (context.shapeOf(trigger)?.trigger !== 'ai_tool' || typeof toolName !== 'string') return [];
      const other = first.get(toolName);
      if (other === undefined) first.set(toolName, trigger.id);
      if (other === undefined || toolName === '') return [];
      const problem = `must differ from that of ${context.nameOf(other)}: assistants call tools by their name.`;
      return [{ nodeId: trigger.id, field: 'toolName', message: context.fieldMessage(trigger, 'toolName', problem) }];
    });
  },
};
