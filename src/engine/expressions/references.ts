import type { parse } from '@bufbuild/cel';

export type Expr = NonNullable<ReturnType<typeof parse>['expr']>;

/** What an expression reads: `steps["node-1"].body` is the root `steps` with the path `['node-1', 'body']`. */
export interface Reference {
  root: string;
  /** The constant part of the path: empty for `steps[loop.index].x`. */
  path: readonly (string | number)[];
}

/** The direct subexpressions of an expression. */
export function childrenOf(expr: Expr): Expr[] {
  const { exprKind } = expr;
  switch (exprKind.case) {
    case 'selectExpr':
      return present([exprKind.value.operand]);
    case 'callExpr':
      return present([exprKind.value.target, ...exprKind.value.args]);
    case 'listExpr':
      return exprKind.value.elements;
    case 'structExpr':
      return exprKind.value.entries.flatMap((entry) =>
        present([entry.keyKind.case === 'mapKey' ? entry.keyKind.value : undefined, entry.value]),
      );
    case 'comprehensionExpr': {
      const { iterRange, accuInit, loopCondition, loopStep, result } = exprKind.value;
      return present([iterRange, accuInit, loopCondition, loopStep, result]);
    }
    default:
      return [];
  }
}

/** Everything that an expression reads from its scope, without the variables of its own comprehensions. */
export function referencesIn(expr: Expr): Reference[] {
  const found: Reference[] = [];
  collect(expr, new Set(), found);
  return found;
}

const typeNames = new Set('int uint double bool string bytes list map null_type type'.split(' '));

function collect(expr: Expr, bound: ReadonlySet<string>, found: Reference[]): void {
  const chain = chainOf(expr);
  if (chain) {
    const isType = chain.path.length === 0 && typeNames.has(chain.root);
    if (!bound.has(chain.root) && !isType) found.push(chain);
    return;
  }
  const { exprKind } = expr;
  if (exprKind.case === 'comprehensionExpr') {
    const { iterVar, accuVar, iterRange, accuInit, loopCondition, loopStep, result } = exprKind.value;
    const inner = new Set([...bound, iterVar, accuVar]);
    for (const part of present([iterRange, accuInit])) collect(part, bound, found);
    for (const part of present([loopCondition, loopStep, result])) collect(part, inner, found);
    return;
  }
  for (const child of childrenOf(expr)) if (!isNamespace(expr, child)) collect(child, bound, found);
}

/** True for `strings` in `strings.quote(x)`, which is not a root. */
function isNamespace(call: Expr, target: Expr): boolean {
  const { exprKind } = call;
  return (
    exprKind.case === 'callExpr' &&
    exprKind.value.target === target &&
    exprKind.value.function === 'quote' &&
    target.exprKind.case === 'identExpr' &&
    target.exprKind.value.name === 'strings'
  );
}

/** The name and the constant path of a chain of fields and indexes; null for any other expression. */
export function chainOf(expr: Expr): Reference | null {
  const { exprKind } = expr;
  if (exprKind.case === 'identExpr') return { root: exprKind.value.name.replace(/^\./, ''), path: [] };
  if (exprKind.case === 'selectExpr' && exprKind.value.operand) {
    return extend(exprKind.value.operand, exprKind.value.field);
  }
  if (exprKind.case !== 'callExpr' || exprKind.value.function !== '_[_]') return null;
  const [operand, index] = exprKind.value.args;
  const key = index?.exprKind.case === 'constExpr' ? index.exprKind.value.constantKind.value : undefined;
  if (!operand || (typeof key !== 'string' && typeof key !== 'bigint')) return null;
  return extend(operand, typeof key === 'bigint' ? Number(key) : key);
}

function extend(operand: Expr, key: string | number): Reference | null {
  const chain = chainOf(operand);
  return chain && { root: chain.root, path: [...chain.path, key] };
}

function present(parts: readonly (Expr | undefined)[]): Expr[] {
  return parts.filter((part) => part !== undefined);
}
