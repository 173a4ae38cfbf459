import { RE2JS } from '@bufbuild/re2';
import QuickLRU from 'quick-lru';

const longestPattern = 1000;
/** Instructions times characters: about a second at worst, microseconds for what people write. */
const mostWork = 10_000_000;

/** A regular expression that is malformed, or asks for more work than one test may cost. */
export class RegexError extends Error {
  readonly code = 'REGEX_INVALID';
}

interface Compiled {
  regex: RE2JS;
  instructions: number;
}

const cache = new QuickLRU<string, Compiled>({ maxSize: 200 });

/**
 * Looks for a pattern anywhere in a text. RE2 syntax (no look-around, no back-references), in time that grows with the
 * text and never exponentially. Patterns are bounded to 1,000 characters, and their size times the text's to 10 million.
 *
 * @param pay is told the work before it is done, and may refuse it by throwing
 * @throws RegexError
 */
export function matchesRegex(text: string, pattern: string, pay?: (work: number) => void): boolean {
  const { regex, instructions } = compile(pattern);
  pay?.(instructions * text.length);
  if (instructions * text.length > mostWork) {
    throw new RegexError(`The pattern is too large for a text of ${text.length} characters. Shorten one of the two.`);
  }
  return regex.test(text);
}

function compile(pattern: string): Compiled {
  const known = cache.get(pattern);
  if (known) return known;
  if (pattern.length > longestPattern) {
    throw new RegexError(`The pattern has ${pattern.length} characters; at most ${longestPattern} are allowed.`);
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
    throw new RegexError(`The pattern is no regular expression (RE2 syntax): ${reason}`);
  }
}
