/** What is looked for, cut as documents are; see the functions search_fold and search_tokens of the database. */
export interface SearchTerms {
  /** Without case and accents, single spaces between the words. */
  folded: string;
  words: string[];
  /** The title as a whole. */
  exact: string[];
  /** Each word begins a word of the document. */
  prefixes: string[];
  /** Each word stands somewhere; null where a word is too short to have three letters in a row. */
  inside: string[] | null;
  /** One of these: all words but for a mistake in one of them. */
  mistaken: string[][];
}

/** Cuts a question into what the index knows; null where it holds nothing but punctuation. */
export function searchTerms(q: string): SearchTerms | null {
  const folded = fold(q);
  if (folded === '') return null;
  const words = [...new Set(folded.split(' '))];
  return {
    folded,
    words,
    exact: [`= ${folded}`],
    prefixes: distinct(words.flatMap(beginningOf)),
    inside: words.every((word) => lettersOf(word).length >= 3) ? distinct(words.flatMap(coveringGrams)) : null,
    mistaken: mistakes(words),
  };
}

/** As search_fold does it, without the space before. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\s!-/:-@[-`{-~\u0080-\u00bf\u2000-\u206f]+/g, ' ')
    .trim();
}

function beginningOf(word: string): string[] {
  return lettersOf(word).length === 1 ? [` ${word}`] : coveringGrams(` ${word}`);
}

/** As many grams as cover each letter: more of them would narrow little, and cost a list of a million each. */
function coveringGrams(text: string): string[] {
  const grams = gramsOf(text);
  return grams.filter((_, at) => at % 3 === 0 || at === grams.length - 1);
}

/** Every three letters in a row. */
function gramsOf(text: string): string[] {
  const letters = lettersOf(text);
  return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
}

const lettersOf = (text: string) => [...text];
const distinct = (pieces: string[]) => [...new Set(pieces)];

/** A wrong, missing or additional letter spoils at most three grams in a row; swapped ones spoil four. */
const spoiled = 4;
const leastLeft = 2;
/** Longer questions are rare enough without a mistake. */
const wordsAtMost = 3;

/** The grams that are left of the question when those around any one place in a longer word are left out. */
function mistakes(words: readonly string[]): string[][] {
  if (words.length > wordsAtMost) return [];
  return words.flatMap((word, index) => {
    const grams = gramsOf(` ${word} `);
    const width = Math.min(spoiled, grams.length - leastLeft);
    if (width < 3) return [];
    const others = words.filter((_, at) => at !== index).flatMap(beginningOf);
    return places(grams.length - width, width).map((at) =>
      distinct([...others, ...grams.slice(0, at), ...grams.slice(at + width)]),
    );
  });
}

/** Where the left out part begins: three in a row lie inside one of two that overlap by all but two. */
function places(last: number, width: number): number[] {
  const step = width === spoiled ? 2 : 1;
  return Array.from({ length: last + 1 }, (_, at) => at).filter((at) => at % step === 0 || at === last);
}
