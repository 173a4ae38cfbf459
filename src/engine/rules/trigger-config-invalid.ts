import { type Rule, refusesRun } from './rule.js';

export const triggerConfigInvalid: Rule = {
  id: 'TRIGGER_CONFIG_INVALID',
  meaning: 'A field of the trigger is missing or has a value that is not allowed.',
  cure: 'Set the field as the message says.',
  ...refusesRun,
  check: (context) =>
    context
      .violations()
      .filter(({ node }) => context.shapeOf(node)?.trigger !== undefined)
      .map(({ node, field, problem }) => ({
        nodeId: node.id,
        ...(field !== '' && { field }),
        message: context.fieldMessage(node, field, problem),
      })),
};
