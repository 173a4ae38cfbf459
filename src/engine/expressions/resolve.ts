import { charge, meteredInPart, type WorkMeter } from '../work.js';
import { ExpressionError } from './errors.js';
import { compileExpression, EvaluationScope, type Expression } from './expression.js';
import { deepestData, longestText } from './limits.js';
import type { Reference } from './references.js';
import type { ExpressionScope } from './scope.js';
import { evaluateWhole, ScopeSecrets, type WholeValue } from './secrets.js';
import { notInFieldProblem, partialProblem, SecretSinkError, type SecretUse, type Sink } from './sinks.js';
import { type HiddenText, merged, type SecretOrigin, Taint } from './taint.js';
import { compileTemplate, hasExpression, type Template } from './template.js';
import { PartialUse, wholeOf, wholeReference } from './whole-secrets.js';

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
  /** The most characters of a text with secrets in it, whatever characters these have. */
  length?: number;
}

class Resolver {
  readonly #scope: EvaluationScope;
  readonly #secrets: ScopeSecrets;
  readonly #options: ResolveOptions;
  readonly #missing = new Set<string>();
  readonly #uses = new Map<string, SecretUse>();
  readonly #nulls: NullField[] = [];
  #isHtml = false;

  constructor(scope: ExpressionScope, meter: WorkMeter, options: ResolveOptions) {
    this.#scope = new EvaluationScope(scope, meter);
    this.#secrets = new ScopeSecrets(scope);
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
    const resolved = new Map(
      entries.map(([key, item]): [string, Pair] => {
        if (Object.hasOwn(html, key)) return [key, same(undefined)];
        return [key, verbatim?.has(key) ? same(item) : this.resolve(item, key, 1)];
      }),
    );
    for (const [key, item] of entries) {
      if (!Object.hasOwn(html, key)) continue;
      this.#isHtml = html[key]?.(pairOf([...resolved]).value as Record<string, unknown>) ?? false;
      resolved.set(key, this.resolve(item, key, 1));
      this.#isHtml = false;
    }
    return pairOf([...resolved]);
  }

  #list(data: readonly unknown[], field: string, depth: number): Pair {
    const pairs = data.map((item, index) => this.resolve(item, `${field}[${index}]`, depth + 1));
    const value = pairs.map((pair) => pair.value);
    return pairs.every(isSame) ? same(value) : { value, recorded: pairs.map(({ recorded }) => recorded) };
  }

  #text({ parts, lone }: Template, field: string): Pair {
    if (lone) return this.#escaped(lone, this.#handedOn(this.#single(lone, field), field));
    let value = '';
    let recorded = '';
    let length = 0;
    for (const part of parts) {
      const pair: Pair =
        typeof part === 'string' ? same(part) : this.#escaped(part, this.evaluate(part, field, 'inText'));
      const before = value.length;
      value += pair.length === undefined ? insertedText(pair.value) : textOf(pair.value);
      recorded += pair.recorded === pair.value ? value.slice(before) : textOf(pair.recorded);
      length += pair.length ?? value.length - before;
      if (length > longestText)
        throw new ExpressionError(`A text with expressions must have at most ${longestText} characters.`);
    }
    const pair = { value, recorded };
    if (!this.#uses.has(field)) return pair;
    this.#noteText(field, pair);
    return this.#handedOn(pair, field);
  }

  /** In HTML a value is text: it can add no tags, unless the author says so. */
  #escaped({ raw }: Expression, pair: Pair): Pair {
    if (!this.#isHtml || raw || pair.value === null) return pair;
    const value = escapeHtml(insertedText(pair.value));
    return { ...pair, value, recorded: pair.recorded === pair.value ? value : escapeHtml(insertedText(pair.recorded)) };
  }

  #single(expression: Expression, field: string): Pair {
    const pair = this.evaluate(expression, field, 'alone');
    const { value, isMissing = false } = pair;
    if (value === null) this.#nulls.push({ field, expression: expression.source, isMissing });
    return pair;
  }

  /** A secret that is too short to be found in a longer text is found with the whole text that it was sent in. */
  #noteText(field: string, { value, recorded }: { value: string; recorded: string }): void {
    const use = this.#uses.get(field) as SecretUse;
    const taint = new Taint();
    taint.addEntries(use.sent);
    if (taint.touches(value)) return;
    this.#uses.set(field, { ...use, sent: [...use.sent, { text: value, shown: recorded, origins: use.origins }] });
  }

  /** What is handed on is recognized by the object that it is in. */
  #handedOn(pair: Pair, field: string): Pair {
    const handsOn = this.#uses.has(field) && this.#options.sinkOf?.(field) === 'handsOn';
    const isWhole = handsOn && !/[.[]/.test(field) && typeof pair.value !== 'object';
    if (isWhole) throw new SecretSinkError(field, notInFieldProblem);
    return pair;
  }

  /**
   * The value of an expression in a field. Whether it depends on secrets is decided before it is evaluated, by what it
   * reads, and what it may do with them by how it is written: no result discloses a part of a secret.
   */
  evaluate(expression: Expression, field: string, place: 'alone' | 'inText' = 'alone'): Pair {
    if (!expression.references.some(this.#secrets.isSecret)) {
      const { value, missing } = expression.evaluate(this.#scope);
      for (const path of missing) this.#missing.add(path);
      return value === null ? { value, recorded: value, isMissing: missing.length > 0 } : same(value);
    }
    if (!this.#options.sinkOf?.(field)) throw new SecretSinkError(field);
    const { value, recorded, length, sent, missing } = this.#evaluateWhole(expression, field, place);
    for (const path of missing) this.#missing.add(path);
    this.#noteUse(field, sent);
    return { value, recorded, length, isMissing: missing.length > 0 };
  }

  #evaluateWhole(expression: Expression, field: string, place: 'alone' | 'inText'): WholeValue {
    const [reference] = expression.references;
    try {
      const whole = expression.expr
        ? wholeOf(expression.expr, this.#secrets.isSecret, place)
        : wholeReference(reference as Reference);
      return evaluateWhole(whole, this.#secrets, (part) => expression.evaluatePart(part, this.#scope));
    } catch (error) {
      if (error instanceof PartialUse) throw new SecretSinkError(field, partialProblem(error.operation));
      throw error;
    }
  }

  #noteUse(field: string, sent: readonly HiddenText[]): void {
    const known = this.#uses.get(field);
    const origins = sent.reduce<SecretOrigin[]>((all, text) => merged(all, text.origins), [...(known?.origins ?? [])]);
    this.#uses.set(field, { field, origins, sent: [...(known?.sent ?? []), ...sent] });
  }
}

/** An object of resolved values. Object.fromEntries keeps a key `__proto__` as a key. */
/** An object of resolved values. Object.fromEntries keeps a key `__proto__` as a key. */
function pairOf(pairs: readonly (readonly [string, Pair])[]): Pair {
  const value = Object.fromEntries(pairs.map(([key, pair]) => [key, pair.value]));
  if (pairs.every(([, pair]) => isSame(pair))) return same(value);
  return { value, recorded: Object.fromEntries(pairs.map(([key, { recorded }]) => [key, recorded])) };
}

/** No secret is in it. */
function isSame({ value, recorded }: Pair): boolean {
  return Object.is(value, recorded);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
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
