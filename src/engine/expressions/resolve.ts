import { charge, meteredInPart, type WorkMeter } from '../work.js';
import { ExpressionError } from './errors.js';
import { compileExpression, EvaluationScope, type Expression } from './expression.js';
import { deepestData, longestText } from './limits.js';
import { redactionMark } from './redact-secret.js';
import type { ExpressionScope } from './scope.js';
import { originsOf, redactDerived, secretsOf } from './secrets.js';
import { SecretSinkError, type SecretUse, type Sink } from './sinks.js';
import { hideDifferences, merged, type SecretOrigin, Taint } from './taint.js';
import { compileTemplate, hasExpression, type Template } from './template.js';

export interface Resolved<T = unknown> {
  /** The real value, which the node uses. */
  value: T;
  /** The same for records, logs and events, with everything that secrets contributed to masked. */
  recorded: T;
  /** The expressions whose path does not exist, for the step's log. */
  missing: string[];
  /** The fields that secrets went into. */
  secretUses: SecretUse[];
  /** The fields that are a single expression whose value is null. */
  nulls: NullField[];
}

/** A field whose expression has the value null. */
export interface NullField {
  /** The path in the node's data: `auth.token`. */
  field: string;
  expression: string;
  /** True where a path in the expression leads nowhere. */
  isMissing: boolean;
}

/** By field, whether it is HTML with the resolved values of the fields that are not named here. */
export type HtmlFields = Readonly<Record<string, (data: Readonly<Record<string, unknown>>) => boolean>>;

export interface ResolveOptions {
  /** Fields of `data` that are left unchanged: CEL and code are not templates. */
  verbatim?: ReadonlySet<string>;
  /** Fields of `data` that are HTML, or are so with these other fields: what expressions insert there is escaped. */
  html?: HtmlFields | undefined;
  /** What a field of `data` does with secrets. Without it no field accepts one. */
  sinkOf?: (field: string) => Sink | undefined;
}

/**
 * Replaces the `{{ expressions }}` in all texts of node data by their values, at any depth. A text that is a single
 * expression becomes its value and keeps the type; in other texts the value is inserted: objects as JSON, null as an
 * empty text. All expressions of one call, or of all calls within `metered`, share one limit on their work.
 *
 * @throws ExpressionSyntaxError, ExpressionError, WorkLimitError, SecretSinkError
 */
export function resolveFields<T>(data: T, scope: ExpressionScope, options: ResolveOptions = {}): Resolved<T> {
  return meteredInPart((meter) => {
    const resolver = new Resolver(scope, meter, options);
    const { value, recorded } = resolver.resolve(data, '', 0);
    return { value: value as T, recorded: recorded as T, ...resolver.notes };
  });
}

/**
 * Evaluates one bare CEL expression, for example of `data.transform`.
 *
 * @param field the field that holds it
 * @throws ExpressionSyntaxError, ExpressionError, WorkLimitError, SecretSinkError
 */
export function resolveExpression(source: string, scope: ExpressionScope, field = 'expression'): Resolved {
  return meteredInPart((meter) => {
    const resolver = new Resolver(scope, meter, {});
    return { ...resolver.evaluate(compileExpression(source), field), ...resolver.notes };
  });
}

interface Pair {
  value: unknown;
  recorded: unknown;
  /** Set where a path of the expression leads nowhere. */
  isMissing?: boolean;
}

class Resolver {
  readonly #scope: EvaluationScope;
  readonly #taint: Taint;
  readonly #options: ResolveOptions;
  readonly #missing = new Set<string>();
  readonly #uses = new Map<string, SecretUse>();
  readonly #nulls: NullField[] = [];
  #isHtml = false;

  constructor(scope: ExpressionScope, meter: WorkMeter, options: ResolveOptions) {
    this.#scope = new EvaluationScope(scope, meter);
    this.#taint = scope.taint ?? taintOf(scope);
    this.#options = options;
  }

  get notes(): Pick<Resolved, 'missing' | 'secretUses' | 'nulls'> {
    return { missing: [...this.#missing], secretUses: [...this.#uses.values()], nulls: this.#nulls };
  }

  resolve(data: unknown, field: string, depth: number): Pair {
    if (typeof data === 'string') return hasExpression(data) ? this.#text(compileTemplate(data), field) : same(data);
    if (typeof data !== 'object' || data === null || data instanceof Date) return same(data);
    if (depth >= deepestData) throw new ExpressionError(`The data must be nested at most ${deepestData} levels deep.`);
    if (Array.isArray(data)) return this.#list(data, field, depth);
    if (depth === 0) return this.#fields(Object.entries(data));
    return pairOf(Object.entries(data).map(([key, item]) => [key, this.resolve(item, `${field}.${key}`, depth + 1)]));
  }

  /** The fields that may be HTML come last: the others decide that. */
  #fields(entries: [string, unknown][]): Pair {
    const { verbatim, html = {} } = this.#options;
    const isLate = (key: string) => Object.hasOwn(html, key);
    const resolved = new Map<string, Pair>();
    for (const [key, item] of entries)
      if (!isLate(key)) resolved.set(key, verbatim?.has(key) ? same(item) : this.resolve(item, key, 1));
    const others = Object.fromEntries([...resolved].map(([key, { value }]) => [key, value]));
    for (const [key, item] of entries) {
      if (!isLate(key)) continue;
      this.#isHtml = html[key]?.(others) ?? false;
      resolved.set(key, this.resolve(item, key, 1));
      this.#isHtml = false;
    }
    return pairOf(entries.map(([key]) => [key, resolved.get(key) as Pair]));
  }

  #list(data: readonly unknown[], field: string, depth: number): Pair {
    const pairs = data.map((item, index) => this.resolve(item, `${field}[${index}]`, depth + 1));
    return { value: pairs.map(({ value }) => value), recorded: pairs.map(({ recorded }) => recorded) };
  }

