import { type Rule, refusesRun } from './rule.js';

/** Fields of triggers are reported by `TRIGGER_CONFIG_INVALID`. */
export const fieldRequired: Rule = {
  id: 'FIELD_REQUIRED',
  meaning: 'A field of a node is missing.',
  cure: 'Set the field.',
  ...refusesRun,
  check: (context) =>
    context
      .violations()
      .filter(({ node, kind }) => kind === 'required' && context.shapeOf(node)?.trigger === undefined)
      .map(({ node, field, problem }) => ({
        nodeId: node.id,
        ...(field !== '' && { field }),
        message: context.fieldMessage(node, field, problem),
      })),
};
