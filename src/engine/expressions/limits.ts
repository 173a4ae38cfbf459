/*
 * What one expression may cost. Regular expressions are bounded in `../regex.ts`. The library has no clock and no
 * meter of its own: work is counted (see `cost.ts`) in units of about a microsecond.
 */

/** Characters of one expression. */
export const longestExpression = 5000;
/** Characters of all expressions of one text together, plain paths aside. */
export const longestOfText = 50_000;
/** Brackets that may stand within each other in one expression. */
export const deepestBrackets = 40;
/** Units of work for all expressions of one node together. */
export const mostWork = 500_000;
/** Characters of one text that an expression or a template makes. */
export const longestText = 1024 * 1024;
/** Values (list entries, map entries, scalars) of one result; a hundred characters of text count as one more. */
export const mostValues = 100_000;
/** Levels of lists and objects in data and in results. */
export const deepestData = 64;
