import { isParameter, type RouteKey } from '../route-key.js';

/**
 * Names the chapter of each path: its first fixed segment below the workspace, and the second where that is a
 * collection of its own (`/flows/folders`, because there is `/flows/folders/:folderId`).
 */
export function createTagger(keys: readonly RouteKey[]): (key: RouteKey) => string {
  const collections = new Set<string>();
  for (const key of keys) {
    const [first, second, third, ...rest] = ownSegments(key);
    if (first && second && third && !isParameter(second) && isParameter(third) && rest.length === 0) {
      collections.add(`${first}/${second}`);
    }
  }
  return (key) => {
    const [first = 'workspaces', second] = ownSegments(key);
    return second && collections.has(`${first}/${second}`) ? `${title(first)}: ${words(second)}` : title(first);
  };
}

function ownSegments({ segments }: RouteKey): readonly string[] {
  const [first, second = ''] = segments;
  return first === 'workspaces' && isParameter(second) ? segments.slice(2) : segments;
}

function words(segment: string): string {
  return segment.replaceAll('-', ' ').replace(/\bapi\b/, 'API');
}

function title(segment: string): string {
  const text = words(segment);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
