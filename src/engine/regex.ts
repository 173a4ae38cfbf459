import { RE2JS } from '@bufbuild/re2';
import QuickLRU from 'quick-lru';
import { charge, chargeOnce, workOfStep } from './work.js';

const longestPattern = 1000;
/** Instructions times characters that cost one unit of work. */
const perUnit = 10;
/** Instructions times characters of one match: as much as a whole step may do. */
const mostWork = perUnit * workOfStep;

/** A regular expression that is not valid, or needs more work than one match may cost. */
export class RegexError extends Error {
  readonly code = 'REGEX_INVALID';
}

interface Compiled {
  regex: RE2JS;
  instructions: number;
}

const cache = new QuickLRU<string, Compiled>({ maxSize: 200 });

/**
 * Searches a text for a pattern in RE2 syntax (no look-around, no back-references), in time that is linear in the text.
 * Patterns have at most 1,000 characters, and their size times that of the text is at most 4 million. Charges the work in
 * progress.
 *
 * @throws RegexError, WorkLimitError
 */
export function matchesRegex(text: string, pattern: string): boolean {
  return chargeRegex(text.length, pattern).test(text);
}

/** Charges one search of so many characters for a pattern. @throws RegexError, WorkLimitError */
export function chargeRegex(characters: number, pattern: string): RE2JS {
  const { regex, instructions } = compile(pattern);
  const work = instructions * characters;
  if (work > mostWork) {
    throw new RegexError(
      `The regular expression is too large for a text of ${characters} characters. Shorten one of the two.`,
    );
  }
  charge(1 + work / perUnit);
  return regex;
}

function compile(pattern: string): Compiled {
  if (pattern.length > longestPattern) {
    throw new RegexError(
      `The regular expression must have at most ${longestPattern} characters, not ${pattern.length}.`,
    );
  }
  chargeOnce(`parse ${pattern}`, costOfParsing(pattern));
  const known = cache.get(pattern);
  const compiled = known ?? parse(pattern);
  chargeOnce(`compile ${pattern}`, compiled.instructions * perUnit);
  if (!known) cache.set(pattern, compiled);
  return compiled;
}

/** Classes of Unicode are large tables. */
function costOfParsing(pattern: string): number {
  return pattern.length * 8 + (pattern.match(/\\[pP]|\[\^/g)?.length ?? 0) * 500;
}

function parse(pattern: string): Compiled {
  try {
    const regex = RE2JS.compile(pattern);
    return { regex, instructions: regex.re2().prog.inst.length };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RegexError(`The regular expression must be in RE2 syntax: ${reason}`);
  }
}
