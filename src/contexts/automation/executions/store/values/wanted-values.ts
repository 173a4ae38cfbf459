import { type ExpressionScope, LargeValue, type Reference } from '../../../../../engine/index.js';
import type { WantedValue } from './value-reader.js';

/**
 * The large values that expressions with these references read.
 * @param nameOf the name of a node in messages
 */
export function wantedValues(
  references: readonly Reference[],
  scope: ExpressionScope,
  nameOf: (nodeId: string) => string,
): WantedValue[] {
  const wanted = new Map<LargeValue, string>();
  const want = (value: unknown, name: string) => {
    if (value instanceof LargeValue) wanted.set(value, name);
  };
  let outputs: Record<string, unknown> | undefined;
  for (const { root, path } of references) {
    if (root === 'triggerData') want(scope.triggerData, 'The trigger data');
    if (root === 'request') want(scope.request, 'The request');
    if (root !== 'steps') continue;
    outputs ??= scope.steps as Record<string, unknown>;
    const nodeIds = path.length > 0 ? [String(path[0])] : Object.keys(outputs);
    for (const id of nodeIds) if (Object.hasOwn(outputs, id)) want(outputs[id], `The output of ${nameOf(id)}`);
  }
  return [...wanted].map(([value, name]) => ({ value, name }));
}
