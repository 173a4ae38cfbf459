import { hasExpression } from '../expressions/index.js';
import type { GraphNode } from '../graph.js';
import { dataOf } from '../handles.js';
import type { NodeCatalogue, RecordKind } from '../node-shape.js';
import { valueIn } from './value-in.js';

/** A field of a node that names a record of the workspace. */
export interface RecordUse {
  node: GraphNode;
  field: string;
  kind: RecordKind;
  /** Its ID, or its name where the kind accepts names. */
  id: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Every record that nodes name by ID. Fields that hold an expression are skipped: their value is known only when the flow runs. */
export function recordUses(nodes: readonly GraphNode[], catalogue: NodeCatalogue): RecordUse[] {
  return nodes.flatMap((node) => {
    const data = dataOf(node);
    return Object.entries(catalogue.get(node.type)?.references ?? {}).flatMap(([field, kind]) => {
      const id = valueIn(data, field);
      if (typeof id !== 'string' || id.trim() === '' || hasExpression(id)) return [];
      const isId = uuid.test(id.trim());
      if (kind.byIdOnly === false && !isId) return [];
      return [{ node, field, kind, id: kind.byName && !isId ? id.trim() : id.trim().toLowerCase() }];
    });
  });
}
