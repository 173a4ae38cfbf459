import { capitalized, wordsOfName } from '../../platform/errors/words.js';
import { isParameter, type RouteKey } from '../route-key.js';
import { type Tag, tags } from './tags.js';

const order = Object.values(tags);

/** The tag of a route: the one of its first two fixed segments below the workspace, or of the first. */
export function tagOf({ segments }: RouteKey): Tag {
  const [first = 'workspaces', second = ''] = ownSegments(segments);
  const name = capitalized(wordsOfName(first));
  return tags[`${first}/${second}`] ?? tags[first] ?? { name, description: `Operations on ${wordsOfName(first)}.` };
}

/** The tags of some routes, each once, in the order of the documentation. */
export function orderedTags(keys: readonly RouteKey[]): Tag[] {
  const used = new Map(keys.map(tagOf).map((tag) => [tag.name, tag]));
  const known = order.filter((tag) => used.has(tag.name));
  const others = [...used.values()].filter((tag) => !order.includes(tag));
  return [...known, ...others.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

function ownSegments(segments: readonly string[]): readonly string[] {
  const [first, second = ''] = segments;
  return first === 'workspaces' && isParameter(second) ? segments.slice(2) : segments;
}
