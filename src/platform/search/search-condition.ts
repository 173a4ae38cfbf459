import { fold } from './fold.js';
import { documentsTable, type SearchSource, searchedTexts } from './search-source.js';

/**
 * The condition of a list's `search`: text anywhere in what is searched. The documents narrow by their index, then the
 * texts themselves decide.
 * @param row the alias of the source's table; `$1` of the statement is the workspace
 * @param term the text as it was sent; short ones narrow nothing
 * @param bind adds a value to the statement and returns its place
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

/** Whether the index knows pieces of a term: three characters in a row, of which a space may be the first or the last. */
function hasGrams(term: string): boolean {
  return /[^ ]{3}|[^ ]{2} | [^ ]{2}| [^ ] /u.test(fold(term));
}
