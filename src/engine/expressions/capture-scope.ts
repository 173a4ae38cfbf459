import type { Reference } from './references.js';
import { type Resolved, resolveFields } from './resolve.js';
import type { ExpressionScope } from './scope.js';
import { hasExpression, referencesOf } from './template.js';

/** Roots that are read when the data is evaluated, not before. */
const ofLater: ReadonlySet<string> = new Set(['event', 'now']);

/**
 * Reads what data with `{{ expressions }}` needs to be evaluated later, when an event occurs: the parts of the scope that its
 * expressions name, besides `event` and `now`. No field of the data accepts secrets.
 *
 * @param field the field that holds the data
 * @returns a scope, and the paths that lead nowhere
 * @throws ExpressionSyntaxError, ExpressionError, WorkLimitError, SecretSinkError
 */
export function captureScope(
  data: unknown,
  scope: ExpressionScope,
  field: string,
): Pick<Resolved<Record<string, unknown>>, 'value' | 'missing'> {
  const paths = widest(referencesInData(data).filter(({ root }) => !ofLater.has(root)));
  const texts = paths.map(([root, ...keys]) => `{{${root}${keys.map((key) => `[${JSON.stringify(key)}]`).join('')}}}`);
  const { value, missing } = resolveFields({ [field]: texts }, scope);
  const captured: Record<string, unknown> = {};
  for (const [index, path] of paths.entries()) put(captured, path, value[field]?.[index]);
  return { value: captured, missing };
}

/** What all expressions of data read. @throws ExpressionSyntaxError */
export function referencesInData(data: unknown): Reference[] {
  if (typeof data === 'string') return hasExpression(data) ? referencesOf(data) : [];
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).flatMap(referencesInData);
}

/** The paths of references up to the first list, each once, without those that another one contains. */
function widest(references: readonly Reference[]): string[][] {
  const paths = references.map(({ root, path }) => {
    const end = path.findIndex((key) => typeof key === 'number');
    return [root, ...path.slice(0, end < 0 ? path.length : end).map(String)];
  });
  const kept: string[][] = [];
  for (const path of paths.toSorted((a, b) => a.length - b.length)) {
    if (!kept.some((wide) => wide.every((key, index) => key === path[index]))) kept.push(path);
  }
  return kept;
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) {
    define(target, key, value);
    return;
  }
  if (!Object.hasOwn(target, key)) define(target, key, {});
  put(target[key] as Record<string, unknown>, rest, value);
}

/** Keeps a key `__proto__` as a key. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
