import type { GraphEdge, GraphNode } from '../../../../engine/graph.js';
import type { ErrorDetail } from '../../../../platform/errors/errors.js';
import { hasLength } from '../../../../platform/graphql/text-rules.js';
import { maxIdLength } from './graph-forms.js';
import { pinViolations } from './pinned-data.js';

type Item = Record<string, unknown>;

/**
 * Reads nodes in React Flow's format. Unknown properties are kept; `position` defaults to the origin, `data` to an empty
 * object. Adds to `violations`.
 */
export function parseNodes(items: readonly Item[], violations: ErrorDetail[]): GraphNode[] {
  return items.map((item, index) => {
    const { position = { x: 0, y: 0 }, data = {} } = item;
    const at = `nodes[${index}]`;
    requireText(item, 'id', at, violations);
    requireText(item, 'type', at, violations);
    if (!isObject(position) || !Number.isFinite(position.x) || !Number.isFinite(position.y)) {
      const message = 'position must be an object with the numbers x and y.';
      violations.push({ field: `${at}.position`, rule: 'GRAPH_INVALID', message });
    }
    violations.push(...pinViolations(item.pinnedData, at));
    if (!isObject(data))
      violations.push({ field: `${at}.data`, rule: 'GRAPH_INVALID', message: 'data must be an object.' });
    // What is checked further reads it as an object.
    return { ...item, position, data: isObject(data) ? data : {} } as unknown as GraphNode;
  });
}

/** Reads edges in React Flow's format. Unknown properties are kept. Adds to `violations`. */
export function parseEdges(items: readonly Item[], violations: ErrorDetail[]): GraphEdge[] {
  return items.map((item, index) => {
    const at = `edges[${index}]`;
    for (const name of ['id', 'source', 'target']) requireText(item, name, at, violations);
    for (const name of ['sourceHandle', 'targetHandle']) {
      const handle = item[name];
      if (handle !== undefined && handle !== null && typeof handle !== 'string') {
        const message = `${name} must be the name of a handle.`;
        violations.push({ field: `${at}.${name}`, rule: 'GRAPH_INVALID', message });
      }
    }
    return item as unknown as GraphEdge;
  });
}

function requireText(item: Item, name: string, at: string, violations: ErrorDetail[]): void {
  const value = item[name];
  if (typeof value === 'string' && hasLength(value, 1, maxIdLength)) return;
  const accepted = value === undefined ? 'is required' : `must be a string of 1 to ${maxIdLength} characters`;
  violations.push({ field: `${at}.${name}`, rule: 'GRAPH_INVALID', message: `${name} ${accepted}.` });
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
