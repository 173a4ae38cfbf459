import { type CelError, type CelInput, type CelResult, isCelError, parse, plan, unparse } from '@bufbuild/cel';
import QuickLRU from 'quick-lru';
import { chargeOnce, WorkLimitError, type WorkMeter } from '../work.js';
import { callProblem } from './check-calls.js';
import { rewriteComprehensions } from './comprehensions.js';
import { toBinding, toJson } from './convert.js';
import { ExpressionError, ExpressionSyntaxError, NullOperandError } from './errors.js';
import { environment, similarFunction } from './functions.js';
import { implemented } from './library/index.js';
import { collectMissing, findById, nullPartOf } from './null-values.js';
import { type Path, parsePath, readPath } from './path.js';
import { type Expr, type Reference, referencesIn } from './references.js';
import { hideReserved, showReserved } from './reserved.js';
import { rewritePaths } from './rewrite-paths.js';
import { type ExpressionScope, type ScopeRoot, scopeRoots, secretRoot } from './scope.js';
import { nestingProblem, syntaxProblem } from './syntax.js';

/** A parsed expression: what it reads, and how it is evaluated. */
export interface Expression {
  source: string;
  /** True for a plain path, whose cost is negligible. */
  plain: boolean;
  references: readonly Reference[];
  /** True where it reads a secret. */
  secret: boolean;
  /** True for `raw(…)`, whose value is HTML that its author trusts. */
  raw: boolean;
  /** The parsed expression, as the author wrote it; null for a plain path. */
  readonly expr: Expr | null;
  /** A call that always fails; continues the name of the field: `calls …`. */
  problem: string | null;
  evaluate(scope: EvaluationScope): Evaluated;
  /** Evaluates a part of `expr`, which reads no secret. @throws ExpressionError, WorkLimitError */
  evaluatePart(part: Expr, scope: EvaluationScope): Evaluated;
}

export interface Evaluated {
  value: unknown;
  /** The paths that lead nowhere, each of which is null at its place, without those that the expression itself handles. */
  missing: readonly string[];
}

/** A scope, and the meter of the work of all expressions that are evaluated in it. */
export class EvaluationScope {
  readonly #views = new Map<string, CelInput>();

  constructor(
    readonly values: ExpressionScope,
    readonly meter: WorkMeter,
  ) {}

