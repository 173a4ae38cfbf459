/**
 * Text without case and accents, with single spaces between its words: the same as the database function search_fold, but
 * without the leading space.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\s!-/:-@[-`{-~\u0080-\u00bf\u2000-\u206f]+/g, ' ')
    .trim();
}
