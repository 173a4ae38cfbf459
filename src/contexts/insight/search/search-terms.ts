import { fold } from '../../../platform/search/index.js';

/** What is looked for, cut as documents are; see the functions search_fold and search_tokens of the database. */
export interface SearchTerms {
  /** Without case and accents, single spaces between the words. */
  folded: string;
  words: string[];
  /** The title as a whole. */
  exact: string[];
  /** In kinds of short texts, and in those of long ones. */
  short: WordPieces;
  long: WordPieces;
  /** One of these: all words but for a mistake in one of them. */
  mistaken: string[][];
}

export interface WordPieces {
  /** Each word begins a word of the document. */
  prefixes: string[];
  /** Each word stands somewhere; null where a word is too short to have three letters in a row. */
  inside: string[] | null;
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
    short: piecesOf(words, coveringGrams),
    long: piecesOf(words, longGrams),
    mistaken: mistakes(words),
  };
}

function piecesOf(words: readonly string[], cut: (text: string) => string[]): WordPieces {
  return {
    prefixes: distinct(words.flatMap((word) => beginningOf(word, cut))),
    inside: words.every((word) => lettersOf(word).length >= 3) ? distinct(words.flatMap(cut)) : null,
  };
}

function beginningOf(word: string, cut: (text: string) => string[]): string[] {
  return lettersOf(word).length === 1 ? [` ${word}`] : cut(` ${word}`);
}

/** As many grams as cover each letter: more of them would narrow little, and cost a list of a million each. */
function coveringGrams(text: string): string[] {
  const grams = gramsOf(text);
  return grams.filter((_, at) => at % 3 === 0 || at === grams.length - 1);
}

/** Every five letters in a row: long texts hold most rows of three. */
function longGrams(text: string): string[] {
  const letters = lettersOf(text);
  return letters.length < 5 ? gramsOf(text) : letters.slice(4).map((_, at) => letters.slice(at, at + 5).join(''));
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
    const others = words.filter((_, at) => at !== index).flatMap((other) => beginningOf(other, coveringGrams));
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
