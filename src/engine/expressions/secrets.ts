import type { Expression } from './expression.js';
import { readPath } from './path.js';
import { redactionMark, redactSecret } from './redact-secret.js';
import { type ExpressionScope, secretRoot } from './scope.js';
import { merged, type SecretOrigin, type Taint } from './taint.js';

/**
 * The mask of a value that was derived from secrets. It shows the last characters only where the value ends with one of
 * the secrets, whose own mask shows them too.
 */
export function redactDerived(value: unknown, secrets: readonly string[]): string {
  if (typeof value !== 'string') return redactionMark;
  const last = secrets.find((secret) => secret.length >= 12 && value.endsWith(secret));
  return last === undefined ? redactionMark : redactSecret(last);
}

/** The secrets that an expression reads. */
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
 * The secrets that an expression depends on: those that it names, and those in the values that it reads. Null where it
 * depends on none. It is asked before the expression is evaluated, whose result alone does not show it: a comparison
 * with a secret is false or true.
 */
export function originsOf(expression: Expression, scope: ExpressionScope, taint: Taint): SecretOrigin[] | null {
  const { references, secret } = expression;
  if (taint.isEmpty) return secret ? [] : null;
  const found = references.flatMap(({ root, path }) => taint.entriesIn(readPath(scope, { root, keys: path })));
  if (found.length === 0) return secret ? [] : null;
  return found.reduce<SecretOrigin[]>((origins, entry) => merged(origins, entry.origins), []);
}
