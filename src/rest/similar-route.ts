import { didYouMean } from '../engine/did-you-mean.js';
import { isParameter, type RouteKey } from './route-key.js';

/** Longer paths are no misspellings. */
const charactersAtMost = 500;

/** ` Did you mean "/workspaces/{workspaceId}/flows"?` for a path in which one word is misspelled; empty for others. */
export function similarRoute(path: string, keys: Iterable<RouteKey>): string {
  if (path.length > charactersAtMost) return '';
  const sent = path.split('/').slice(1);
  const misspelled = new Map<string, RouteKey>();
  let at = -1;
  for (const key of keys) {
    if (key.segments.length !== sent.length) continue;
    const others = key.segments.flatMap((own, index) => (isParameter(own) || own === sent[index] ? [] : [index]));
    const [only = -1, ...more] = others;
    if (only < 0 || more.length > 0 || (at >= 0 && at !== only)) continue;
    at = only;
    misspelled.set(key.segments[only] as string, key);
  }
  const hint = didYouMean(sent[at] ?? '', misspelled.keys());
  const [, word = ''] = /"(.+)"/.exec(hint) ?? [];
  const meant = misspelled.get(word)?.path.replaceAll(/:(\w+)/g, '{$1}');
  return meant ? ` Did you mean "${meant}"?` : '';
}
