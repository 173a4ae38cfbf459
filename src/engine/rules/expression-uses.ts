import {
  compileExpression,
  compileTemplate,
  type Expression,
  ExpressionSyntaxError,
  hasExpression,
  type Reference,
} from '../expressions/index.js';
import type { GraphNode } from '../graph.js';
import { dataOf } from '../handles.js';
import type { NodeCatalogue } from '../node-shape.js';

/** One text with expressions in a node's data. */
export interface ExpressionUse {
  node: GraphNode;
  field: string;
  expressions: readonly Expression[];
  /** The expression that is the whole field, whose value keeps its type. */
  lone?: Expression | null;
  /** Why the text could not be parsed. */
  violation?: ExpressionSyntaxError;
}

export interface ReferenceUse {
  node: GraphNode;
  field: string;
  reference: Reference;
}

/** Characters of all expressions of a flow, without plain paths. Bounds the time that checking a flow takes. */
const longestOfFlow = 256 * 1024;
const deepestData = 64;
/** Fields of the engine, which hold no expressions. */
const plainFields = new Set(['label', 'disabled', 'retry', 'onError', 'ui']);

/** Parses every expression of a flow. */
export function expressionUses(nodes: readonly GraphNode[], catalogue: NodeCatalogue): ExpressionUse[] {
  const uses: ExpressionUse[] = [];
  let length = 0;
  for (const node of nodes) {
    for (const { field, text, bare } of textsOf(node, catalogue)) {
      if (length > longestOfFlow) {
        const cure = 'Move part of the flow into another flow.';
        const violation = new ExpressionSyntaxError(
          0,
          `The expressions of the flow have more than ${longestOfFlow} characters together`,
          cure,
        );
        return [...uses, { node, field, expressions: [], violation }];
      }
      const use = parseText(node, field, text, bare);
      for (const { plain, source } of use.expressions) if (!plain) length += source.length;
      if (use.violation) length += text.length;
      uses.push(use);
    }
  }
  return uses;
}

/** What these expressions read, one entry for each use. */
export function referenceUses(uses: readonly ExpressionUse[]): ReferenceUse[] {
  const found: ReferenceUse[] = [];
  for (const { node, field, expressions } of uses) {
    for (const { references } of expressions) {
      for (const reference of references) found.push({ node, field, reference });
    }
  }
  return found;
}

const referencesOfNodes = new WeakMap<GraphNode, readonly Reference[]>();

/** What the expressions of one node read, as far as they can be parsed. */
export function referencesOfNode(node: GraphNode, catalogue: NodeCatalogue): readonly Reference[] {
  let references = referencesOfNodes.get(node);
  if (!references) {
    const uses = textsOf(node, catalogue).map(({ field, text, bare }) => parseText(node, field, text, bare));
    references = referenceUses(uses).map(({ reference }) => reference);
    referencesOfNodes.set(node, references);
  }
  return references;
}

/** Parses the expressions of one text. */
export function parseText(node: GraphNode, field: string, text: string, bare: boolean): ExpressionUse {
  try {
    if (bare) return { node, field, expressions: [compileExpression(text)] };
    const { expressions, lone } = compileTemplate(text);
    return { node, field, expressions, lone };
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return { node, field, expressions: [], violation: error };
    throw error;
  }
}

export interface Text {
  field: string;
  text: string;
  /** True for a field that is one CEL expression without braces. */
  bare: boolean;
}

/** All texts with expressions in a node's data. */
export function textsOf(node: GraphNode, catalogue: NodeCatalogue): Text[] {
  const verbatim = catalogue.get(node.type)?.verbatim;
  const texts: Text[] = [];
  for (const [key, value] of Object.entries(dataOf(node))) {
    if (plainFields.has(key)) continue;
    if (!verbatim || !Object.hasOwn(verbatim, key) || verbatim[key] === 'template') collect(value, key, texts);
    else if (verbatim[key] === 'cel' && typeof value === 'string' && value.trim() !== '') {
      texts.push({ field: key, text: value, bare: true });
    }
  }
  return texts;
}

function collect(value: unknown, field: string, texts: Text[], depth = 0): void {
  if (typeof value === 'string') {
    if (hasExpression(value)) texts.push({ field, text: value, bare: false });
    return;
  }
  if (typeof value !== 'object' || value === null || depth > deepestData) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${field}[${index}]`, texts, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) collect(item, `${field}.${key}`, texts, depth + 1);
}
