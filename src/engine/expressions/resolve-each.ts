import { type Resolved, resolveFields } from './resolve.js';
import { type ExpressionScope, type ScopeRoot, scopeRoots } from './scope.js';

/**
 * Resolves the `{{ expressions }}` of data once for each item, which they read as `item`. No field of the data accepts
 * secrets.
 *
 * @returns the values in the order of the items, and the paths that lead nowhere besides those of items
 * @throws ExpressionSyntaxError, ExpressionError, WorkLimitError, SecretSinkError
 */
export function resolveForEach<T>(
  data: T,
  items: readonly unknown[],
  scope: ExpressionScope,
): Pick<Resolved<T[]>, 'value' | 'missing'> {
  const missing = new Set<string>();
  const around = readOnce(scope);
  const shown = scope.hidden?.shown ? readOnce(scope.hidden.shown) : null;
  const value = items.map((item) => {
    around.item = item;
    if (shown) shown.item = item;
    if (scope.hidden) around.hidden = { ...scope.hidden, shown };
    const resolved = resolveFields(data, around);
    for (const path of resolved.missing) if (!/^item\b/.test(path)) missing.add(path);
    return resolved.value;
  });
  return { value, missing: [...missing] };
}

/** A scope whose roots are read at most once, however many items there are. */
function readOnce(scope: ExpressionScope): ExpressionScope {
  const known = new Map<ScopeRoot, unknown>();
  const getters = scopeRoots
    .filter((root) => root !== 'item' && Object.hasOwn(scope, root))
    .map((root) => [
      root,
      {
        enumerable: true,
        get: () => {
          if (!known.has(root)) known.set(root, scope[root]);
          return known.get(root);
        },
      },
    ]);
  return Object.defineProperties({}, Object.fromEntries(getters) as PropertyDescriptorMap);
}
