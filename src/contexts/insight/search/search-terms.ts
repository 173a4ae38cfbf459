import { fold } from '../../../platform/search/index.js';

/** A query, tokenized like documents; see the functions search_fold and search_tokens of the database. */
export interface SearchTerms {
  /** Without case and accents, single spaces between the words. */
  folded: string;
  words: string[];
  /** The token of the whole title. */
  exact: string[];
  /** Tokens for types with short texts, and for those with long ones. */
  short: WordPieces;
  long: WordPieces;
  /** Alternatives, each for a typo at one place of one word: first the pieces of this word, then those of the others. */
  withTypo: string[][];
}

export interface WordPieces {
  /** Each word is a prefix of a word in the document. */
  prefixes: string[];
  /** Each word is a part of the document; null if a word has fewer than three letters. */
  inside: string[] | null;
}

/** Tokenizes a query as the index does; null if it contains only punctuation. */
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
    withTypo: typoAlternatives(words),
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

/** The fewest grams that cover each letter: more would hardly narrow the result, and each costs a long posting list. */
function coveringGrams(text: string): string[] {
  const grams = gramsOf(text);
  return grams.filter((_, at) => at % 3 === 0 || at === grams.length - 1);
}

/** All sequences of five letters, because long texts contain most sequences of three. */
function longGrams(text: string): string[] {
  const letters = lettersOf(text);
  return letters.length < 5 ? gramsOf(text) : letters.slice(4).map((_, at) => letters.slice(at, at + 5).join(''));
}

/** All sequences of three letters. */
function gramsOf(text: string): string[] {
  const letters = lettersOf(text);
  return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
}

const lettersOf = (text: string) => [...text];
const distinct = (pieces: string[]) => [...new Set(pieces)];

/** A wrong, missing or additional letter changes at most three adjacent grams; a swap changes four. */
const gramsOfTypo = 4;
const minGramsLeft = 2;
/** Queries with more words are selective enough without typos. */
const maxWords = 3;

/** For each place of a typo in a longer word, the grams of the query without those around it. */
function typoAlternatives(words: readonly string[]): string[][] {
  if (words.length > maxWords) return [];
  return words.flatMap((word, index) => {
    const grams = gramsOf(` ${word} `);
    const width = Math.min(gramsOfTypo, grams.length - minGramsLeft);
    if (width < 3) return [];
    const others = words.filter((_, at) => at !== index).flatMap((other) => beginningOf(other, coveringGrams));
    return places(grams.length - width, width).map((at) =>
      distinct([...grams.slice(0, at), ...grams.slice(at + width), ...others]),
    );
  });
}

/** Where the omitted part begins. With parts of four at every second place, any three adjacent grams are in one. */
function places(last: number, width: number): number[] {
  const step = width === gramsOfTypo ? 2 : 1;
  return Array.from({ length: last + 1 }, (_, at) => at).filter((at) => at % step === 0 || at === last);
}
