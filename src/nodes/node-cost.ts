import type { NodeData } from '../engine/graph.js';
import type { MeterName } from '../platform/metering/meters.js';

/**
 * What a visit of a node is billed: the number of units for each meter with this data. The data contains the expressions
 * unresolved: a number that is known only at run time counts as 1, an operation that certainly does not happen as 0.
 */
export type NodeCost = Readonly<Partial<Record<MeterName, (data: NodeData) => number>>>;

/** The cost of a node that always uses one unit. */
export const oneUnit = () => 1;