  /** The roots that an expression names as CEL bindings, null where the scope has none. Have no prototype, because CEL looks names up as properties. */
  bind(references: readonly Reference[]): Record<string, CelInput> {
    const bindings = Object.create(null) as Record<string, CelInput>;
    for (const { root } of references) {
      bindings[root] = this.#viewOf(root) ?? null;
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

// A parsed expression takes about 56 bytes a character, so few long ones are kept: together at most 250 MB.
const longestOfMany = 500;
const caches = {
  short: new QuickLRU<string, Expression>({ maxSize: 2000 }),
  long: new QuickLRU<string, Expression>({ maxSize: 250 }),
};

/**
 * Units of work for a character that is parsed. Parsing takes 2 to 4 microseconds a character, several times that price:
 * what parses much lets others have time between two expressions (see `parseTemplate`), and a step parses little.
 */
const parsedCharacter = 4;

/** Charges the parsing of an expression to the work in progress, whether or not a cache has it. @throws WorkLimitError */
export function chargeParsing({ plain, source }: Pick<Expression, 'plain' | 'source'>): void {
  // No key of other work is an expression.
  if (!plain) chargeOnce(source, source.length * parsedCharacter);
}

/**
 * Parses one bare CEL expression, from between `{{` and `}}` or from a field for CEL. Parsed expressions are kept in a
 * bounded cache.
 *
 * @param offset where the expression starts in its text, for the position of an error
 * @throws ExpressionSyntaxError, WorkLimitError
 */
export function compileExpression(text: string, offset = 0): Expression {
  const source = text.trim();
  const cache = source.length > longestOfMany ? caches.long : caches.short;
  const known = cache.get(source);
  if (known) {
    chargeParsing(known);
    return known;
  }
  const path = parsePath(source);
  if (!path) chargeParsing({ plain: false, source });
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
    raw: false,
    expr: null,
    problem: null,
    evaluate: ({ values }) => {
      const value = readPath(values, path);
      if (value === undefined) return { value: null, missing: [source] };
      return { value: value instanceof Date ? value.toISOString() : value, missing: [] };
    },
    evaluatePart: () => {
      throw new Error('A plain path has no parts.');
    },
  };
}

function celExpression(source: string, offset: number): Expression {
  const expr = parseSource(source, offset);
  const references = referencesIn(expr);
  const secret = references.some(({ root }) => root === secretRoot);
  const problem = callProblem(expr);
  const raw = expr.exprKind.case === 'callExpr' && expr.exprKind.value.function === 'raw';
  // What is evaluated is rewritten. Rules read the other of those that read secrets, at once for a whole flow.
  let written = secret ? parseSource(source, offset) : undefined;
  rewriteComprehensions(expr, parse);
  rewritePaths(expr);
  let run: ReturnType<typeof plan> | undefined;
  const parts = new Map<bigint, ReturnType<typeof plan>>();
  return {
    source,
    plain: false,
    references,
    secret,
    raw,
    get expr() {
      written ??= parseSource(source, offset);
      return written;
    },
    problem,
    evaluate: (scope) => {
      const planned = run ?? plan(environment, expr);
      run = planned;
      return evaluate(() => planned(scope.bind(references)), scope, { source, secret });
    },
    evaluatePart: ({ id }, scope) => {
      const planned = parts.get(id) ?? planPart(parseSource(source, offset), id);
      parts.set(id, planned);
      return evaluate(() => planned(scope.bind(references)), scope, { source, secret: true });
    },
  };
}

/** @param expr as the author wrote it; is rewritten */
function planPart(expr: Expr, id: bigint): ReturnType<typeof plan> {
  const part = findById(expr, id) ?? expr;
  rewriteComprehensions(part, parse);
  rewritePaths(part);
  return plan(environment, part);
}

function parseSource(source: string, offset: number): Expr {
  const problem = syntaxProblem(source, offset);
  if (problem) throw problem;
  try {
    // A comment must be followed by a line end.
    const hidden = hideReserved(source);
    const { expr } = parse(`${hidden.source}\n`);
    if (expr) return showReserved(accepted(expr, offset), hidden.fields);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) throw error;
    throw syntaxProblem(source, offset, error) ?? error;
  }
  throw syntaxProblem('', offset) ?? new Error('The expression is empty.');
}

function accepted(expr: Expr, offset: number): Expr {
  const problem = nestingProblem(expr, offset);
  if (problem) throw problem;
  return expr;
}

/** @param expression where it reads a secret, a message must not reveal values */
function evaluate(
  run: () => CelResult,
  scope: EvaluationScope,
  { source, secret }: Pick<Expression, 'source' | 'secret'>,
): Evaluated {
  const ids = new Set<number>();
  const missing = () => (ids.size === 0 ? [] : namesOf(source, ids));
  try {
    const result = collectMissing(ids, run);
    if (!isCelError(result)) return { value: toJson(result), missing: missing() };
    throw result;
  } catch (error) {
    const beginning = `The expression${secret ? '' : ` {{ ${source} }}`} cannot be evaluated: `;
    // CEL may have returned the refusal as an error of its own.
    if (scope.meter.exhausted) throw new WorkLimitError(beginning + scope.meter.refusal);
    const part = isCelError(error) ? nullPart(source, error) : null;
    if (part !== null) throw new NullOperandError(beginning + part, missing());
    const reason = secret ? 'the reason is not shown because the expression reads a secret.' : reasonOf(error);
    throw new ExpressionError(beginning + reason);
  }
}

/** The paths with these ids, as the author could write them. */
function namesOf(source: string, ids: ReadonlySet<number>): string[] {
  const expr = parseSource(source, 0);
  const names = [...ids].map((id) => sourceOf(findById(expr, BigInt(id))));
  return [...new Set(names)].filter((name) => name !== null);
}

function nullPart(source: string, error: CelError): string | null {
  // The evaluated tree was rewritten; a new one has the same ids.
  const found = nullPartOf(parseSource(source, 0), error);
  if (!found) return null;
  const name = sourceOf(found.part) ?? 'a list';
  if (found.isEntry) return `an entry of ${name} is null, where a value is required. Use default() in it.`;
  return `${name} is null, where a value is required. Use default(${name}, …) to replace it.`;
}

/** The source of a part of an expression; null for a macro. */
function sourceOf(expr: Expr | null): string | null {
  try {
    return expr && unparse(expr);
  } catch {
    return null;
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
  const declared = implemented.get(name ?? '');
  if (declared) return `${name} does not accept ${types}. It accepts ${declared.signature}.`;
  return `${name} does not accept ${types}. Convert one of them with string(), int() or double().`;
}
