import { charge, meteredInPart, type WorkMeter } from '../work.js';
import { ExpressionError } from './errors.js';
import { compileExpression, EvaluationScope, type Expression } from './expression.js';
import { deepestData, longestText } from './limits.js';
import { readPath } from './path.js';
import { redactionMark } from './redact-secret.js';
import type { ExpressionScope } from './scope.js';
import { redactDerived, secretsOf } from './secrets.js';
import { hideDifferences, Taint } from './taint.js';
import { compileTemplate, hasExpression, type Template } from './template.js';

export interface Resolved<T = unknown> {
  /** The real value, which the node uses. */
  value: T;
  /** The same for records, logs and events, with everything that secrets contributed to masked. */
  recorded: T;
  /** The expressions whose path does not exist, for the step's log. */
  missing: string[];
  /** The secrets that were read, to redact everything that the step records. */
  secrets: string[];
}

/**
 * Replaces the `{{ expressions }}` in all texts of node data by their values, at any depth. A text that is a single
 * expression becomes its value and keeps the type; in other texts the value is inserted: objects as JSON, null as an
 * empty text. All expressions of one call, or of all calls within `metered`, share one limit on their work.
 *
 * @param verbatim fields of `data` that are left unchanged: CEL and code are not templates
 * @throws ExpressionSyntaxError, ExpressionError, WorkLimitError
 */
export function resolveFields<T>(
  data: T,
  scope: ExpressionScope,
  verbatim: ReadonlySet<string> = new Set(),
): Resolved<T> {
  return meteredInPart((meter) => {
    const resolver = new Resolver(scope, meter);
    const { value, recorded } = resolver.resolve(data, 0, verbatim);
    return { value: value as T, recorded: recorded as T, ...resolver.notes };
  });
}

/**
 * Evaluates one bare CEL expression, for example of `data.transform`.
 *
 * @throws ExpressionSyntaxError, ExpressionError, WorkLimitError
 */
export function resolveExpression(source: string, scope: ExpressionScope): Resolved {
  return meteredInPart((meter) => {
    const resolver = new Resolver(scope, meter);
    return { ...resolver.evaluate(compileExpression(source)), ...resolver.notes };
  });
}

interface Pair {
  value: unknown;
  recorded: unknown;
}

class Resolver {
  readonly #scope: EvaluationScope;
  readonly #taint: Taint;
  readonly #missing = new Set<string>();
  readonly #secrets = new Set<string>();

  constructor(scope: ExpressionScope, meter: WorkMeter) {
    this.#scope = new EvaluationScope(scope, meter);
    this.#taint = scope.taint ?? new Taint();
  }

  get notes(): { missing: string[]; secrets: string[] } {
    return { missing: [...this.#missing], secrets: [...this.#secrets] };
  }

  resolve(data: unknown, depth: number, verbatim: ReadonlySet<string>): Pair {
    if (typeof data === 'string') return hasExpression(data) ? this.#text(compileTemplate(data)) : same(data);
    if (typeof data !== 'object' || data === null || data instanceof Date) return same(data);
    if (depth >= deepestData) throw new ExpressionError(`The data must be nested at most ${deepestData} levels deep.`);
    if (Array.isArray(data)) return this.#list(data, depth);
    const values: [string, unknown][] = [];
    const records: [string, unknown][] = [];
    for (const [key, field] of Object.entries(data)) {
      const pair = depth === 0 && verbatim.has(key) ? same(field) : this.resolve(field, depth + 1, verbatim);
      values.push([key, pair.value]);
      records.push([key, pair.recorded]);
    }
    // Object.fromEntries keeps a key `__proto__` as a key.
    return { value: Object.fromEntries(values), recorded: Object.fromEntries(records) };
  }

  #list(data: readonly unknown[], depth: number): Pair {
    const pairs = data.map((item) => this.resolve(item, depth + 1, new Set()));
    return { value: pairs.map(({ value }) => value), recorded: pairs.map(({ recorded }) => recorded) };
  }

  #text({ parts, lone }: Template): Pair {
    if (lone) return this.evaluate(lone);
    let value = '';
    let recorded = '';
    for (const part of parts) {
      const pair = typeof part === 'string' ? same(part) : this.evaluate(part);
      const before = value.length;
      value += insertedText(pair.value);
      recorded += pair.recorded === pair.value ? value.slice(before) : insertedText(pair.recorded);
      if (value.length > longestText)
        throw new ExpressionError(`A text with expressions must have at most ${longestText} characters.`);
    }
    // A short secret is redacted later only as a part of this whole text.
    if (value !== recorded && this.#taint.redact(value) === value) this.#taint.addDerived(value, recorded);
    return { value, recorded };
  }

  evaluate(expression: Expression): Pair {
    const { value, missing } = expression.evaluate(this.#scope);
    if (missing) this.#missing.add(expression.source);
    if (value === null) return same(value);
    if (!expression.secret) return this.#tainted(expression, value);
    const secrets = secretsOf(expression, this.#scope.values);
    for (const secret of secrets) {
      this.#secrets.add(secret);
      this.#taint.addSecret(secret);
    }
    if (!expression.plain) hideDifferences(this.#taint, value, this.#maskedValueOf(expression), () => redactionMark);
    return { value, recorded: redactDerived(value, secrets) };
  }

  /** The value of an expression that may read values which secrets contributed to. */
  #tainted(expression: Expression, value: unknown): Pair {
    const taint = this.#taint;
    if (taint.isEmpty) return same(value);
    if (expression.plain) return { value, recorded: taint.redact(value) };
    const { values } = this.#scope;
    const reads = expression.references.some(({ root, path }) => taint.touches(readPath(values, { root, keys: path })));
    if (!reads) return same(value);
    return { value, recorded: hideDifferences(taint, value, this.#maskedValueOf(expression), () => redactionMark) };
  }

  /** The value of the expression with masks in place of secrets; undefined where it cannot be evaluated. */
  #maskedValueOf(expression: Expression): unknown {
    const { values } = this.#scope;
    const roots = new Set(expression.references.map(({ root }) => root));
    const redacted = Object.entries(values).map(([root, value]) => [
      root,
      roots.has(root) ? this.#taint.redact(value) : value,
    ]);
    try {
      return expression.evaluate(new EvaluationScope(Object.fromEntries(redacted), this.#scope.meter)).value;
    } catch {
      return undefined;
    }
  }
}

function same(value: unknown): Pair {
  return { value, recorded: value };
}

/** The text of a value, whose length is charged. */
function insertedText(value: unknown): string {
  const text = textOf(value);
  charge(text.length / (typeof value === 'object' ? 10 : 200));
  return text;
}

/** A value as it is inserted into a text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value == null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
