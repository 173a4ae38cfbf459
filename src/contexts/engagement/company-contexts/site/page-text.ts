/** Runs of white space as one blank, none at the ends. */
export function tidy(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** At most so many characters, cut at the end of a word where there is one. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const part = text.slice(0, most - 1);
  const end = part.lastIndexOf(' ');
  return `${(end > most / 2 ? part.slice(0, end) : part).trimEnd()}…`;
}

/** The text cut to its limit, or null where nothing is left of it. */
export function textOrNull(text: string | null | undefined, most: number): string | null {
  const tidied = tidy(text);
  return tidied === '' ? null : cut(tidied, most);
}

/** Each text once, whatever its case, in the order in which they came; at most so many. */
export function distinct(texts: readonly string[], most: number): string[] {
  const seen = new Map<string, string>();
  for (const text of texts) {
    const tidied = tidy(text);
    if (tidied !== '' && !seen.has(tidied.toLowerCase())) seen.set(tidied.toLowerCase(), tidied);
    if (seen.size === most) break;
  }
  return [...seen.values()];
}
