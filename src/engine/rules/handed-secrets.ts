import {
  type Expression,
  notInFieldProblem,
  PartialUse,
  partialProblem,
  type Reference,
  secretRoot,
  wholeOf,
  wholeReference,
} from '../expressions/index.js';
import type { GraphNode } from '../graph.js';
import { dataOf } from '../handles.js';
import type { NodeCatalogue } from '../node-shape.js';
import { sinkOf } from '../secret-sinks.js';
import { type ExpressionUse, expressionUses, type ParsedNodes, parseNodes } from './expression-uses.js';

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

/** The secrets that the nodes of a flow hand on to other flows. @param parsed the nodes, if they have been parsed already */
export function handedSecrets(
  nodes: readonly GraphNode[],
  catalogue: NodeCatalogue,
  parsed?: ParsedNodes,
): HandedSecret[] {
  const calling = nodes.filter((node) => typeof calledBy(node) === 'string' && catalogue.get(node.type));
  return expressionUses(calling, catalogue, parsed).flatMap(({ node, field, expressions }) => {
    const shape = catalogue.get(node.type);
    const flowId = calledBy(node);
    if (!shape || typeof flowId !== 'string' || sinkOf(shape, field) !== 'handsOn') return [];
    return expressions.some(({ secret }) => secret) ? [{ node, field, flowId, path: keysOf(field).slice(1) }] : [];
  });
}

function calledBy(node: GraphNode): unknown {
  return (dataOf(node) as { flowId?: unknown }).flowId;
}

/** Parses the nodes of called flows in parts, with all that `refusedReads` looks at. @throws WorkLimitError */
export function* parseCalledNodes(nodes: readonly GraphNode[], catalogue: NodeCatalogue): Generator<void, ParsedNodes> {
  const parsed = yield* parseNodes(nodes, catalogue);
  const expressions = [...parsed.values()].flatMap((uses) => uses.flatMap((use) => use.expressions));
  for (const expression of expressions) {
    yield;
    // It is parsed when it is first read.
    expression.expr;
  }
  return parsed;
}

/** A read of a secret that is refused, and why: the end of a sentence that begins with the field. */
export interface RefusedRead {
  node: GraphNode;
  field: string;
  /** Null where the field accepts no secrets. */
  problem: string | null;
}

/** Where a called flow reads a part of its trigger data in fields that refuse secrets, or uses it in a way that is refused. */
export function refusedReads(
  { nodes }: CalledFlow,
  path: readonly string[],
  { catalogue, parsed }: { catalogue: NodeCatalogue; parsed?: ParsedNodes | undefined },
): RefusedRead[] {
  const triggers = new Set(nodes.filter(({ type }) => catalogue.get(type)?.trigger).map(({ id }) => id));
  const isSecret = ({ root, path: keys }: Reference) => {
    const read = keys.map(String);
    if (root === 'triggerData') return overlap(read, path);
    return root === 'steps' && triggers.has(read[0] ?? '') && overlap(read.slice(1), path);
  };
  return refusedUses(expressionUses(nodes, catalogue, parsed), catalogue, isSecret);
}

/** Where expressions read secrets in fields that refuse them, or use them in a way that is refused. */
export function refusedUses(
  uses: readonly ExpressionUse[],
  catalogue: NodeCatalogue,
  isSecret: (reference: Reference) => boolean,
): RefusedRead[] {
  return uses.flatMap(({ node, field, expressions, lone }): RefusedRead[] => {
    const shape = catalogue.get(node.type);
    const secret = expressions.filter(({ references }) => references.some(isSecret));
    if (secret.length === 0) return [];
    const sink = shape && sinkOf(shape, field);
    if (!sink) return [{ node, field, problem: null }];
    const problem = secret
      .map((expression) => partialUseIn(expression, isSecret, expression === lone ? 'alone' : 'inText'))
      .find((found) => found !== null);
    if (problem !== undefined) return [{ node, field, problem }];
    const handsOnText = sink === 'handsOn' && !/[.[]/.test(field) && !secret.every((one) => isObjectIn(one, lone));
    return handsOnText ? [{ node, field, problem: notInFieldProblem }] : [];
  });
}

/** Whether the value of a field may be an object, as far as its expression shows. */
function isObjectIn({ expr, references: [reference] }: Expression, lone: Expression | null | undefined): boolean {
  if (!lone) return false;
  if (expr?.exprKind.case === 'structExpr' || expr?.exprKind.case === 'listExpr') return true;
  return reference?.root !== secretRoot && expr === null;
}

/** Why the use of a secret in an expression is refused; null if it is not. */
function partialUseIn(
  { expr, references: [reference] }: Expression,
  isSecret: (reference: Reference) => boolean,
  place: 'alone' | 'inText',
): string | null {
  try {
    if (expr) wholeOf(expr, isSecret, place);
    else if (reference) wholeReference(reference);
    return null;
  } catch (error) {
    if (error instanceof PartialUse) return partialProblem(error.operation);
    throw error;
  }
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
