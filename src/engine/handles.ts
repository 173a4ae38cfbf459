import type { GraphNode, NodeData } from './graph.js';
import type { NodeShape } from './node-shape.js';

/** The source handle that a failed step can leave by. */
export const errorHandle = 'error';

/** The source handle of nodes that wait, for the end of their time. */
export const timeoutHandle = 'timeout';

/** The handles of a loop. A node type with the target handle `next` is a loop. */
export const loopHandles = { item: 'item', done: 'done', next: 'next', break: 'break' } as const;

/** The target handles of a loop by which an edge from its body returns to it: `break` also ends the loop. */
const returnHandles: ReadonlySet<string> = new Set([loopHandles.next, loopHandles.break]);

/** The source handle of a node with one way on. */
export const outHandle = 'out';

const noData: NodeData = {};
const noFields: ReadonlySet<string> = new Set();

/** The data of a node; never null, whatever a client stored. */
export function dataOf(node: GraphNode): NodeData {
  return typeof node.data === 'object' && node.data !== null ? node.data : noData;
}

/** True where a node can run once for each item of a list: triggers, exits, loops and merges cannot. */
export function allowsEach(shape: NodeShape): boolean {
  return !isRoot(shape) && !isLoop(shape) && !shape.joins;
}

/** True for a node that runs once for each item of a list. */
export function hasEach(shape: NodeShape, data: NodeData): boolean {
  return data.each != null && allowsEach(shape);
}

export function isLoop(shape: NodeShape): boolean {
  return shape.targetHandles?.includes(loopHandles.next) ?? false;
}

/** True for an edge from the body of a loop back to it. */
export function isReturn({ targetHandle }: { targetHandle: string }): boolean {
  return returnHandles.has(targetHandle);
}

/** The fields of `data` that the node receives as they are, for `resolveFields`. */
export function verbatimFieldsOf(shape: NodeShape): ReadonlySet<string> {
  return shape.verbatim ? new Set(Object.keys(shape.verbatim)) : noFields;
}

/** True where nothing leads to a node: a trigger starts executions, an exit begins with them. */
export function isRoot({ trigger, exits }: Pick<NodeShape, 'trigger' | 'exits'>): boolean {
  return trigger !== undefined || exits === true;
}

/** Target handles of a node: none for triggers and exits, `['in']` unless the type says otherwise. */
export function targetHandlesOf(shape: NodeShape): readonly string[] {
  if (isRoot(shape)) return [];
  return shape.targetHandles ?? ['in'];
}

/** Source handles in the type's order, then `timeout` and `error` where the type has them. Never throws on invalid data. */
export function sourceHandlesOf(shape: NodeShape, data: NodeData): readonly string[] {
  const own = ownHandlesOf(shape, data);
  const more = [
    ...(shape.timeoutHandle && !hasEach(shape, data) ? [timeoutHandle] : []),
    ...(hasErrorHandle(shape, data) ? [errorHandle] : []),
  ].filter((handle) => !own.includes(handle));
  return more.length > 0 ? [...own, ...more] : own;
}

/** True where a failed step can leave by `error`: of a node with `each` always. */
export function hasErrorHandle(shape: NodeShape, data: NodeData): boolean {
  return shape.errorHandle === true || hasEach(shape, data);
}

/** The handle that a step leaves by unless its outcome names another: the first one; `done` for a loop. */
export function firstHandleOf(shape: NodeShape, data: NodeData): string | null {
  if (isLoop(shape)) return loopHandles.done;
  return ownHandlesOf(shape, data)[0] ?? null;
}

/**
 * The handle that a failed step leaves by with `onError: "continue"`: the first one; the last one where the handles are a
 * decision. A failure must not approve, find or confirm anything.
 */
export function handleInSpiteOfFailure(shape: NodeShape, data: NodeData): string | null {
  return shape.decides ? (ownHandlesOf(shape, data).at(-1) ?? null) : firstHandleOf(shape, data);
}

/** The source handles without `error`; `out` alone of a node with `each`. Never throws on invalid data. */
export function ownHandlesOf(shape: NodeShape, data: NodeData): readonly string[] {
  if (hasEach(shape, data)) return [outHandle];
  if (typeof shape.sourceHandles !== 'function') return shape.sourceHandles;
  try {
    return shape.sourceHandles(data);
  } catch {
    // A draft can contain any data; FIELD_INVALID reports what is wrong.
    return [];
  }
}
