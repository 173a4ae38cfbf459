import type { NodeData } from '../graph.js';
import { dataOf } from '../handles.js';
import { duplicatesOf } from './duplicates.js';
import { type Rule, refusesRun } from './rule.js';

/** Lists of a node's data whose entries name a source handle each by their `id`. */
const lists = ['cases', 'labels', 'variants'] as const;

export const caseDuplicate: Rule = {
  id: 'CASE_DUPLICATE',
  meaning: 'Two cases or branches of a node have the same id.',
  cure: 'Give each its own id.',
  ...refusesRun,
  check: (context) =>
    context.nodes.flatMap((node) =>
      lists.flatMap((field) =>
        doubledIds(dataOf(node), field).map(({ id, at }) => ({
          nodeId: node.id,
          field: `${field}[${at}].id`,
          message: `${context.nameOf(node)} has two ${field} with the id "${id}". Give each an id of its own.`,
        })),
      ),
    ),
};

function doubledIds(data: NodeData, field: string): { id: string; at: number }[] {
  const list = data[field];
  if (list === undefined || !Array.isArray(list)) return [];
  const ids = list.map((entry, at) => ({ id: idOf(entry), at }));
  return duplicatesOf(ids, ({ id }) => id).map(({ id, at }) => ({ id: id ?? '', at }));
}

function idOf(entry: unknown): string | undefined {
  const id = (entry as { id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
