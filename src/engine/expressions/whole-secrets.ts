import { chainOf, childrenOf, type Expr, type Reference, referencesIn } from './references.js';
import { secretRoot } from './scope.js';
import { wholeFunctions } from './secret-functions.js';

/** An expression over secrets that returns all of each of them: what it consists of. */
export type Whole =
  | { kind: 'plain'; expr: Expr }
  | { kind: 'secret'; reference: Reference }
  | { kind: 'join'; parts: readonly [Whole, Whole] }
  | { kind: 'call'; name: string; args: readonly Whole[] }
  | { kind: 'list'; items: readonly Whole[] }
  | { kind: 'map'; entries: readonly (readonly [Whole, Whole])[] };

/** An expression applies something to a secret that returns only a part of it, or whether it has some property. */
export class PartialUse extends Error {
  /** @param operation as it is written: `==`, `substring` */
  constructor(readonly operation: string) {
    super(`${operation} is not allowed on a secret.`);
  }
}

/**
 * What an expression does with the secrets that it reads.
 *
 * @param place `alone` where the value of the expression is the value of its field, and may be a list or an object
 * @throws PartialUse
 */
export function wholeOf(expr: Expr, isSecret: (reference: Reference) => boolean, place: 'alone' | 'inText'): Whole {
  const { exprKind } = expr;
  if (place === 'alone' && exprKind.case === 'listExpr') {
    const items = exprKind.value.elements.map((item) => wholeOf(item, isSecret, place));
    return items.every(isPlain) ? { kind: 'plain', expr } : { kind: 'list', items };
  }
  if (place === 'alone' && exprKind.case === 'structExpr') return wholeMap(expr, isSecret);
  const reference = chainOf(expr);
  if (reference && !isTest(expr)) return isSecret(reference) ? wholeReference(reference) : { kind: 'plain', expr };
  if (exprKind.case === 'callExpr') {
    const { function: name, target, args } = exprKind.value;
    const operands = [...(target ? [target] : []), ...args];
    if (name === '_+_' && operands.length === 2) {
      const parts = operands.map((operand) => wholeOf(operand, isSecret, 'inText')) as [Whole, Whole];
      return parts.every(isPlain) ? { kind: 'plain', expr } : { kind: 'join', parts };
    }
    if (Object.hasOwn(wholeFunctions, name)) return wholeCall(expr, name, operands, isSecret);
  }
  if (referencesIn(expr).some(isSecret)) throw new PartialUse(operationOf(expr));
  return { kind: 'plain', expr };
}

function wholeMap(expr: Expr, isSecret: (reference: Reference) => boolean): Whole {
  if (expr.exprKind.case !== 'structExpr') return { kind: 'plain', expr };
  const entries = expr.exprKind.value.entries.flatMap(({ keyKind, value }) => {
    if (keyKind.case !== 'mapKey' || !value) return [];
    const key = wholeOf(keyKind.value, isSecret, 'inText');
    if (!isPlain(key)) throw new PartialUse('a secret as the key of an object');
    return [[key, wholeOf(value, isSecret, 'alone')] as const];
  });
  return entries.every(([, value]) => isPlain(value)) ? { kind: 'plain', expr } : { kind: 'map', entries };
}

function wholeCall(
  expr: Expr,
  name: string,
  operands: readonly Expr[],
  isSecret: (reference: Reference) => boolean,
): Whole {
  const args = operands.map((operand) => wholeOf(operand, isSecret, 'inText'));
  if (args.every(isPlain)) return { kind: 'plain', expr };
  if (!args.slice(wholeFunctions[name]?.plainFrom).every(isPlain))
    throw new PartialUse(`${name} with a secret as its algorithm or encoding`);
  return { kind: 'call', name, args };
}

/** A reference that is secret. @throws PartialUse */
export function wholeReference(reference: Reference): Whole {
  if (reference.root === secretRoot && reference.path.length !== 1)
    throw new PartialUse('reading boveda without the name of one secret');
  return { kind: 'secret', reference };
}

function isPlain({ kind }: Whole): boolean {
  return kind === 'plain';
}

/** True for `has(a.b)`, which only asks whether the field exists. */
function isTest({ exprKind }: Expr): boolean {
  return exprKind.case === 'selectExpr' && exprKind.value.testOnly;
}

const operators: Readonly<Record<string, string>> = { '_?_:_': '?:', '_[_]': '[]', '!_': '!', '-_': '-' };

function operationOf(expr: Expr): string {
  const { exprKind } = expr;
  switch (exprKind.case) {
    case 'callExpr': {
      const { function: name } = exprKind.value;
      return operators[name] ?? name.replaceAll(/^[@_]+|_+$/g, '');
    }
    case 'comprehensionExpr':
      return 'a macro such as map, filter or exists';
    case 'selectExpr':
      return isTest(expr) ? 'has' : operationOf(childrenOf(expr)[0] ?? expr);
    case 'listExpr':
      return 'a list that is a part of an expression';
    case 'structExpr':
      return 'an object that is a part of an expression';
    default:
      return 'this operation';
  }
}
