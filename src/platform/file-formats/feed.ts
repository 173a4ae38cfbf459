import { type FileFormat, FormatError, requireRows } from './file-format.js';
import { xml } from './xml.js';

type Element = Record<string, unknown>;

/** Feeds: RSS 2.0 and 1.0, and Atom, all in one form. What a feed does not say is null; times are ISO 8601. */
export const feed: FileFormat = {
  mimeType: 'application/rss+xml',
  extensions: ['rss', 'atom'],
  async parse(bytes) {
    const root = (await xml.parse(bytes)) as Element;
    const rdf = root['rdf:RDF'] as Element | undefined;
    const atom = root.feed as Element | undefined;
    const channel = ((root.rss as Element | undefined)?.channel ?? rdf?.channel) as Element | undefined;
    if (atom) return { ...headOf(atom), items: listOf(atom.entry).map(itemOf) };
    if (channel) return { ...headOf(channel), items: listOf(channel.item ?? rdf?.item).map(itemOf) };
    throw new FormatError('FILE_FORMAT', 'The file must be a feed: RSS or Atom.');
  },
};

function headOf(of: Element) {
  return { title: textOf(of.title), url: linkOf(of), description: textOf(of.description ?? of.subtitle) };
}

function itemOf(item: Element) {
  const url = linkOf(item);
  return {
    id: textOf(item.guid ?? item.id) ?? url,
    title: textOf(item.title),
    url,
    summary: textOf(item.description ?? item.summary),
    content: textOf(item['content:encoded'] ?? item.content),
    author: textOf((item.author as Element | undefined)?.name ?? item.author ?? item['dc:creator']),
    categories: anyOf(item.category).flatMap((one) => textOf((one as Element)?.['@term'] ?? one) ?? []),
    publishedAt: timeOf(item.pubDate ?? item.published ?? item['dc:date'] ?? item.updated),
  };
}

function listOf(found: unknown): Element[] {
  const items = anyOf(found).filter((item): item is Element => typeof item === 'object' && item !== null);
  requireRows(items.length);
  return items;
}

function anyOf(found: unknown): unknown[] {
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

/** The text of an element, which may have attributes, or of the first of several. */
function textOf(found: unknown): string | null {
  const [first] = anyOf(found);
  const text = typeof first === 'object' && first !== null ? (first as Element)['#text'] : first;
  return text === undefined || text === null || text === '' ? null : String(text);
}

/** RSS has the address as a text; Atom in an attribute, that of the page without `rel`, or with `alternate`. */
function linkOf(of: Element): string | null {
  const links = anyOf(of.link);
  const address = links.find((link) => {
    const rel = (link as Element)?.['@rel'];
    return typeof link === 'string' || rel === undefined || rel === 'alternate';
  });
  return textOf((address as Element | undefined)?.['@href'] ?? address);
}

function timeOf(found: unknown): string | null {
  const time = new Date(textOf(found) ?? '');
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
