import { type CelError, type CelValue, celError, isCelList, isCelMap, isCelUint } from '@bufbuild/cel';
import { charge } from '../work.js';
import { namedIn } from './convert.js';
import { prices } from './prices.js';
import { childrenOf, type Expr } from './references.js';

/** Functions that rewritten expressions call. Their names cannot be written in an expression. */
export const rewritten = {
  path: '@path',
  /** A path whose absence the expression itself handles: the log does not name it. */
  quietPath: '@quietPath',
  has: '@has',
  /** The condition of `? :`, in which null counts as false. */
  condition: '@condition',
  /** An operand of `&&` and `||`. */
  operand: '@operand',
  key: '@key',
  isNull: '@isNull',
} as const;

/** These go on with null; all other functions and operators require values. */
const acceptsNull = new Set(['_==_', '_!=_', '@in', '@append', 'type', 'dyn', 'default', 'coalesce', 'raw']);

/** The error of a null that stands where a value is required; the operand is named by its position in the call. */
const nullOperand = /^null:(-?\d+)(:entry)?$/;
/** Positions besides those of arguments. */
const target = -1;
const itself = -2;

/** The ids of the paths that led nowhere in the evaluation in progress. Evaluation is synchronous. */
let missingIds = new Set<number>();

/** Evaluates, and adds the ids of the paths that lead nowhere. */
export function collectMissing<T>(ids: Set<number>, evaluate: () => T): T {
  const outer = missingIds;
  missingIds = ids;
  try {
    return evaluate();
  } finally {
    missingIds = outer;
  }
}

/**
 * The part of a parsed expression that an error says is null, or that has an entry that is null; null for any other
 * error.
 */
export function nullPartOf(expr: Expr, { message, exprId }: CelError): { part: Expr; isEntry: boolean } | null {
  const [, at, entry] = nullOperand.exec(message) ?? [];
  const found = at === undefined || exprId === undefined ? null : findById(expr, exprId);
  return found && { part: operandAt(found, Number(at)), isEntry: entry !== undefined };
}

function operandAt(expr: Expr, at: number): Expr {
  const { exprKind } = expr;
  if (at === itself) return expr;
  if (exprKind.case === 'comprehensionExpr') return exprKind.value.iterRange ?? expr;
  if (exprKind.case !== 'callExpr') return expr;
  return (at === target ? exprKind.value.target : exprKind.value.args[at]) ?? expr;
}

/** The part of a parsed expression with this id. */
export function findById(expr: Expr, id: bigint): Expr | null {
  const open = [expr];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.id === id) return next;
    open.push(...childrenOf(next));
  }
  return null;
}

/** The error of a call that requires values and got null; undefined where it got none. */
export function refuseNull(
  id: number,
  name: string,
  receiver: unknown,
  args: readonly unknown[],
): CelError | undefined {
  if (acceptsNull.has(name)) return undefined;
  if (receiver === null) return nullError(id, target);
  const at = args.indexOf(null);
  if (at >= 0) return nullError(id, at);
  if (ofValues.has(name) && args.length < 2 && hasNull(receiver)) return nullError(id, target, ':entry');
  if (ofNumbers.has(name) && receiver === undefined && args.length === 1 && hasNull(args[0]))
    return nullError(id, 0, ':entry');
  return name === 'format' && hasNull(args[0]) ? nullError(id, 0, ':entry') : undefined;
}

const ofNumbers = new Set(['sum', 'avg', 'min', 'max']);
/** Methods of lists whose entries must be values. */
const ofValues = new Set(['join', ...ofNumbers]);

/** These write the entries of a list as text. */
function hasNull(list: unknown): boolean {
  return isCelList(list) && [...list].includes(null);
}

function nullError(id: number, at: number, within: '' | ':entry' = ''): CelError {
  return celError(`null:${at}${within}`, id);
}

/** Follows a chain of keys; undefined where it leads nowhere. */
function follow(root: unknown, keys: readonly unknown[]): CelValue | undefined {
  let value = root as CelValue | undefined;
  for (const key of keys) {
    if (isCelList(value)) value = typeof key === 'string' ? namedIn(value, key) : itemOf(value, key);
    else if (isCelMap(value) && isKey(key)) value = value.get(key);
    else return undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

function itemOf(list: { size: number; get(index: number): CelValue | undefined }, key: unknown): CelValue | undefined {
  const index = typeof key === 'object' && key !== null && isCelUint(key) ? Number(key.value) : key;
  if (typeof index !== 'number' && typeof index !== 'bigint') return undefined;
  const at = Number(index);
  return Number.isSafeInteger(at) && at >= 0 && at < list.size ? list.get(at) : undefined;
}

function isKey(key: unknown): key is string {
  return typeof key === 'object' ? key !== null && isCelUint(key) : key !== undefined;
}

type Implementation = (id: number, args: readonly unknown[]) => unknown;

function pathOf(id: number, [root, ...keys]: readonly unknown[], isNoted: boolean): CelValue {
  charge(keys.length * prices.step);
  const value = follow(root, keys);
  if (value === undefined && isNoted) missingIds.add(id);
  return value ?? null;
}

/** What the rewritten expressions call, by name. */
export const rewrittenCalls: ReadonlyMap<string, Implementation> = new Map<string, Implementation>([
  [rewritten.path, (id, args) => pathOf(id, args, true)],
  [rewritten.quietPath, (id, args) => pathOf(id, args, false)],
  [
    rewritten.has,
    (_id, [root, ...keys]) => {
      charge(keys.length * prices.step);
      return follow(root, keys) !== undefined;
    },
  ],
  [rewritten.condition, (_id, [value]) => value ?? false],
  [rewritten.operand, (id, [value]) => (value === null ? nullError(id, itself) : value)],
  [
    rewritten.key,
    (id, [value]) => {
      // CEL replaces an error that a key returns by its own, but not one that is thrown.
      if (value === null) throw nullError(id, itself);
      return value;
    },
  ],
  [
    rewritten.isNull,
    (_id, [value]) => {
      charge(prices.fallback);
      return value === null;
    },
  ],
]);
