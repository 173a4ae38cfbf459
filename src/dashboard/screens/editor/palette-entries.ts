import { isTrigger } from '../../canvas/catalogue';
import { hasWords } from '../../i18n/plain-text';
import { categories, type NodeTypeInfo, type NodeTypes } from './flow-operations';

/** What the palette offers: a type of node, or a node of a type with some fields filled. */
export interface PaletteEntry {
  /** The type, and behind it the place of the preset: `workspace.request#2`. */
  key: string;
  type: string;
  title: string;
  category: NodeTypeInfo['category'];
  description: string;
}

/** Every type of node, with its presets behind it. */
export function entriesOf(types: NodeTypes): PaletteEntry[] {
  return [...types.values()].flatMap(({ type, title, category, description, presets }) => [
    { key: type, type, title, category, description },
    ...presets.map((one, index) => ({ ...one, key: `${type}#${index}`, type, description: one.title })),
  ]);
}

/** The type of an entry; of a preset also its title and data. */
export function entryOf(types: NodeTypes, key: string) {
  const [name = '', index] = key.split('#');
  const type = types.get(name);
  const preset = index === undefined ? undefined : type?.presets[Number(index)];
  return { type, title: preset?.title, data: preset?.data as Record<string, unknown> | undefined };
}

/**
 * The entries by category, and by service, that have all words of a search, those with them in their title first.
 */
export function groupsOf(
  entries: readonly PaletteEntry[],
  search: string,
  withoutTriggers: boolean,
  nameOf: (category: string) => string,
) {
  const isSearch = search.trim() !== '';
  const matches = ({ title, type, category, description }: PaletteEntry) =>
    !isSearch || hasWords(`${title} ${type} ${category} ${nameOf(category)} ${description}`, search);
  const titled = (entry: PaletteEntry | undefined) => isSearch && entry !== undefined && hasWords(entry.title, search);
  const shown = entries.filter((one) => !(withoutTriggers && isTrigger(one.type)) && matches(one));
  const groupOf = ({ category, title }: PaletteEntry) => (category === 'app' ? serviceOf(title) : nameOf(category));
  const names = new Set([...categories.map(nameOf), ...shown.map(groupOf)]);
  return [...names]
    .map((name) => ({
      name,
      items: shown.filter((one) => groupOf(one) === name).sort((a, b) => Number(titled(b)) - Number(titled(a))),
    }))
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => Number(titled(b.items[0])) - Number(titled(a.items[0])));
}

/** The name of a service, with which the titles of its actions and triggers begin. */
const serviceOf = (title: string) => title.split(':')[0] ?? title;
