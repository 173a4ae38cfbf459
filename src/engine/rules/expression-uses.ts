import {
  compileExpression,
  drain,
  type Expression,
  ExpressionSyntaxError,
  hasExpression,
  longestOfText,
  parseTemplate,
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
const plainFields = new Set(['label', 'disabled', 'retry', 'onError', 'eachConcurrency', 'ui']);

/** What the texts of nodes were parsed to. Nodes are never changed in place. */
export type ParsedNodes = ReadonlyMap<GraphNode, readonly ExpressionUse[]>;

/**
 * Parses every expression of nodes in parts: yields before each one, so that the caller can let others have time.
 * @param isWanted whether a text is to be parsed. Defaults to all
 * @throws WorkLimitError
 */
export function* parseNodes(
  nodes: readonly GraphNode[],
  catalogue: NodeCatalogue,
  isWanted: (text: string) => boolean = () => true,
): Generator<void, ParsedNodes> {
  const parsed = new Map<GraphNode, ExpressionUse[]>();
  let left = longestOfFlow;
  for (const node of nodes) {
    const uses: ExpressionUse[] = [];
    parsed.set(node, uses);
    let leftOfNode = longestOfText;
    for (const text of textsOf(node, catalogue)) {
      if (!isWanted(text.text)) continue;
      const use = yield* parseInParts(node, text);
      uses.push(use);
      const length = lengthOf(use, text.text);
      left -= length;
      leftOfNode -= length;
      if (left >= 0 && leftOfNode >= 0) continue;
      uses.push({ node, field: text.field, expressions: [], violation: left < 0 ? tooManyInFlow() : tooManyInNode() });
      if (left < 0) return parsed;
      break;
    }
  }
  return parsed;
}

function lengthOf({ expressions, violation }: ExpressionUse, text: string): number {
  if (violation) return text.length;
  return expressions.reduce((sum, { plain, source }) => sum + (plain ? 0 : source.length), 0);
}

function tooManyInNode(): ExpressionSyntaxError {
  const cure = 'Compute a part of it in another node.';
  const problem = `The expressions of the node have more than ${longestOfText} characters together`;
  return new ExpressionSyntaxError(0, problem, cure);
}

function tooManyInFlow(): ExpressionSyntaxError {
  const cure = 'Move part of the flow into another flow.';
  const problem = `The expressions of the flow have more than ${longestOfFlow} characters together`;
  return new ExpressionSyntaxError(0, problem, cure);
}

/** Every expression of nodes, parsed. @param parsed the nodes that have been parsed already */
export function expressionUses(
  nodes: readonly GraphNode[],
  catalogue: NodeCatalogue,
  parsed: ParsedNodes = drain(parseNodes(nodes, catalogue)),
): ExpressionUse[] {
  return nodes.flatMap((node) => parsed.get(node) ?? []);
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
    const uses = textsOf(node, catalogue).map((text) => parseText(node, text));
    references = referenceUses(uses).map(({ reference }) => reference);
    referencesOfNodes.set(node, references);
  }
  return references;
}

/** Parses the expressions of one text. */
function parseText(node: GraphNode, text: Text): ExpressionUse {
  return drain(parseInParts(node, text));
}

function* parseInParts(node: GraphNode, { field, text, bare }: Text): Generator<void, ExpressionUse> {
  try {
    if (bare) {
      yield;
      return { node, field, expressions: [compileExpression(text)] };
    }
    const { expressions, lone } = yield* parseTemplate(text);
    return { node, field, expressions, lone };
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return { node, field, expressions: [], violation: error };
    throw error;
  }
}

interface Text {
  field: string;
  text: string;
  /** True for a field that is one CEL expression without braces. */
  bare: boolean;
}

/** All texts with expressions in a node's data. */
function textsOf(node: GraphNode, catalogue: NodeCatalogue): Text[] {
  const verbatim = catalogue.get(node.type)?.verbatim;
  const texts: Text[] = [];
  for (const [key, value] of Object.entries(dataOf(node))) {
    if (plainFields.has(key)) continue;
    if (!verbatim || !Object.hasOwn(verbatim, key) || isTemplate(verbatim[key])) collect(value, key, texts);
    else if (verbatim[key] === 'cel' && typeof value === 'string' && value.trim() !== '') {
      texts.push({ field: key, text: value, bare: true });
    }
  }
  return texts;
}

function isTemplate(verbatim: unknown): boolean {
  return verbatim === 'template' || verbatim === 'each' || verbatim === 'event';
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
