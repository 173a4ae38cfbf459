import type { parse } from '@bufbuild/cel';
import { internal } from './functions.js';
import { childrenOf, type Expr } from './references.js';

type Call = Extract<Expr['exprKind'], { case: 'callExpr' }>['value'];

/**
 * Rewrites the comprehensions of a parsed expression in place, so that each pays for its rounds before it begins, and
 * `map` and `filter` collect in linear time. Gives back the number of expressions in the tree.
 *
 * @param make parses the source of a call, as a mould for the new nodes
 */
export function rewriteComprehensions(expr: Expr, make: typeof parse): number {
  const { exprKind } = expr;
  let weight = 1;
  for (const child of childrenOf(expr)) weight += rewriteComprehensions(child, make);
  if (exprKind.case !== 'comprehensionExpr') return weight;
  const fold = exprKind.value;
  if (fold.iterRange) {
    const mould = make(`range(0, ${weight})`).expr;
    if (mould?.exprKind.case === 'callExpr') {
      mould.exprKind.value.function = internal.range;
      mould.exprKind.value.args[0] = fold.iterRange;
      fold.iterRange = mould;
    }
  }
  if (fold.loopStep) appendInPlace(fold.loopStep, fold.accuVar);
  return weight;
}

/** Turns `@result + [item]`, alone or under a condition, into `@append(@result, item)`. */
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
