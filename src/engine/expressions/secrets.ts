import { charge } from '../work.js';
import { boundedText } from './bounded-text.js';
import { ExpressionError, NullOperandError } from './errors.js';
import { readPath } from './path.js';
import { redactionMark, redactSecret } from './redact-secret.js';
import type { Expr, Reference } from './references.js';
import { type ExpressionScope, secretRoot } from './scope.js';
import { wholeFunctions } from './secret-functions.js';
import { type HiddenPart, hiddenParts } from './shown-forms.js';
import { type HiddenText, merged, shortestInside, Taint } from './taint.js';
import type { Whole } from './whole-secrets.js';

/** What a part of an expression over secrets is. */
export interface WholeValue {
  value: unknown;
  /** The same for records. */
  recorded: unknown;
  /** The most characters of a text, whatever characters the secrets in it have: no limit may depend on these. */
  length: number;
  /** The secret texts that went into it, and those that were made of whole ones. */
  sent: readonly HiddenText[];
  /** The paths in it that lead nowhere. */
  missing: readonly string[];
}

/** The secrets that the expressions of one node can read. */
export class ScopeSecrets {
  readonly #scope: ExpressionScope;
  readonly #shown: ExpressionScope | null;
  readonly #texts: Taint;

  constructor(scope: ExpressionScope) {
    this.#scope = scope;
    this.#shown = scope.hidden?.shown ?? null;
    this.#texts = scope.hidden?.texts ?? textsOf(scope);
  }

