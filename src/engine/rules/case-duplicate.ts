import type { NodeData } from '../graph.js';
import { dataOf } from '../handles.js';
import { duplicatesOf } from './duplicates.js';
import { type Rule, refusesRun } from './rule.js';

/** Lists in a node's data in which the `id` of each entry names a source handle. */
const lists = ['cases', 'labels', 'variants'] as const;

export const caseDuplicate: Rule = {
  id: 'CASE_DUPLICATE',
  meaning: 'Two cases or branches of a node have the same ID.',
  cure: 'Give each a unique ID.',
  ...refusesRun,
  check: (context) =>
    context.nodes.flatMap((node) =>
      lists.flatMap((field) =>
        duplicateIds(dataOf(node), field).map(({ id, at }) => ({
          nodeId: node.id,
          field: `${field}[${at}].id`,
          message: `${context.nameOf(node)} has two ${field} with the ID "${id}". Give each a unique ID.`,
        })),
      ),
    ),
};

function duplicateIds(data: NodeData, field: string): { id: string; at: number }[] {
  const list = data[field];
  if (list === undefined || !Array.isArray(list)) return [];
  const ids = list.map((entry, at) => ({ id: idOf(entry), at }));
  return duplicatesOf(ids, ({ id }) => id).map(({ id, at }) => ({ id: id ?? '', at }));
}

function idOf(entry: unknown): string | undefined {
  const id = (entry as { id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
