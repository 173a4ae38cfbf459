import { parse } from '@bufbuild/cel';
import { rewritten } from './null-values.js';
import { childrenOf, type Expr } from './references.js';

type Call = Extract<Expr['exprKind'], { case: 'callExpr' }>['value'];

/** A path that is missing in these is handled by the expression. */
const quiet = new Set(['_==_', '_!=_', '@in', 'default', 'coalesce']);
/** A name that is missing there is an error of the step, whatever the expression makes of it. */
const strictRoots = new Set(['boveda', 'globalVars']);

/**
 * Rewrites a parsed expression in place, so that a path that leads nowhere is null at its place: each chain of fields and
 * indexes becomes one call, and `default` and `coalesce` evaluate a fallback only where the value before it is null. Ids
 * of expressions stay the same.
 */
export function rewritePaths(expr: Expr, isQuiet = false): void {
  const { exprKind } = expr;
  const chain = chainOf(expr);
  if (chain) {
    rewritePaths(chain.root, true);
    for (const key of chain.keys) rewritePaths(key, true);
    const isStrict = chain.root.exprKind.case === 'identExpr' && strictRoots.has(chain.root.exprKind.value.name);
    const path = isQuiet && !isStrict ? rewritten.quietPath : rewritten.path;
    become(expr, chain.isTest ? rewritten.has : path, [chain.root, ...chain.keys]);
    return;
  }
  if (exprKind.case !== 'callExpr') {
    for (const child of childrenOf(expr)) rewritePaths(child);
    if (exprKind.case === 'structExpr') requireKeys(exprKind.value.entries);
    return;
  }
  const call = exprKind.value;
  const isFallback = call.function === 'default' || call.function === 'coalesce';
  const isChoice = call.function === '_?_:_';
  for (const [at, part] of operandsOf(call).entries())
    rewritePaths(part, isChoice ? isQuiet || at === 0 : quiet.has(call.function));
  if (isFallback) foldFallbacks(expr, operandsOf(call));
  else if (isChoice) call.args = call.args.map((part, at) => (at === 0 ? wrapped(part, rewritten.condition) : part));
  else if (call.function === '_&&_' || call.function === '_||_')
    call.args = call.args.map((part) => wrapped(part, rewritten.operand));
}

type Entries = Extract<Expr['exprKind'], { case: 'structExpr' }>['value']['entries'];

function requireKeys(entries: Entries): void {
  for (const { keyKind } of entries)
    if (keyKind.case === 'mapKey') keyKind.value = wrapped(keyKind.value, rewritten.key);
}

/** The operands of a call, its target first. */
function operandsOf({ target, args }: Call): Expr[] {
  return target ? [target, ...args] : args;
}

/** The root and the keys of a chain of fields and indexes; null for any other expression. */
function chainOf(expr: Expr): { root: Expr; keys: Expr[]; isTest: boolean } | null {
  const keys: Expr[] = [];
  const isTest = expr.exprKind.case === 'selectExpr' && expr.exprKind.value.testOnly;
  let root = expr;
  for (;;) {
    const { exprKind } = root;
    if (exprKind.case === 'selectExpr' && exprKind.value.operand && (root === expr || !exprKind.value.testOnly)) {
      keys.unshift(textConstant(exprKind.value.field));
      root = exprKind.value.operand;
    } else if (exprKind.case === 'callExpr' && exprKind.value.function === '_[_]') {
      const [operand, key] = exprKind.value.args as [Expr, Expr];
      keys.unshift(key);
      root = operand;
    } else break;
  }
  return keys.length === 0 ? null : { root, keys, isTest };
}

/**
 * Makes `default(a, b)` a fold that starts with `a` and takes `b` while the value is null: the fallback is evaluated only
 * where it is needed, and nothing twice.
 */
function foldFallbacks(expr: Expr, [first, ...fallbacks]: readonly Expr[]): void {
  let folded = first as Expr;
  for (const fallback of fallbacks) {
    const fold = parsed('[0].all(x, true)');
    if (fold.exprKind.case !== 'comprehensionExpr') return;
    const value = parsed('x');
    if (value.exprKind.case === 'identExpr') value.exprKind.value.name = '@value';
    const comprehension = fold.exprKind.value;
    comprehension.accuVar = '@value';
    comprehension.iterVar = '@once';
    comprehension.accuInit = folded;
    comprehension.loopCondition = callOf(rewritten.isNull, [value]);
    comprehension.loopStep = fallback;
    comprehension.result = value;
    folded = fold;
  }
  expr.exprKind = folded.exprKind;
}

/** The call of a function on an operand, whose id it gets: errors of the call name the operand. */
function wrapped(operand: Expr, name: string): Expr {
  return { ...callOf(name, [operand]), id: operand.id };
}

function become(expr: Expr, name: string, args: Expr[]): void {
  expr.exprKind = callOf(name, args).exprKind;
}

function callOf(name: string, args: Expr[]): Expr {
  const call = parsed('f()');
  if (call.exprKind.case === 'callExpr') {
    call.exprKind.value.function = name;
    call.exprKind.value.args = args;
  }
  return call;
}

function textConstant(text: string): Expr {
  const constant = parsed('""');
  if (constant.exprKind.case === 'constExpr')
    constant.exprKind.value.constantKind = { case: 'stringValue', value: text };
  return constant;
}

const templates = new Map<string, Expr>();

/** A new tree of this source: messages are plain objects, so that one parsed tree is the template of all. */
function parsed(source: string): Expr {
  let template = templates.get(source);
  if (!template) {
    template = parse(source).expr as Expr;
    templates.set(source, template);
  }
  return structuredClone(template);
}
