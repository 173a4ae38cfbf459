import type { Expression } from './expression.js';
import { redactionMark, redactSecret } from './redact-secret.js';
import { type ExpressionScope, secretRoot } from './scope.js';

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
