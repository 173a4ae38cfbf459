import type { NodeContext, Outcome } from '../define-node.js';

/** What every trigger does when the run reaches it: hands on what the run was started with. */
export function passTriggerData({ triggerData }: Pick<NodeContext<unknown>, 'triggerData'>): Outcome {
  return { kind: 'done', output: triggerData ?? null };
}
