/** A text as it is searched: in small letters, without accents. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a text has all words of a search. */
export const hasWords = (text: string, search: string): boolean => {
  const plain = plainText(text);
  return plainText(search)
    .split(/\s+/)
    .every((word) => plain.includes(word));
};
