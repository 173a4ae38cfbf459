import type { Expression } from './expression.js';
import { type ExpressionScope, secretRoot } from './scope.js';

/** What stands in place of a secret. */
export const secretMask = '••••';

/** How a secret is shown: its last 4 characters, or nothing of it when it has fewer than 12. */
export function maskSecret(secret: string): string {
  return secretMask + (previewSecret(secret) ?? '');
}

/** What may be seen of a secret: its last 4 characters; null when it has fewer than 12. */
export function previewSecret(secret: string): string | null {
  // Never half of a surrogate pair.
  return secret.length < 12 ? null : secret.slice(-4).replace(/^[\udc00-\udfff]/, '');
}

/**
 * How the value of an expression in which secrets took part is shown. Of a value that was made from secrets only what
 * the mask of one of them shows anyway: the end of it, where it ends with that secret.
 */
export function maskDerived(value: unknown, secrets: readonly string[]): string {
  if (typeof value !== 'string') return secretMask;
  const last = secrets.find((secret) => secret.length >= 12 && value.endsWith(secret));
  return last === undefined ? secretMask : maskSecret(last);
}

/** The secrets that take part in an expression. */
export function secretsOf(expression: Expression, scope: ExpressionScope): string[] {
  const all = scope.boveda ?? {};
  const names = expression.references
    .filter(({ root }) => root === secretRoot)
    .flatMap(({ path: [name] }) => (typeof name === 'string' ? [name] : Object.keys(all)));
  return names
    .map((name) => (Object.hasOwn(all, name) ? all[name] : undefined))
    .filter((secret) => typeof secret === 'string' && secret !== '') as string[];
}

/**
 * Gives a function that masks secrets wherever they stand in a value: as they are, URL-encoded, escaped as in JSON, and
 * in base64, also in the midst of a longer text's. Secrets of fewer than 4 characters are only found as a whole text.
 * What holds no secret comes back as the same object.
 */
export function secretScrubber(secrets: Iterable<string>): <T>(value: T) => T {
  const whole = new Map<string, string>();
  const forms = new Map<string, string>();
  for (const secret of secrets) {
    if (secret === '') continue;
    whole.set(secret, maskSecret(secret));
    if (secret.length >= 4) for (const form of formsOf(secret)) forms.set(form, maskSecret(secret));
  }
  const longestFirst = [...forms].sort(([a], [b]) => b.length - a.length);
  const text = (value: string): string => {
    const exact = whole.get(value);
    if (exact !== undefined) return exact;
    let scrubbed = value;
    for (const [form, shown] of longestFirst) {
      if (scrubbed.includes(form)) scrubbed = scrubbed.replaceAll(form, () => shown);
    }
    return scrubbed;
  };
  return <T>(value: T): T => (whole.size === 0 ? value : (scrub(value, text) as T));
}

function scrub(value: unknown, text: (value: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => scrub(item, text));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value);
  const scrubbed = entries.map(([key, item]) => [text(key), scrub(item, text)] as const);
  const changed = scrubbed.some(([key, item], index) => key !== entries[index]?.[0] || item !== entries[index]?.[1]);
  return changed ? Object.fromEntries(scrubbed) : value;
}

function formsOf(secret: string): Set<string> {
  const forms = new Set([secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)]);
  if (secret.length < 8) return forms.add(Buffer.from(secret).toString('base64'));
  // Base64 takes 3 bytes at a time, so a secret looks different at each of three offsets; its ends mix with what is
  // around it and are left out.
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
