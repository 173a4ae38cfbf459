import { RE2JS } from '@bufbuild/re2';
import QuickLRU from 'quick-lru';

const longestPattern = 1000;
/** Instructions times characters: about a second at worst, microseconds for typical patterns. */
const mostWork = 10_000_000;

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
 * Patterns have at most 1,000 characters, and their size times that of the text is at most 10 million.
 *
 * @param charge called with the amount of work before it is done; may throw to prevent it
 * @throws RegexError
 */
export function matchesRegex(text: string, pattern: string, charge?: (work: number) => void): boolean {
  const { regex, instructions } = compile(pattern);
  charge?.(instructions * text.length);
  if (instructions * text.length > mostWork) {
    throw new RegexError(
      `The regular expression is too large for a text of ${text.length} characters. Shorten one of the two.`,
    );
  }
  return regex.test(text);
}

function compile(pattern: string): Compiled {
  const known = cache.get(pattern);
  if (known) return known;
  if (pattern.length > longestPattern) {
    throw new RegexError(
      `The regular expression must have at most ${longestPattern} characters, not ${pattern.length}.`,
    );
  }
  const regex = parse(pattern);
  const compiled = { regex, instructions: regex.re2().prog.inst.length };
  cache.set(pattern, compiled);
  return compiled;
}

function parse(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RegexError(`The regular expression must be in RE2 syntax: ${reason}`);
  }
}
