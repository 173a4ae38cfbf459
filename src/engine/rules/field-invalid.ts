import { type Rule, refusesRun } from './rule.js';

/** Fields of triggers are reported by `TRIGGER_CONFIG_INVALID`. */
export const fieldInvalid: Rule = {
  id: 'FIELD_INVALID',
  meaning: 'A field of a node has a value that is not allowed.',
  cure: 'Set the field as the message says.',
  ...refusesRun,
  check: (context) =>
    context
      .violations()
      .filter(({ node, kind }) => kind === 'invalid' && context.shapeOf(node)?.trigger === undefined)
      .map(({ node, field, problem }) => ({
        nodeId: node.id,
        ...(field !== '' && { field }),
        message: context.fieldMessage(node, field, problem),
      })),
};
