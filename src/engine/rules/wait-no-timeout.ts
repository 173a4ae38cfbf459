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
      const { [field]: minutes, timeout } = dataOf(node);
      const isLimited = isSet(minutes) || isSet(timeout);
      if (!shape || !Object.hasOwn(shape.fields.shape, field) || isLimited) return [];
      const message = `${context.nameOf(node)} has no timeout and may wait forever. Set ${field} or timeout.`;
      return [{ nodeId: node.id, field, message }];
    }),
};

function isSet(value: unknown): boolean {
  return value != null && value !== '';
}
