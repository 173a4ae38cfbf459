import type { Outcome } from './define-node.js';

/**
 * What a node does whose records this version lacks: it says so, in a run. A simulation answers with its sample.
 * @param records as "contacts"
 */
export function notAvailable(records: string, handles: readonly string[] = []): () => Outcome {
  const message = `This version of the server has no ${records} yet, so this node can be drawn and simulated only.`;
  return () => ({ kind: 'failed', error: { code: 'NOT_AVAILABLE', message }, retryable: false, handles });
}