  #text({ parts, lone }: Template, field: string): Pair {
    if (lone) return this.#escaped(lone, this.#handedOn(lone, this.#single(lone, field), field));
    let value = '';
    let recorded = '';
    for (const part of parts) {
      const pair = typeof part === 'string' ? same(part) : this.#escaped(part, this.evaluate(part, field));
      const before = value.length;
      value += insertedText(pair.value);
      recorded += pair.recorded === pair.value ? value.slice(before) : insertedText(pair.recorded);
      if (value.length > longestText)
        throw new ExpressionError(`A text with expressions must have at most ${longestText} characters.`);
    }
    // A short secret is redacted later only as a part of this whole text.
    if (value !== recorded && this.#taint.redact(value) === value)
      this.#taint.addDerived(value, recorded, this.#uses.get(field)?.origins);
    return { value, recorded };
  }

  /** In HTML a value is text: it can add no tags, unless the author says so. */
  #escaped({ raw }: Expression, pair: Pair): Pair {
    if (!this.#isHtml || raw || pair.value === null) return pair;
    const value = escapeHtml(insertedText(pair.value));
    return { ...pair, value, recorded: pair.recorded === pair.value ? value : escapeHtml(insertedText(pair.recorded)) };
  }

  #single(expression: Expression, field: string): Pair {
    const pair = this.evaluate(expression, field);
    const { value, isMissing = false } = pair;
    if (value === null) this.#nulls.push({ field, expression: expression.source, isMissing });
    return pair;
  }

  /** What is handed on must be recognized where it arrives, and only texts are. */
  #handedOn({ plain }: Expression, pair: Pair, field: string): Pair {
    const handsOn = this.#uses.has(field) && this.#options.sinkOf?.(field) === 'handsOn';
    const isMissing = plain && pair.value === null;
    if (handsOn && !isMissing && !isTextOnly(pair.value)) throw new SecretSinkError(field, 'notText');
    return pair;
  }

  /** The value of an expression in a field. Whether the field may depend on secrets is decided before it is evaluated. */
  evaluate(expression: Expression, field: string): Pair {
    const origins = originsOf(expression, this.#scope.values, this.#taint);
    if (origins) this.#requireSink(field, origins);
    const { value, missing } = expression.evaluate(this.#scope);
    for (const path of missing) this.#missing.add(path);
    if (value === null) return { value, recorded: value, isMissing: missing.length > 0 };
    return origins ? { value, recorded: this.#redacted(expression, value, origins) } : same(value);
  }

  #requireSink(field: string, origins: readonly SecretOrigin[]): void {
    if (!this.#options.sinkOf?.(field)) throw new SecretSinkError(field);
    const known = this.#uses.get(field)?.origins;
    this.#uses.set(field, { field, origins: merged(known, origins) });
  }

  #redacted(expression: Expression, value: unknown, origins: readonly SecretOrigin[]): unknown {
    if (expression.plain && !expression.secret) return this.#taint.redact(value);
    const masked = expression.plain ? value : this.#maskedValueOf(expression);
    const shown = hideDifferences(this.#taint, value, masked, () => redactionMark, origins);
    return expression.secret ? redactDerived(value, secretsOf(expression, this.#scope.values)) : shown;
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

/** The taint of a scope that comes without one. */
function taintOf({ boveda = {} }: ExpressionScope): Taint {
  return new Taint(Object.values(boveda).filter((secret) => typeof secret === 'string'));
}

/** Whether a value consists of texts, at any depth. */
function isTextOnly(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string';
  return Object.values(value).every(isTextOnly);
}

/** An object of resolved values. Object.fromEntries keeps a key `__proto__` as a key. */
function pairOf(pairs: readonly (readonly [string, Pair])[]): Pair {
  const part = (name: 'value' | 'recorded') => Object.fromEntries(pairs.map(([key, pair]) => [key, pair[name]]));
  return { value: part('value'), recorded: part('recorded') };
}

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;' },
  ...{ '"': '&quot;', "'": '&#39;' },
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => entities[char] as string);
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