  /** Arrow function: passed on as it is. Decided by where the value came from, before it is evaluated. */
  readonly isSecret = ({ root, path }: Reference): boolean => {
    if (root === secretRoot) return true;
    if (!this.#shown) return false;
    const at = { root, keys: path };
    return hiddenParts(readPath(this.#scope, at), readPath(this.#shown, at)).length > 0;
  };

  /** A secret, or a value with secrets in it. */
  read({ root, path }: Reference): WholeValue {
    const at = { root, keys: path };
    const value = readPath(this.#scope, at);
    if (value === undefined || value === null)
      return { value: null, recorded: null, length: 0, sent: [], missing: [sourceOf(root, path)] };
    const recorded =
      root === secretRoot ? redactSecret(String(value)) : (readPath(this.#shown ?? {}, at) ?? redactionMark);
    const sent = hiddenParts(value, recorded).flatMap((part) => this.#textsIn(part));
    return { value, recorded, length: lengthOf(value), sent, missing: [] };
  }

  #textsIn({ value, shown }: HiddenPart): HiddenText[] {
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const text = String(value);
    const known = this.#texts.entriesIn(text);
    return known.length > 0 ? known : [{ text, shown, origins: [] }];
  }
}

/** The secrets of a scope that comes without their texts. */
function textsOf({ boveda = {} }: ExpressionScope): Taint {
  const taint = new Taint();
  for (const [name, secret] of Object.entries(boveda)) {
    if (typeof secret === 'string') taint.addSecret(secret, [{ name, allowedHosts: [] }]);
  }
  return taint;
}

/** Evaluates a part of an expression that reads no secret. */
type EvaluatePlain = (expr: Expr) => { value: unknown; missing: readonly string[] };

/**
 * The value of an expression over secrets. Whether it succeeds, and the work that is charged, does not depend on which
 * characters the secrets have.
 *
 * @throws ExpressionError, WorkLimitError
 */
export function evaluateWhole(whole: Whole, secrets: ScopeSecrets, plain: EvaluatePlain): WholeValue {
  const all = (parts: readonly Whole[]) => parts.map((part) => evaluateWhole(part, secrets, plain));
  switch (whole.kind) {
    case 'plain': {
      const { value, missing } = plain(whole.expr);
      return { value, recorded: value, length: lengthOf(value), sent: [], missing };
    }
    case 'secret':
      return secrets.read(whole.reference);
    case 'join':
      return joined(all(whole.parts));
    case 'call':
      return called(whole.name, all(whole.args));
    case 'list':
      return collected(all(whole.items), (values) => values);
    case 'map': {
      const keys = all(whole.entries.map(([key]) => key)).map(({ value }) => String(value));
      const values = all(whole.entries.map(([, value]) => value));
      return collected(values, (items) => Object.fromEntries(items.map((item, at) => [keys[at], item])));
    }
  }
}

function joined(parts: readonly WholeValue[]): WholeValue {
  requireTexts(parts, '+ joins a secret only to text. Convert the other value with string().');
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  bounded(length);
  const [value, recorded] = [parts.map((part) => part.value).join(''), parts.map((part) => part.recorded).join('')];
  const sent = parts.flatMap((part) => part.sent);
  const whole = { text: value, shown: recorded, origins: originsOf(sent) };
  // A secret that is too short to be found in a longer text is found with the whole text.
  const isFound = sent.every(({ text }) => text.length >= shortestInside);
  return { value, recorded, length, sent: isFound ? sent : [...sent, whole], missing: missingIn(parts) };
}

function originsOf(sent: readonly HiddenText[]): HiddenText['origins'] {
  return sent.reduce<HiddenText['origins']>((known, text) => merged(known, text.origins), []) ?? [];
}

function called(name: string, args: readonly WholeValue[]): WholeValue {
  const { arity, call, longest } = wholeFunctions[name] as (typeof wholeFunctions)[string];
  if (args.length < arity[0] || args.length > arity[1])
    throw failure(`${name} takes ${arity[0]} to ${arity[1]} arguments.`);
  requireTexts(args, `${name} takes only texts.`);
  const length = longest(...args.map((arg) => arg.length));
  bounded(length + args.reduce((sum, arg) => sum + arg.length, 0));
  const value = asFailure(() => call(...args.map((arg) => arg.value as string)));
  const sent = args.flatMap((arg) => arg.sent);
  return {
    value,
    recorded: redactionMark,
    length,
    missing: missingIn(args),
    sent: [...sent, { text: value, shown: redactionMark, origins: originsOf(sent) }],
  };
}

function collected(parts: readonly WholeValue[], build: (values: unknown[]) => unknown): WholeValue {
  return {
    value: build(parts.map(({ value }) => value)),
    recorded: build(parts.map(({ recorded }) => recorded)),
    length: parts.reduce((sum, { length }) => sum + length, 0),
    sent: parts.flatMap(({ sent }) => sent),
    missing: missingIn(parts),
  };
}

function missingIn(parts: readonly WholeValue[]): string[] {
  return parts.flatMap(({ missing }) => missing);
}

/** A path as an author writes it. */
function sourceOf(root: string, path: Reference['path']): string {
  return path.reduce<string>((text, key) => {
    return typeof key === 'string' && /^[A-Za-z_]\w*$/.test(key) ? `${text}.${key}` : `${text}[${JSON.stringify(key)}]`;
  }, root);
}

function requireTexts(parts: readonly WholeValue[], problem: string): void {
  const missing = missingIn(parts);
  if (parts.some(({ value }) => value === null || value === undefined)) {
    const name = missing[0] ?? 'a value';
    throw new NullOperandError(`${beginning}${name} is null, where a value is required.`, missing);
  }
  if (parts.some(({ value }) => typeof value !== 'string')) throw failure(problem);
}

function bounded(length: number): void {
  charge(3 + length / 50);
  asFailure(() => boundedText(length));
}

function asFailure<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw failure((error as Error).message);
  }
}

const beginning = 'The expression that reads a secret cannot be evaluated: ';

function failure(reason: string): ExpressionError {
  return new ExpressionError(beginning + reason);
}

/** The characters of a text, or of the JSON of another value at most. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 25;
  return Object.entries(value).reduce((sum, [key, item]) => sum + 6 * key.length + 6 + 6 * lengthOf(item), 2);
}
