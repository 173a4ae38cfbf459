import type { NodeData } from '../engine/graph.js';
import type { MeterName } from '../platform/meters.js';

/**
 * What a visit of a node is billed for: by meter, how many units it takes with this data. The data is what the author
 * wrote, expressions unresolved; what only the run can tell counts as 1, what surely does not happen as 0.
 */
export type NodeCost = Readonly<Partial<Record<MeterName, (data: NodeData) => number>>>;

/** Of a node that takes one unit whatever its data. */
export const oneUnit = () => 1;
