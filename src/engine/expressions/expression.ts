import { type CelInput, type CelResult, isCelError, parse, plan } from '@bufbuild/cel';
import QuickLRU from 'quick-lru';
import { tooMuchWork, WorkLimitError, type WorkMeter } from '../work.js';
import { callProblem } from './check-calls.js';
import { rewriteComprehensions } from './comprehensions.js';
import { toBinding, toJson } from './convert.js';
import { ExpressionError } from './errors.js';
import { environment, similarFunction } from './functions.js';
import { type Path, parsePath, readPath } from './path.js';
import { type Expr, type Reference, referencesIn } from './references.js';
import { hideReserved, showReserved } from './reserved.js';
import { type ExpressionScope, type ScopeRoot, scopeRoots, secretRoot } from './scope.js';
import { syntaxProblem } from './syntax.js';

/** A parsed expression: what it reads, and how it is evaluated. */
export interface Expression {
  source: string;
  /** True for a plain path, whose cost is negligible. */
  plain: boolean;
  references: readonly Reference[];
  /** True where it reads a secret. */
  secret: boolean;
  /** A call that always fails; continues the name of the field: `calls …`. */
  problem: string | null;
  evaluate(scope: EvaluationScope): Evaluated;
}

export interface Evaluated {
  value: unknown;
  /** True where a path in it does not exist; the value is null then. */
  missing: boolean;
}

/** A scope, and the meter of the work of all expressions that are evaluated in it. */
export class EvaluationScope {
  readonly #views = new Map<string, CelInput>();

  constructor(
    readonly values: ExpressionScope,
    readonly meter: WorkMeter,
  ) {}

  /** The roots that an expression names as CEL bindings. Have no prototype, because CEL looks names up as properties. */
  bind(references: readonly Reference[]): Record<string, CelInput> {
    const bindings = Object.create(null) as Record<string, CelInput>;
    for (const { root } of references) {
      const view = this.#viewOf(root);
      if (view !== undefined) bindings[root] = view;
    }
    return bindings;
  }

  #viewOf(root: string): CelInput | undefined {
    const known = this.#views.get(root);
    if (known !== undefined || !isRoot(root) || !Object.hasOwn(this.values, root)) return known;
    const value = this.values[root];
    if (value === undefined) return undefined;
    const view = toBinding(value);
    this.#views.set(root, view);
    return view;
  }
}

function isRoot(name: string): name is ScopeRoot {
  return scopeRoots.some((root) => root === name);
}

const cache = new QuickLRU<string, Expression>({ maxSize: 2000 });

/**
 * Parses one bare CEL expression, from between `{{` and `}}` or from a field for CEL. Parsed expressions are kept in a
 * bounded cache.
 *
 * @param offset where the expression starts in its text, for the position of an error
 * @throws ExpressionSyntaxError
 */
export function compileExpression(text: string, offset = 0): Expression {
  const source = text.trim();
  const known = cache.get(source);
  if (known) return known;
  const path = parsePath(source);
  const expression = path ? pathExpression(source, path) : celExpression(source, offset + text.indexOf(source));
  cache.set(source, expression);
  return expression;
}

function pathExpression(source: string, path: Path): Expression {
  return {
    source,
    plain: true,
    references: [{ root: path.root, path: path.keys }],
    secret: path.root === secretRoot,
    problem: null,
    evaluate: ({ values }) => {
      const value = readPath(values, path);
      if (value === undefined) return { value: null, missing: true };
      return { value: value instanceof Date ? value.toISOString() : value, missing: false };
    },
  };
}

function celExpression(source: string, offset: number): Expression {
  const expr = parseSource(source, offset);
  const references = referencesIn(expr);
  const secret = references.some(({ root }) => root === secretRoot);
  const problem = callProblem(expr);
  rewriteComprehensions(expr, parse);
  let run: ReturnType<typeof plan> | undefined;
  return {
    source,
    plain: false,
    references,
    secret,
    problem,
    evaluate: (scope) => {
      const planned = run ?? plan(environment, expr);
      run = planned;
      return evaluate(() => planned(scope.bind(references)), scope, secret ? null : source);
    },
  };
}

function parseSource(source: string, offset: number): Expr {
  const problem = syntaxProblem(source, offset);
  if (problem) throw problem;
  try {
    // A comment must be followed by a line end.
    const { expr } = parse(`${hideReserved(source)}\n`);
    if (expr) return showReserved(expr);
  } catch (error) {
    throw syntaxProblem(source, offset, error) ?? error;
  }
  throw syntaxProblem('', offset) ?? new Error('The expression is empty.');
}

const missingPath = /^(field not found|unresolved attribute|index .* out of bounds)/;

/** @param source for the message; null where the message must not reveal values */
function evaluate(run: () => CelResult, scope: EvaluationScope, source: string | null): Evaluated {
  try {
    const result = run();
    if (!isCelError(result)) return { value: toJson(result), missing: false };
    if (missingPath.test(result.message)) return { value: null, missing: true };
    throw result;
  } catch (error) {
    const beginning = `The expression${source === null ? '' : ` {{ ${source} }}`} cannot be evaluated: `;
    // CEL may have returned the refusal as an error of its own.
    if (scope.meter.exhausted) throw new WorkLimitError(beginning + tooMuchWork);
    const reason = source === null ? 'the reason is not shown because the expression reads a secret.' : reasonOf(error);
    throw new ExpressionError(beginning + reason);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deep.';
  const message = error instanceof Error ? error.message : String(error);
  const unbound = /^unbound function: (\w+)/.exec(message)?.[1];
  if (unbound) return `the function ${unbound} does not exist.${similarFunction(unbound)}`;
  const [, text] = /^Cannot convert (.*) to a BigInt$/s.exec(message) ?? [];
  if (text !== undefined) return `the argument of int must be a whole number, not "${text.slice(0, 80)}".`;
  const overload = /found no matching overload for '(.*)' applied to '(.*)'/.exec(message);
  if (!overload) return message;
  const [, name, types] = overload;
  return `${name} does not accept ${types}. Convert one of them with string(), int() or double().`;
}
