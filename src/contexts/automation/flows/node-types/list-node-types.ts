import { describeNode, nodeTypes } from '../../../../nodes/index.js';
import type { NodeTypeEntry } from './node-type.object.js';

let described: NodeTypeEntry[] | undefined;

/** The catalogue of node types, in its order; computed once, at the first call. */
export function listNodeTypes(): NodeTypeEntry[] {
  described ??= nodeTypes.map(describeNode) as unknown as NodeTypeEntry[];
  return described;
}
