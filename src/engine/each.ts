import type { GraphNode, NodeData } from './graph.js';
import { dataOf, hasEach } from './handles.js';
import type { NodeShape } from './node-shape.js';

/** The most items that a node with `each` runs for. */
export const mostItems = 10_000;
/** The most items that run side by side. */
export const mostConcurrent = 50;

/** The fields of a node that concern all of its items; those of each item are its own fields, `retry` and `timeout`. */
const ofWhole = new Set(['each', 'eachConcurrency', 'onItemError', 'onError', 'ui']);
const ofBoth = new Set(['label', 'disabled']);

/** True for a node that runs once for each item of a list, unless it is skipped. */
export function runsForEach(node: GraphNode, shape: NodeShape): boolean {
  return hasEach(shape, dataOf(node)) && dataOf(node).disabled !== true;
}

/**
 * Splits a node with `each` in two: the step of the node itself starts the items and ends with their results, as a loop
 * does; the same node runs once in each iteration, as if it were alone in the body of that loop.
 */
export function splitEach(node: GraphNode): { whole: GraphNode; item: GraphNode } {
  const data = dataOf(node);
  const pick = (isKept: (field: string) => boolean): NodeData =>
    Object.fromEntries(Object.entries(data).filter(([field]) => isKept(field)));
  const { id, type, position } = node;
  return {
    whole: { ...node, data: pick((field) => ofWhole.has(field) || ofBoth.has(field)) },
    item: { id, type, position, data: pick((field) => !ofWhole.has(field)) },
  };
}
