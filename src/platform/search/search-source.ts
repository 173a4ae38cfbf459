import type { Capability } from '../access/capabilities.js';

/** What of a table search looks through: all that `search` of its list, search over all types and the index know of it. */
export interface SearchSource {
  /** Names its documents and, where there is a `hit`, its key in an answer: `contacts`. */
  type: string;
  table: string;
  /** Columns that are looked through, and their types. */
  searched: Readonly<Record<string, SearchedType>>;
  /** False: it has no documents, because it is always a short list. */
  indexed?: false;
  /** Texts may be so long that three letters in a row tell little of them. */
  isLong?: boolean;
  /** How rows show themselves in a search over all types; absent where they stand in no such answer. */
  hit?: SearchHitSource;
}

export type SearchedType = 'text' | 'text[]';

/** How a hit shows itself. Texts are SQL of ours, on the row `r`. */
export interface SearchHitSource {
  /** Its place in the answer: types come by it, the least first. */
  order: number;
  capability: Capability;
  /** `r.name` when left out. */
  title?: string;
  subtitle?: string;
  /** Found by the document of another source's row, which this column names, and shown with its title. */
  of?: { type: string; column: string };
}

/** What a definition says of its hits. */
export type HitOptions = Omit<SearchHitSource, 'capability'>;

/** A column's text in a statement. Labels are joined by line ends, so that no match runs from one into the next. */
function textOf(row: string, column: string, type: SearchedType): string {
  return type === 'text[]' ? `array_to_string(${row}."${column}", e'\\n')` : `${row}."${column}"`;
}

/** The texts that are looked through, on the row `row`. */
export function searchedTexts({ searched }: Pick<SearchSource, 'searched'>, row: string): string[] {
  return Object.entries(searched).map(([column, type]) => textOf(row, column, type));
}

/** The partition of `search_documents` that holds a source's documents. */
export function documentsTable({ table }: Pick<SearchSource, 'table'>): string {
  return `search_documents_${table}`;
}
