import { dataOf } from '../handles.js';
import { type Rule, warns } from './rule.js';

const field = 'timeoutMinutes';

/** A node whose type can stop waiting, and that was not told when. */
export const waitNoTimeout: Rule = {
  id: 'WAIT_NO_TIMEOUT',
  meaning: 'A node waits without end when nothing happens.',
  cure: 'Set its timeout.',
  ...warns,
  check: (context) =>
    context.nodes.flatMap((node) => {
      const shape = context.shapeOf(node);
      const value = dataOf(node)[field];
      if (!shape || !Object.hasOwn(shape.fields.shape, field) || (value != null && value !== '')) return [];
      const message = `${context.nameOf(node)} waits without end when nothing happens. Set ${field}.`;
      return [{ nodeId: node.id, field, message }];
    }),
};
