import { charge } from '../work.js';
import { redactionMark, redactSecret } from './redact-secret.js';

/** A text that must be redacted, and the mask that replaces it. */
export interface HiddenText {
  text: string;
  shown: string;
}

/** Shorter texts are redacted only where they are the whole text: too many other texts contain them by chance. */
const shortest = { secret: 4, derived: 8 };
/** Beyond this number, for example in loops that derive many texts from secrets, further texts are redacted only where they are the whole text. */
const formsAtMost = 10_000;

/**
 * The texts of one execution that must be redacted: its secrets, and what expressions derived from them. Redacts them
 * anywhere in a value: as they are, URL-encoded, JSON-escaped and in base64, also inside the base64 of a longer text.
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

  addSecret(secret: string): void {
    this.#add({ text: secret, shown: redactSecret(secret) }, shortest.secret);
  }

  /** Adds a text that was derived from secrets and no longer contains them as they are. */
  addDerived(text: string, shown: string): void {
    this.#add({ text, shown }, shortest.derived);
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
    for (const [form, { shown }] of this.#forms) {
      for (let length = Math.min(form.length - 1, redacted.length); length >= shortest.secret; length--) {
        if (redacted.endsWith(form.slice(0, length))) return redacted.slice(0, -length) + shown;
      }
    }
    return redacted;
  }

  #add(entry: HiddenText, shortestInside: number): void {
    const { text } = entry;
    if (text === '' || this.#hidden.has(text)) return;
    this.#hidden.set(text, entry);
    if (text.length < shortestInside || this.#forms.size >= formsAtMost) return;
    for (const form of formsOf(text)) this.#forms.set(form, entry);
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
    const whole = this.#hidden.get(value);
    if (whole) return this.#show(whole);
    this.#longestFirst ??= [...this.#forms].sort(([a], [b]) => b.length - a.length);
    charge(this.#longestFirst.length * (0.1 + value.length / 2_000));
    let redacted = value;
    for (const [form, entry] of this.#longestFirst) {
      if (redacted.includes(form)) redacted = redacted.replaceAll(form, () => this.#show(entry));
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
 */
export function hideDifferences(
  taint: Taint,
  value: unknown,
  masked: unknown,
  shownAs: (text: string) => string,
): unknown {
  const hide = (known: unknown): unknown => {
    if (typeof known === 'string') {
      const redacted = taint.redact(known);
      if (redacted === known) taint.addDerived(known, shownAs(known));
      return redacted === known ? shownAs(known) : redacted;
    }
    if (typeof known === 'number') taint.addDerived(String(known), redactionMark);
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

function formsOf(secret: string): Set<string> {
  const forms = new Set([secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)]);
  if (secret.length < 8) return forms.add(Buffer.from(secret).toString('base64'));
  // Base64 encodes 3 bytes at a time, so a secret has a different form at each of three offsets. Its ends mix with the
  // text around it and are omitted.
  for (const before of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const end = bytes.length - (bytes.length % 3);
    const core = bytes
      .subarray(0, end)
      .toString('base64')
      .slice(before === 0 ? 0 : 4);
    forms.add(core).add(core.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}
