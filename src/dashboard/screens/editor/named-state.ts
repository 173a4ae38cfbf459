import type { FlowNode } from './flow-content.js';

/** The entries of the state of its flow that a node writes by a key without expressions, each with a value as it may have. */
export function stateNamedBy(nodes: readonly FlowNode[]): Record<string, unknown> {
  const named = nodes.flatMap(({ type, data: { key, scope, value } }): [string, unknown][] => {
    if (typeof key !== 'string' || isComputed(key) || scope === 'workspace') return [];
    if (type === 'state.increment') return [[key, 0]];
    return type === 'state.set' ? [[key, isComputed(value) ? null : (value ?? null)]] : [];
  });
  return Object.fromEntries(named);
}

const isComputed = (value: unknown): boolean => typeof value === 'string' && value.includes('{{');
