import type { CelFunc, CelType } from '@bufbuild/cel';
import { environment, similarFunction } from './functions.js';
import { implemented } from './library/index.js';
import { childrenOf, type Expr } from './references.js';

type Call = Extract<Expr['exprKind'], { case: 'callExpr' }>['value'];

/** The name of a type of CEL; null where only the data decides. */
type Type = string | null;

const words: Readonly<Record<string, string>> = {
  int: 'a number',
  uint: 'a number',
  double: 'a number',
  bool: 'true or false',
  string: 'text',
  bytes: 'bytes',
  null_type: 'null',
  list: 'a list',
  map: 'an object',
  type: 'a type',
  'google.protobuf.Timestamp': 'a timestamp',
  'google.protobuf.Duration': 'a duration',
};

/** Signatures that a message lists. */
const signaturesShown = 4;

/**
 * What is wrong with the calls of a parsed expression: an unknown function, or arguments of which it is certain that the
 * function does not accept them. Null if nothing is; values whose type depends on the data are accepted.
 */
export function callProblem(expr: Expr): string | null {
  return new CallChecker().problemOf(expr);
}

class CallChecker {
  #problem: string | null = null;

  problemOf(expr: Expr): string | null {
    try {
      this.#typeOf(expr);
    } catch (error) {
      // Nested deeper than the stack: evaluating it fails and says so.
      if (!(error instanceof RangeError)) throw error;
    }
    return this.#problem;
  }

  #typeOf(expr: Expr): Type {
    const { exprKind } = expr;
    if (exprKind.case === 'callExpr') return this.#typeOfCall(exprKind.value);
    for (const child of childrenOf(expr)) this.#typeOf(child);
    if (exprKind.case === 'constExpr') return constantTypes[exprKind.value.constantKind.case ?? ''] ?? null;
    if (exprKind.case === 'listExpr') return 'list';
    return exprKind.case === 'structExpr' ? 'map' : null;
  }

  #typeOfCall(call: Call): Type {
    const qualified = qualifiedName(call);
    const target = call.target && !qualified ? this.#typeOf(call.target) : undefined;
    const args = call.args.map((arg) => this.#typeOf(arg));
    const name = qualified ?? call.function;
    if (name === '_?_:_') return args[1] === args[2] ? (args[1] ?? null) : null;
    const overloads = environment.funcs.find(name);
    if (!overloads) {
      // Operators that the evaluator itself implements.
      if (/^\w*[a-z]\w*$/i.test(name))
        this.#problem ??= `calls the function ${name}, which does not exist.${similarFunction(name)}`;
      return null;
    }
    const candidates = [...overloads].filter((overload) => accepts(overload, target, args));
    if (candidates.length === 0) this.#problem ??= refusal(name, target, args, [...overloads]);
    const results = new Set(candidates.map(({ result }) => result.name));
    const [result] = results;
    return results.size === 1 && result !== undefined && result !== 'dyn' ? result : null;
  }
}

const constantTypes: Readonly<Record<string, string>> = {
  boolValue: 'bool',
  bytesValue: 'bytes',
  doubleValue: 'double',
  int64Value: 'int',
  nullValue: 'null_type',
  stringValue: 'string',
  uint64Value: 'uint',
};

/** `strings.quote` in `strings.quote(x)`, whose target is not a value. */
function qualifiedName({ target, function: name }: Call): string | null {
  if (target?.exprKind.case !== 'identExpr') return null;
  const qualified = `${target.exprKind.value.name}.${name}`;
  return environment.funcs.find(qualified) ? qualified : null;
}

function accepts(overload: CelFunc, target: Type | undefined, args: readonly Type[]): boolean {
  if ((overload.target === undefined) !== (target === undefined)) return false;
  if (overload.target && target !== undefined && !isPossible(target, overload.target)) return false;
  if (overload.arguments.length !== args.length) return false;
  return args.every((arg, at) => isPossible(arg, overload.arguments[at] as CelType));
}

function isPossible(type: Type, accepted: CelType): boolean {
  return type === null || accepted.name === 'dyn' || accepted.name === type;
}

function refusal(name: string, target: Type | undefined, args: readonly Type[], overloads: readonly CelFunc[]): string {
  const given = target === undefined ? args : [target, ...args];
  const types = given.map((type) => (type === null ? 'any value' : (words[type] ?? type))).join(' and ');
  if (!/[a-z]/i.test(name)) return `applies ${name.replaceAll('_', '')} to ${types}, which it does not accept.`;
  const declared = implemented.get(name);
  const signatures = declared ? [declared.signature] : [...new Set(overloads.map(signature))].slice(0, signaturesShown);
  return `calls ${name} ${given.length === 0 ? 'without arguments' : `with ${types}`}, but it accepts only ${signatures.join(' or ')}.`;
}

function signature({ name, target, arguments: args }: CelFunc): string {
  const names = args.map((type) => shortName(type));
  return `${target ? `${shortName(target)}.` : ''}${name}(${names.join(', ')})`;
}

function shortName({ name }: CelType): string {
  return (words[name] ?? 'any value').replace(/^an? /, '').replace(' or ', '|');
}
