import type { Capability } from '../access/capabilities.js';

/** How a table is searched: by `search` of its list, by the search over all types, and by the index. */
export interface SearchSource {
  /** The name of its documents and, with a `hit`, its key in an answer: `contacts`. */
  type: string;
  table: string;
  /** The searched columns and their types. */
  searched: Readonly<Record<string, SearchedType>>;
  /** False for tables that stay small: they have no documents. */
  indexed?: false;
  /** Whether texts can be so long that they contain most trigrams. */
  isLong?: boolean;
  /** How the search over all types shows its rows; absent when that search leaves them out. */
  hit?: SearchHitSource;
}

export type SearchedType = 'text' | 'text[]';

/** How a hit is shown. The texts are SQL expressions on the row `r`. */
export interface SearchHitSource {
  /** The position of its type in the answer, in ascending order. */
  order: number;
  capability: Capability;
  /** Defaults to `r.name`. */
  title?: string;
  subtitle?: string;
  /** For hits that are found by the document of another row, which this column refers to, and shown with its title. */
  of?: { type: string; column: string };
}

/** The options of hits in a definition. */
export type HitOptions = Omit<SearchHitSource, 'capability'>;

/** The text of a column in a statement. Labels are joined by line feeds, so that no match spans two of them. */
function textOf(row: string, column: string, type: SearchedType): string {
  return type === 'text[]' ? `array_to_string(${row}."${column}", e'\\n')` : `${row}."${column}"`;
}

/** The searched texts of the row `row`. */
export function searchedTexts({ searched }: Pick<SearchSource, 'searched'>, row: string): string[] {
  return Object.entries(searched).map(([column, type]) => textOf(row, column, type));
}

/** The partition of `search_documents` with the documents of a source. */
export function documentsTable({ table }: Pick<SearchSource, 'table'>): string {
  return `search_documents_${table}`;
}
