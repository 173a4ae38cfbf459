/** What all pieces of an import need. */
export interface ImportOrder {
  columns: string[];
  existing: 'update' | 'skip';
}

/** Rows of the file that are imported together. */
export interface ImportRows {
  /** The number of the first one's line in the file, where the header is the first. */
  line: number;
  rows: string[][];
}
