import type { Expression } from './expression.js';
import { redactionMark, redactSecret } from './redact-secret.js';
import { type ExpressionScope, secretRoot } from './scope.js';

/**
 * How the value of an expression in which secrets took part is shown. Of a value that was made from secrets only what
 * the mask of one of them shows anyway: the end of it, where it ends with that secret.
 */
export function redactDerived(value: unknown, secrets: readonly string[]): string {
  if (typeof value !== 'string') return redactionMark;
  const last = secrets.find((secret) => secret.length >= 12 && value.endsWith(secret));
  return last === undefined ? redactionMark : redactSecret(last);
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
