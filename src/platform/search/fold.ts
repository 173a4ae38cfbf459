/**
 * Text without case and accents, single spaces between its words: as the database's search_fold makes it, but for the
 * space before.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\s!-/:-@[-`{-~\u0080-\u00bf\u2000-\u206f]+/g, ' ')
    .trim();
}
