import { charge } from '../work.js';
import { foldCase, formsOf, type HiddenForm, replaceFolded } from './hidden-forms.js';
import { redactSecret } from './redact-secret.js';

/** A secret that a text was made of, and the hosts that it may be sent to. */
export interface SecretOrigin {
  name: string;
  allowedHosts: readonly string[];
  /** True for the credentials of a connection, which is named. */
  isConnection?: true;
}

/** A text that must be redacted, and the mask that replaces it. */
export interface HiddenText {
  text: string;
  shown: string;
  /** The secrets that it was made of; none for a text that is hidden for another reason. */
  origins?: readonly SecretOrigin[];
}

/** Shorter texts are redacted only where they are the whole text: too many other texts contain them by chance. */
export const shortestInside = 4;
/** Beyond this number further texts that were not made of secrets are redacted only where they are the whole text. */
const textsAtMost = 1_000;
/** Forms that a text is charged for: whether some of them are equal depends on its characters, and work must not. */
const formsOfEach = 12;

/**
 * Texts that are looked for, wherever they stand in a value, in every form of `formsOf`, in upper and lower case. Only
 * answers of servers are searched, for the secrets that were sent to them: what else shows a secret follows from where a
 * value came from (`shownOf`).
 */
export class Taint {
  readonly #hidden = new Map<string, HiddenText>();
  readonly #forms = new Map<string, { hidden: HiddenText; margin: HiddenForm['margin'] }>();
  #longestFirst: readonly (readonly [form: string, { hidden: HiddenText; margin: HiddenForm['margin'] }])[] | null =
    null;
  #searched = 0;
  /** The texts that were found; null unless `entriesIn` collects them. */
  #found: Set<HiddenText> | null = null;

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.addSecret(secret);
  }

  get isEmpty(): boolean {
    return this.#hidden.size === 0;
  }

  /** The texts that were made of secrets, and these. */
  get ofSecrets(): HiddenText[] {
    return [...this.#hidden.values()].filter(isOfSecrets);
  }

  addSecret(secret: string, origins: readonly SecretOrigin[] = []): void {
    this.#add({ text: secret, shown: redactSecret(secret), origins });
  }

  addEntries(entries: Iterable<HiddenText>): void {
    for (const entry of entries) this.#add(entry);
  }

  /** The texts that a value contains. */
  entriesIn(value: unknown): HiddenText[] {
    const found = new Set<HiddenText>();
    this.#found = found;
    try {
      this.redact(value);
    } finally {
      this.#found = null;
    }
    return [...found];
  }

  touches(value: unknown): boolean {
    return this.redact(value) !== value;
  }

  /** A value with the texts replaced by their masks; the same object where it contains none. Numbers count as their text. */
  redact<T>(value: T): T {
    return this.isEmpty ? value : (this.#redact(value) as T);
  }

  #add(entry: HiddenText): void {
    if (entry.text === '') return;
    const key = foldCase(entry.text);
    const known = this.#hidden.get(key);
    if (known) {
      // Those that were added first are current: stored ones may name hosts that are no longer allowed.
      known.origins = merged(entry.origins, known.origins);
      return;
    }
    const hidden = { ...entry };
    this.#hidden.set(key, hidden);
    if (entry.text.length < shortestInside || (this.#searched >= textsAtMost && !isOfSecrets(entry))) return;
    this.#searched += 1;
    for (const { form, margin } of formsOf(entry.text)) this.#forms.set(form, { hidden, margin });
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
    const entry = text.length >= shortestInside ? this.#hidden.get(text) : undefined;
    return entry ? this.#show(entry) : value;
  }

  #text(value: string): string {
    charge(this.#searched * formsOfEach * (0.1 + value.length / 2_000));
    let folded = foldCase(value);
    const whole = this.#hidden.get(folded);
    if (whole) return this.#show(whole);
    this.#longestFirst ??= [...this.#forms].sort(([a], [b]) => b.length - a.length);
    let redacted = value;
    for (const [form, { hidden, margin }] of this.#longestFirst) {
      if (!folded.includes(form)) continue;
      redacted = replaceFolded(redacted, { form, margin }, () => this.#show(hidden));
      folded = foldCase(redacted);
    }
    return redacted;
  }
}

function isOfSecrets({ origins = [] }: HiddenText): boolean {
  return origins.length > 0;
}

/** Two lists of secrets as one, each secret once. */
export function merged(some: readonly SecretOrigin[] = [], more: readonly SecretOrigin[] = []): SecretOrigin[] {
  return [...new Map([...some, ...more].map((origin) => [origin.name, origin])).values()];
}
