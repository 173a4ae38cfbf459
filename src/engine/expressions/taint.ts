import { charge } from '../work.js';
import { foldCase, formsOf, replaceFolded } from './hidden-forms.js';
import { redactionMark, redactSecret } from './redact-secret.js';

/** A secret that a text was made of, and the hosts that it may be sent to. */
export interface SecretOrigin {
  name: string;
  allowedHosts: readonly string[];
}

/** A text that must be redacted, and the mask that replaces it. */
export interface HiddenText {
  text: string;
  shown: string;
  /** The secrets that it was made of; none for a text that is hidden for another reason. */
  origins?: readonly SecretOrigin[];
}

/** Shorter texts are redacted only where they are the whole text: too many other texts contain them by chance. */
const shortest = { secret: 4, derived: 8 };
/** Beyond this number, for example in loops that derive many texts from secrets, further texts are redacted only where they are the whole text. */
const formsAtMost = 10_000;

/**
 * The texts of one execution that must be redacted: its secrets, and what expressions derived from them. Finds them
 * anywhere in a value, in every form of `formsOf`, in upper and lower case.
 */
export class Taint {
  readonly #hidden = new Map<string, HiddenText>();
  readonly #forms = new Map<string, HiddenText>();
  #longestFirst: readonly (readonly [form: string, hidden: HiddenText])[] | null = null;
  /** The texts that were found; null unless `entriesIn` collects them. */
  #found: Set<HiddenText> | null = null;

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.addSecret(secret);
  }

  get isEmpty(): boolean {
    return this.#hidden.size === 0;
  }

  addSecret(secret: string, origins: readonly SecretOrigin[] = []): void {
    this.#add({ text: secret, shown: redactSecret(secret), origins }, shortest.secret);
  }

  /** Adds a text that was derived from secrets and no longer contains them as they are. */
  addDerived(text: string, shown: string, origins: readonly SecretOrigin[] = []): void {
    this.#add({ text, shown, origins }, shortest.derived);
  }

  /** Adds the result of `entriesIn` of another one. */
  addEntries(entries: Iterable<HiddenText>): void {
    for (const entry of entries) this.#add(entry, shortest.secret);
  }

  /** The texts to redact that a value contains, to redact them there later. */
  entriesIn(value: unknown): HiddenText[] {
    const found = new Set<HiddenText>();
    this.#found = found;
    this.redact(value);
    this.#found = null;
    return [...found];
  }

  touches(value: unknown): boolean {
    return this.redact(value) !== value;
  }

  /** A value with the texts replaced by their masks; the same object where it contains none. Numbers count as their text. */
  redact<T>(value: T): T {
    return this.isEmpty ? value : (this.#redact(value) as T);
  }

  /** The same for a truncated text, which may end with only the beginning of a text to redact. */
  redactCut(text: string): string {
    const redacted = this.redact(text);
    const folded = foldCase(redacted);
    for (const [form, { shown }] of this.#forms) {
      for (let length = Math.min(form.length - 1, redacted.length); length >= shortest.secret; length--) {
        if (folded.endsWith(form.slice(0, length))) return redacted.slice(0, -length) + shown;
      }
    }
    return redacted;
  }

  #add(entry: HiddenText, shortestInside: number): void {
    if (entry.text === '') return;
    const key = foldCase(entry.text);
    const known = this.#hidden.get(key);
    if (known) {
      // Those that were added first are current: stored ones may name hosts that are no longer allowed.
      known.origins = merged(entry.origins, known.origins);
      return;
    }
    const own = { ...entry };
    this.#hidden.set(key, own);
    if (entry.text.length < shortestInside || this.#forms.size >= formsAtMost) return;
    for (const form of formsOf(entry.text)) this.#forms.set(form, own);
    this.#longestFirst = null;
  }

  #show(entry: HiddenText): string {
    this.#found?.add(entry);
    return entry.shown;
  }

  #redact(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number') return this.#number(value);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#redact(item));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    const entries = Object.entries(value);
    const redacted = entries.map(([key, item]) => [this.#text(key), this.#redact(item)] as const);
    const changed = redacted.some(([key, item], index) => key !== entries[index]?.[0] || item !== entries[index]?.[1]);
    return changed ? Object.fromEntries(redacted) : value;
  }

  /** Redacts a number that is a whole secret. Short ones equal too many other numbers. */
  #number(value: number): unknown {
    const text = String(value);
    const entry = text.length >= shortest.secret ? this.#hidden.get(text) : undefined;
    return entry ? this.#show(entry) : value;
  }

  #text(value: string): string {
    let folded = foldCase(value);
    const whole = this.#hidden.get(folded);
    if (whole) return this.#show(whole);
    this.#longestFirst ??= [...this.#forms].sort(([a], [b]) => b.length - a.length);
    charge(this.#longestFirst.length * (0.1 + value.length / 2_000));
    let redacted = value;
    for (const [form, entry] of this.#longestFirst) {
      if (!folded.includes(form)) continue;
      redacted = replaceFolded(redacted, form, () => this.#show(entry));
      folded = foldCase(redacted);
    }
    return redacted;
  }
}

/**
 * The visible part of a value that secrets contributed to: what stays the same when masks replace the secrets. Everything
 * else is redacted, and added as derived.
 *
 * @param masked the same value, evaluated with masks in place of the secrets; undefined where that failed
 * @param shownAs the mask of a text that secrets contributed to
 * @param origins those secrets
 */
export function hideDifferences(
  taint: Taint,
  value: unknown,
  masked: unknown,
  shownAs: (text: string) => string,
  origins: readonly SecretOrigin[] = [],
): unknown {
  const hide = (known: unknown): unknown => {
    if (typeof known === 'string') {
      const redacted = taint.redact(known);
      if (redacted === known) taint.addDerived(known, shownAs(known), origins);
      return redacted === known ? shownAs(known) : redacted;
    }
    if (typeof known === 'number') taint.addDerived(String(known), redactionMark, origins);
    if (typeof known !== 'object' || known === null) return known === null ? null : redactionMark;
    for (const inner of Object.values(known)) hide(inner);
    return redactionMark;
  };
  const compare = (known: unknown, other: unknown): unknown => {
    if (Object.is(known, other)) return taint.redact(known);
    if (typeof known !== 'object' || typeof other !== 'object' || known === null || other === null) return hide(known);
    if (Array.isArray(known) !== Array.isArray(other)) return hide(known);
    const keys = Object.keys(known);
    if (keys.join('\0') !== Object.keys(other).join('\0')) return hide(known);
    const inner = keys.map((key) => [key, compare(valueAt(known, key), valueAt(other, key))] as const);
    return Array.isArray(known) ? inner.map(([, item]) => item) : Object.fromEntries(inner);
  };
  return compare(value, masked);
}

function valueAt(object: object, key: string): unknown {
  return (object as Record<string, unknown>)[key];
}

/** Two lists of secrets as one, each secret once. */
export function merged(some: readonly SecretOrigin[] = [], more: readonly SecretOrigin[] = []): SecretOrigin[] {
  return [...new Map([...some, ...more].map((origin) => [origin.name, origin])).values()];
}
