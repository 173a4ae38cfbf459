import type { GraphNode } from '../graph.js';
import { dataOf } from '../handles.js';
import type { NodeCatalogue } from '../node-shape.js';
import { sinkOf } from '../secret-sinks.js';
import { expressionUses, parseText, type ReferenceUse, referenceUses, textsOf } from './expression-uses.js';

/** A flow that another one calls. */
export interface CalledFlow {
  id: string;
  name: string;
  nodes: readonly GraphNode[];
}

/** A secret that a node hands on to another flow, at a path in its trigger data. */
export interface HandedSecret {
  node: GraphNode;
  field: string;
  /** The ID of the called flow, as the node holds it. */
  flowId: string;
  path: readonly string[];
}

/** The secrets that the nodes of a flow hand on to other flows. */
export function handedSecrets(nodes: readonly GraphNode[], catalogue: NodeCatalogue): HandedSecret[] {
  return nodes.flatMap((node) => {
    const shape = catalogue.get(node.type);
    const { flowId } = dataOf(node) as { flowId?: unknown };
    if (!shape || typeof flowId !== 'string') return [];
    const texts = textsOf(node, catalogue).filter(({ field }) => sinkOf(shape, field) === 'handsOn');
    return texts.flatMap(({ field, text, bare }) => {
      const { expressions } = parseText(node, field, text, bare);
      return expressions.some(({ secret }) => secret) ? [{ node, field, flowId, path: keysOf(field).slice(1) }] : [];
    });
  });
}

/** Where a called flow reads a part of its trigger data in fields that do not accept secrets. */
export function refusedReads({ nodes }: CalledFlow, path: readonly string[], catalogue: NodeCatalogue): ReferenceUse[] {
  const triggers = new Set(nodes.filter(({ type }) => catalogue.get(type)?.trigger).map(({ id }) => id));
  return referenceUses(expressionUses(nodes, catalogue)).filter(({ node, field, reference }) => {
    const shape = catalogue.get(node.type);
    if (!shape || sinkOf(shape, field)) return false;
    const { root } = reference;
    const read = reference.path.map(String);
    if (root === 'triggerData') return overlap(read, path);
    return root === 'steps' && triggers.has(read[0] ?? '') && overlap(read.slice(1), path);
  });
}

/** The keys of a field: `input`, `list` and `0` of `input.list[0]`. */
function keysOf(field: string): string[] {
  return field.split(/[.[\]]+/).filter((key) => key !== '');
}

/** Whether one path leads to the other. */
function overlap(some: readonly string[], other: readonly string[]): boolean {
  const shorter = Math.min(some.length, other.length);
  return some.slice(0, shorter).every((key, index) => key === other[index]);
}
