import { fold } from '../../../platform/search/index.js';
import { maxContentLength } from './candidates-sql.js';
import type { SearchHit } from './search-hit.object.js';
import type { SearchTerms } from './search-terms.js';

/** A row that the index found. */
export interface Candidate {
  type: string;
  id: string;
  title: string;
  subtitle: string | null;
  content: string | null;
  updatedAt: Date;
  /** 0 for the whole title, 1 for prefixes of words, 2 for parts of words, 3 for a match with a typo. */
  tier: number;
}

/** Ranks the candidates of each type: by distance from the query, then by length of the title, then the latest first. */
export function rankHits(
  candidates: readonly Candidate[],
  terms: SearchTerms,
  limit: number,
): Map<string, SearchHit[]> {
  const byType = Map.groupBy(candidates, ({ type }) => type);
  const ranked = [...byType].map(([type, found]): [string, SearchHit[]] => {
    const scored = found.map((candidate) => ({ candidate, score: scoreOf(candidate, terms) }));
    const matching = scored.filter(({ score }) => score < noMatch);
    matching.sort((a, b) => a.score - b.score || compareHits(a.candidate, b.candidate));
    return [type, matching.slice(0, limit).map(({ candidate }) => hitOf(candidate))];
  });
  return new Map(ranked);
}

const noMatch = 100;

/** The distance of a candidate from the query; less is better. */
function scoreOf({ title, content, tier }: Candidate, { folded, words }: SearchTerms): number {
  const name = fold(title);
  if (name === folded) return 0;
  if (name.startsWith(folded)) return 1;
  const begins = (text: string) => words.every((word) => ` ${text}`.includes(` ${word}`));
  if (begins(name)) return 2;
  if (words.every((word) => name.includes(word))) return 4;
  const all = `${name} ${fold(content ?? '')}`;
  // The index finds tokens only; that they are adjacent is checked here, except in a long text, of which only the
  // beginning was read.
  const isCut = (content?.length ?? 0) >= maxContentLength;
  if (tier <= 1 && (begins(all) || isCut)) return 3;
  if (tier <= 2 && (words.every((word) => all.includes(word)) || isCut)) return 5;
  const own = all.split(' ');
  const distances = words.map((word) => Math.min(...own.map((other) => distance(word, other))));
  const isClose = distances.every((far, index) => far <= ((words[index] as string).length >= 9 ? 2 : 1));
  return isClose ? 10 + distances.reduce((sum, far) => sum + far, 0) : noMatch;
}

/** The edit distance between a word and the beginning of another; a swap of two letters counts as one edit. */
export function distance(word: string, other: string): number {
  const [a, b] = [[...word], [...other].slice(0, word.length + 2)];
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (up: number, left: number) => (rows[i - up] ?? row)[j - left] as number;
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const best = Math.min(at(1, 0) + 1, (row[j - 1] as number) + 1, at(1, 1) + (same ? 0 : 1));
      row.push(swapped ? Math.min(best, at(2, 2) + 1) : best);
    }
    rows.push(row);
  }
  return Math.min(...(rows[a.length] as number[]));
}

function compareHits(a: Candidate, b: Candidate): number {
  if (a.title.length !== b.title.length) return a.title.length - b.title.length;
  const [left, right] = [String(a.updatedAt), String(b.updatedAt)];
  if (left !== right) return left < right ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

function hitOf({ type, id, title, subtitle, updatedAt }: Candidate): SearchHit {
  return { id, type, title, subtitle, updatedAt };
}
