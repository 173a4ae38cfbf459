import { hasExpression } from '../expressions/index.js';
import type { GraphNode } from '../graph.js';
import { dataOf } from '../handles.js';
import type { NodeCatalogue, RecordKind } from '../node-shape.js';

/** A field of a node that names a record of the workspace. */
export interface RecordUse {
  node: GraphNode;
  field: string;
  kind: RecordKind;
  id: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Every record that nodes name by ID. Fields that hold an expression are skipped: their value is known only when the flow runs. */
export function recordUses(nodes: readonly GraphNode[], catalogue: NodeCatalogue): RecordUse[] {
  return nodes.flatMap((node) => {
    const data = dataOf(node);
    return Object.entries(catalogue.get(node.type)?.references ?? {}).flatMap(([field, kind]) => {
      const id = Object.hasOwn(data, field) ? data[field] : undefined;
      if (typeof id !== 'string' || id.trim() === '' || hasExpression(id)) return [];
      if (kind.byIdOnly === false && !uuid.test(id.trim())) return [];
      return [{ node, field, kind, id: id.trim().toLowerCase() }];
    });
  });
}
