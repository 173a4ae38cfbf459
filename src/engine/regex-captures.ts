import QuickLRU from 'quick-lru';
import { Matcher, RE2JS } from 're2js';
import { chargeRegex } from './regex.js';

const cache = new QuickLRU<string, RE2JS>({ maxSize: 100 });

/** How many times as much as a search: the groups of each match are found by simulating the automaton. */
const timesOfSearch = 4;
/** A search after a match seldom reads the rest of the text: it is charged for an eighth of it. */
const unreadRest = 8;

/**
 * The first matches of a pattern in RE2 syntax, each with the texts of its groups, null for a group without a part in it.
 * Charges each search.
 *
 * @throws RegexError, WorkLimitError
 */
export function captures(text: string, pattern: string, most: number): (string | null)[][] {
  chargeRegex(text.length * timesOfSearch, pattern);
  const regex = cache.get(pattern) ?? RE2JS.compile(pattern);
  cache.set(pattern, regex);
  const matcher = regex.matcher(text);
  const found: (string | null)[][] = [];
  while (found.length < most && matcher.find()) {
    found.push(groupsOf(matcher));
    chargeRegex(((text.length - matcher.end()) * timesOfSearch) / unreadRest, pattern);
  }
  return found;
}

function groupsOf(matcher: Matcher): (string | null)[] {
  return Array.from({ length: matcher.groupCount() + 1 }, (_, at) => matcher.group(at));
}
