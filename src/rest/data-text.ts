import type { Pagination } from '../platform/graphql/page.js';
import { isPage } from './envelope.js';
import type { SelectedField } from './openapi/read-operation.js';
import type { Route } from './route.js';

/** Data as JSON. */
export interface DataText {
  text: string;
  /** Whether they are a page: its items and its pagination, in this order. */
  isPage: boolean;
}

const pageHead = '{"items":';
const paginationHead = ',"pagination":';

/** The envelope of data. */
export function envelopeText({ text, isPage }: DataText): string {
  return isPage ? `{"success":true,"data":${text.slice(pageHead.length)}` : `{"success":true,"data":${text}}`;
}

/** The end of a page: inside of strings the same letters are escaped. */
export function paginationOf({ text }: DataText): Pagination {
  return JSON.parse(text.slice(text.lastIndexOf(paginationHead) + paginationHead.length, -1));
}

/** Data as their text. */
export function textOfData(data: unknown): DataText {
  if (!isPage(data)) return { text: JSON.stringify(data), isPage: false };
  const { items, pagination } = data;
  return { text: JSON.stringify({ items, pagination }), isPage: true };
}

/**
 * Finds the data in a printed answer, for routes that show one value of their result as it is: nearly all lists and single
 * records. So their JSON is printed once and not parsed. A result that was not printed, or whose value is null, has none.
 * @returns null for a route that shows anything else
 */
export function printedDataOf(
  row: Route,
  selected: readonly SelectedField[],
): ((printed: string | undefined) => DataText | null) | null {
  const path = pathOf(row.data);
  if (!path || row.response || row.withoutNulls || row.plain || row.text || row.bytes) return null;
  let below = selected;
  for (const name of path) {
    const [field, ...others] = below;
    if (field?.name !== name || others.length > 0) return null;
    below = field.below;
  }
  const names = below.map(({ name }) => name);
  const looksLikePage = names.includes('items') && names.includes('pagination');
  if (looksLikePage && names.join() !== 'items,pagination') return null;
  const head = path.map((name) => `{"${name}":`).join('');
  return (printed) => {
    if (!printed?.startsWith(head)) return null;
    const text = printed.slice(head.length, printed.length - path.length);
    return text === 'null' ? null : { text, isPage: looksLikePage };
  };
}

/** Where in a result the data are; null if they are computed. */
function pathOf(take: Route['data']): readonly string[] | null {
  const paths = new WeakMap<object, readonly string[]>();
  const at = (path: readonly string[]): object => {
    const value = new Proxy({}, { get: (_, key) => (typeof key === 'string' ? at([...path, key]) : undefined) });
    paths.set(value, path);
    return value;
  };
  try {
    return paths.get(take(at([])) as object) ?? null;
  } catch {
    // It calls or converts a value.
    return null;
  }
}

/** Whether the same values always have the same text: an object of the type JSON has one for each order of its fields. */
export function hasOneText(selected: readonly SelectedField[]): boolean {
  return selected.every(({ type, below }) => !String(type).includes('JSON') && hasOneText(below));
}
