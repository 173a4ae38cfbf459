import { capitalized, wordsOfName } from '../../platform/errors/words.js';
import { isParameter, type RouteKey } from '../route-key.js';
import { type Tag, tags } from './tags.js';

const order = Object.values(tags);

/** The tag of a route: the one of its longest path below the workspace that has one. */
export function tagOf({ segments }: RouteKey): Tag {
  const own = ownSegments(segments);
  const [first = 'workspaces'] = own;
  const known = [own.slice(0, 3).join('/'), own.slice(0, 2).join('/'), first].find((path) => tags[path]);
  const name = capitalized(wordsOfName(first));
  return (known && tags[known]) || { name, description: `Operations on ${wordsOfName(first)}.` };
}

/** Routes in the order of their tags, and under each tag from the collection to what is below its records. */
export function byTag<T extends { key: RouteKey }>(rows: readonly T[]): T[] {
  const names = orderedTags(rows.map(({ key }) => key)).map(({ name }) => name);
  const rank = ({ key }: T) => names.indexOf(tagOf(key).name) * 100 + key.segments.length;
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** The tags of some routes, each once, in the order of the documentation. */
export function orderedTags(keys: readonly RouteKey[]): Tag[] {
  const used = new Map(keys.map(tagOf).map((tag) => [tag.name, tag]));
  const known = order.filter((tag, index) => used.has(tag.name) && order.indexOf(tag) === index);
  const others = [...used.values()].filter((tag) => !order.includes(tag));
  return [...known, ...others.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

function ownSegments(segments: readonly string[]): readonly string[] {
  const [first, second = ''] = segments;
  return first === 'workspaces' && isParameter(second) ? segments.slice(2) : segments;
}
