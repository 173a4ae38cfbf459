import { dataOf } from '../handles.js';
import { type Rule, warns } from './rule.js';

const field = 'timeoutMinutes';

/** A node waits without a timeout although its type has one. */
export const waitNoTimeout: Rule = {
  id: 'WAIT_NO_TIMEOUT',
  meaning: 'A node has no timeout and may wait forever.',
  cure: 'Set its timeout.',
  ...warns,
  check: (context) =>
    context.nodes.flatMap((node) => {
      const shape = context.shapeOf(node);
      const value = dataOf(node)[field];
      if (!shape || !Object.hasOwn(shape.fields.shape, field) || (value != null && value !== '')) return [];
      const message = `${context.nameOf(node)} has no timeout and may wait forever. Set ${field}.`;
      return [{ nodeId: node.id, field, message }];
    }),
};
