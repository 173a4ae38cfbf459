import type { parse } from '@bufbuild/cel';
import { internal } from './functions.js';
import { prices } from './prices.js';
import { childrenOf, type Expr } from './references.js';

type Call = Extract<Expr['exprKind'], { case: 'callExpr' }>['value'];

/**
 * Rewrites the comprehensions of a parsed expression in place: the cost of all their rounds is charged before the first,
 * and `map` and `filter` collect in linear time.
 *
 * @param make parses the source of a call, as a template for the new nodes
 * @returns the number of expressions in the tree
 */
export function rewriteComprehensions(expr: Expr, make: typeof parse): number {
  const { exprKind } = expr;
  // A map is built of several objects.
  let weight = exprKind.case === 'structExpr' ? prices.partsOfObject : 1;
  for (const child of childrenOf(expr)) weight += rewriteComprehensions(child, make);
  if (exprKind.case !== 'comprehensionExpr') return weight;
  const comprehension = exprKind.value;
  if (comprehension.iterRange) {
    const template = make(`range(0, ${weight})`).expr;
    if (template?.exprKind.case === 'callExpr') {
      template.id = expr.id;
      template.exprKind.value.function = internal.range;
      template.exprKind.value.args[0] = comprehension.iterRange;
      comprehension.iterRange = template;
    }
  }
  if (comprehension.loopStep) appendInPlace(comprehension.loopStep, comprehension.accuVar);
  return weight;
}

/** Rewrites `@result + [item]`, alone or under a condition, to `@append(@result, item)`. */
function appendInPlace(step: Expr, accumulator: string): void {
  const call = callOf(step);
  const sum = call?.function === '_?_:_' ? callOf(call.args[1]) : call;
  if (sum?.function !== '_+_') return;
  const [left, right] = sum.args;
  const items = right?.exprKind.case === 'listExpr' ? right.exprKind.value.elements : [];
  const [item] = items;
  if (left?.exprKind.case !== 'identExpr' || left.exprKind.value.name !== accumulator) return;
  if (item === undefined || items.length !== 1) return;
  sum.function = internal.append;
  sum.args = [left, item];
}

function callOf(expr: Expr | undefined): Call | undefined {
  return expr?.exprKind.case === 'callExpr' ? expr.exprKind.value : undefined;
}
