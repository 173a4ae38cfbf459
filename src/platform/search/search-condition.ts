import { fold } from './fold.js';
import { documentsTable, type SearchSource, searchedTexts } from './search-source.js';

/**
 * The condition of a list's `search`: the text occurs anywhere in a searched column. The index of the search documents
 * narrows the rows, then the texts themselves are compared.
 * @param row the alias of the source's table; `$1` of the statement is the workspace
 * @param term the text as it was sent; the index cannot narrow by short texts
 * @param bind adds a value to the statement and returns its placeholder
 */
export function searchCondition(
  source: SearchSource,
  row: string,
  term: string,
  bind: (value: unknown) => string,
): string {
  const pattern = bind(`%${term.replace(/[\\%_]/g, '\\$&')}%`);
  const holds = searchedTexts(source, row).map((text) => `${text} ilike ${pattern}`);
  const condition = `(${holds.join(' or ')})`;
  if (source.indexed === false || !hasGrams(term)) return condition;
  const grams = `search_grams($1, '${source.type}', ${bind(term)}, ${source.isLong ?? false})`;
  return `${condition} and ${row}.id in (select d.id from ${documentsTable(source)} d where d.tokens @> ${grams})`;
}

/** Whether a term has trigrams: three characters in a row, of which the first or the last may be a space. */
function hasGrams(term: string): boolean {
  return /[^ ]{3}|[^ ]{2} | [^ ]{2}| [^ ] /u.test(fold(term));
}
