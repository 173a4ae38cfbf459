import {
  type ExecutionState,
  type GraphNode,
  nodeAt,
  type Reference,
  referencesOfNode,
  type Visit,
} from '../../../../engine/index.js';
import { retryWhileUnavailable } from '../../../../platform/database/retry-while-unavailable.js';
import type { ReadValues } from '../store/values/value-reader.js';
import type { DriveDeps } from './drive-deps.js';
import type { ExecutionContext } from './execution-context.js';
import { namesFor } from './visible-execution.js';

/** Where a step reads. */
interface Reader {
  deps: Pick<DriveDeps, 'nodes' | 'store'>;
  state: ExecutionState;
  executionContext: ExecutionContext;
  /** Aborted when the execution is no longer driven here. */
  signal: AbortSignal;
}

/**
 * Reads what the expressions of a node name outside the rows of its execution: large values, and entries of the state of its
 * flow, in one statement. Null if they name neither.
 */
export function readValues(
  { deps, state, executionContext, signal }: Reader,
  visit: Visit,
): Promise<ReadValues> | null {
  const node = nodeAt(state.plan, visit)?.node;
  const references = () => (node ? [...referencesOfNode(node, deps.nodes), ...readBesides(node, deps, state)] : []);
  const wanted = executionContext.wantedBy(state, visit, references);
  const keys = stateKeysIn(references());
  if (keys.length === 0) return wanted.length === 0 ? null : executionContext.values.contents(wanted);
  const { run } = executionContext;
  // The effects in progress beside it must not be lost because of a read.
  const entries = retryWhileUnavailable(
    () => deps.store.state(run, keys),
    () => signal.aborted,
  );
  const large: Promise<ReadValues> =
    wanted.length === 0 ? Promise.resolve(new Map()) : executionContext.values.contents(wanted);
  return Promise.all([large, entries]).then(([read, found]) => Object.assign(new Map(read), { state: found }));
}

/** The outputs that a node reads besides those that its expressions name. */
function readBesides(node: GraphNode, { nodes }: Reader['deps'], { plan }: ExecutionState): Reference[] {
  const ids = nodes.get(node.type)?.readsOutputs?.(node.data, namesFor(plan, node.id)) ?? [];
  return ids.map((id) => ({ root: 'steps', path: [id] }));
}

/** The keys of the flow's state that references name. */
export function stateKeysIn(references: readonly Reference[]): string[] {
  const named = references.flatMap(({ root, path: [key] }) =>
    root === 'state' && key !== undefined ? [String(key)] : [],
  );
  return named.length === 0 ? named : [...new Set(named)];
}
