/** Collapses white space to single spaces and trims the text. */
export function tidy(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** The text cut to at most `most` characters, at the end of a word if possible. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const part = text.slice(0, most - 1);
  const end = part.lastIndexOf(' ');
  return `${(end > most / 2 ? part.slice(0, end) : part).trimEnd()}…`;
}

/** The text cut to at most `most` characters, or null if it is blank. */
export function textOrNull(text: string | null | undefined, most: number): string | null {
  const tidied = tidy(text);
  return tidied === '' ? null : cut(tidied, most);
}

/** The distinct texts, compared without case, in their order; at most `most`. */
export function distinct(texts: readonly string[], most: number): string[] {
  const seen = new Map<string, string>();
  for (const text of texts) {
    const tidied = tidy(text);
    if (tidied !== '' && !seen.has(tidied.toLowerCase())) seen.set(tidied.toLowerCase(), tidied);
    if (seen.size === most) break;
  }
  return [...seen.values()];
}
