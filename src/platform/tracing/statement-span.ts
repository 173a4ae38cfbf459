/** The longest text of a statement that a span shows, in characters. */
const shownAtMost = 4_000;

/** Literals: with backslash escapes, plain, in dollar quotes; and numbers. One that is cut off at the end counts, too. */
const literals =
  /\bE'(?:[^'\\]|\\.|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|(?<![\w$])\d+(?:\.\d+)?\b/gi;

export interface StatementSpan {
  name: string;
  /** The text without values. */
  text: string;
}

/**
 * The span of a statement, with the label that each of our own has. Values of these are bound, so that their text has
 * none; of others, which the ORM wrote, the values are left out.
 */
export function statementSpan(statement: string): StatementSpan {
  const label = /^\s*\/\* (\w+) \*\//.exec(statement)?.[1];
  const text = statement.slice(0, shownAtMost);
  if (label) return { name: `db.${label}`, text };
  const word = /^\s*(\w+)/.exec(statement)?.[1] ?? 'statement';
  return { name: `db.${word.toLowerCase()}`, text: text.replace(literals, '?') };
}
