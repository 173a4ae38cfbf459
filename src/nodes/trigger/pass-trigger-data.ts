import type { NodeContext, Outcome } from '../define-node.js';

/** Runs a trigger: its output is the trigger data. */
export function passTriggerData({ triggerData }: Pick<NodeContext<unknown>, 'triggerData'>): Outcome {
  return { kind: 'done', output: triggerData ?? null };
}
